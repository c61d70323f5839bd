import MocoaTerminal
import Testing

@testable import MocoaNcurses

@Suite("Color numbers for curses")
struct ColorNumbersTests {
  @Test("are those of the palette without true color")
  func palette() {
    var numbers = ColorIndexTable(.palette)
    #expect(numbers.number(of: 3) == 3 && numbers.number(of: 200) == 200)
    #expect(numbers.number(of: .rgb(95, 215, 215)) == 80)
    #expect(numbers.rewrite(Array("\u{1B}[38;5;80m".utf8)) == Array("\u{1B}[38;5;80m".utf8))
  }

  @Test("are RGB values for a direct color terminal")
  func direct() {
    var numbers = ColorIndexTable(.direct)
    #expect(numbers.number(of: 7) == 7)
    #expect(numbers.number(of: 9) == 0xFF0000)
    #expect(numbers.number(of: .rgb(1, 2, 3)) == 0x010203)
    #expect(numbers.number(of: .rgb(0, 0, 5)) == 8, "the first eight are other colours")
  }

  @Test("are aliases if the terminal supports more colors than curses")
  func standIns() {
    var numbers = ColorIndexTable(.aliased)
    #expect(numbers.number(of: 15) == 15 && numbers.number(of: 80) == 80)
    #expect(!numbers.hasApproximations)
    let text = "\u{1B}[38;5;80m a \u{1B}[m"
    #expect(numbers.rewrite(Array(text.utf8)) == Array(text.utf8))
    #expect(numbers.number(of: .rgb(1, 2, 3)) == 16)
    #expect(numbers.number(of: .rgb(1, 2, 3)) == 16)
    #expect(numbers.number(of: .rgb(250, 0, 9)) == 17)
    // The color's own number is in use.
    #expect(numbers.number(of: 16) == 18)
    let written =
      "\u{1B}[38;5;16mA\u{1B}[48;5;17mB\u{1B}[38;5;80mC\u{1B}[38;5;18mD\u{1B}[36m\u{1B}[38;5;16"
    let sent =
      "\u{1B}[38;2;1;2;3mA\u{1B}[48;2;250;0;9mB\u{1B}[38;5;80mC\u{1B}[38;2;0;0;0mD\u{1B}[36m"
      + "\u{1B}[38;5;16"
    #expect(String(decoding: numbers.rewrite(Array(written.utf8)), as: UTF8.self) == sent)
    for odd in ["\u{1B}", "\u{1B}[38;5;m", "\u{1B}[38;5;99999999999999999999m", "16m", ""] {
      #expect(numbers.rewrite(Array(odd.utf8)) == Array(odd.utf8))
    }
    numbers.removeAll()
    #expect(!numbers.hasApproximations && numbers.number(of: 16) == 16)
  }

  @Test("fall back to the nearest color when all are used")
  func full() {
    var numbers = ColorIndexTable(.aliased)
    for blue in 0..<240 { #expect(numbers.number(of: .rgb(9, 9, UInt8(blue))) != nil) }
    #expect(numbers.number(of: .rgb(9, 9, 250)) == nil)
    #expect(numbers.nearest(to: .rgb(9, 9, 250)) == .rgb(9, 9, 239))
    #expect(numbers.number(of: 3) == 3, "what the user has set is never given to others")
  }
}
