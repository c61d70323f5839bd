import MocoaTerminal
import Testing

@testable import MocoaNcurses

struct ResetStringTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func delaysAreLeftOut() {
    #expect(ResetSequence.withoutPadding(bytes("\u{1B}[m$<2/>x$<50>$<")) == bytes("\u{1B}[mx$<"))
  }

  @Test func aTerminalWithoutAlternateScreenGoesOnInANewLine() {
    #expect(ResetSequence([bytes("a"), nil, bytes("b")]).bytes() == [0x18] + bytes("ab\r"))
    #expect(ResetSequence([bytes("a"), nil]).bytes() == [0x18] + bytes("a\r\n"))
  }

  @Test func whatIsOnIsSwitchedOffFirstAndNothingElse() {
    let reset = ResetSequence([bytes("a")])
    #expect(
      reset.bytes([.mouse, .paste, .synchronized])
        == [0x18] + bytes("\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000la\r"))
    #expect(reset.bytes(.paste) == [0x18] + bytes("\u{1B}[?2004la\r"))
  }
}

struct NcursesErrorTests {
  @Test func everyErrorIsOneLineThatSaysWhatToDo() {
    let errors: [NcursesError] = [
      .noTerminal(path: "/dev/tty"), .notATerminal(path: "x"), .typeNotSet, .unknownType("x"),
      .noCursorAddressing("dumb"), .initializationFailed(path: "/dev/tty"),
    ]
    for error in errors {
      #expect(error.description.contains("--plain") && !error.description.contains("\n"))
    }
  }
}
