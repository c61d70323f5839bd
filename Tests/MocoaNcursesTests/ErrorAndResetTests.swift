import MocoaTerminal
import Testing

@testable import MocoaNcurses

struct ResetStringTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func delaysAreLeftOut() {
    #expect(ResetString.withoutPadding(bytes("\u{1B}[m$<2/>x$<50>$<")) == bytes("\u{1B}[mx$<"))
  }

  @Test func aTerminalWithoutAlternateScreenGoesOnInANewLine() {
    #expect(ResetString.join([bytes("a"), nil, bytes("b")]) == [0x18] + bytes("ab\r"))
    #expect(ResetString.join([bytes("a"), nil]) == [0x18] + bytes("a\r\n"))
  }
}

struct NcursesErrorTests {
  @Test func everyErrorIsOneLineThatSaysWhatToDo() {
    let errors: [NcursesError] = [
      .noTerminal(path: "/dev/tty"), .notATerminal(path: "x"), .typeNotSet, .unknownType("x"),
      .cannotPlaceText("dumb"), .refused(path: "/dev/tty"),
    ]
    for error in errors {
      #expect(error.description.contains("--plain") && !error.description.contains("\n"))
    }
  }
}
