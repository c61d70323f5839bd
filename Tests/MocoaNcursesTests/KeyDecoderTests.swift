import CNcurses
import MocoaTerminal
import Testing

@testable import MocoaNcurses

struct KeyDecoderTests {
  /// Returns the keys of inputs that arrive without a pause.
  private func keys(_ inputs: [KeyDecoder.Input]) -> [KeyPress] {
    var decoder = KeyDecoder()
    var made: [TerminalInput] = []
    for input in inputs { decoder.feed(input, into: &made) }
    decoder.flushTimeout(into: &made)
    return made.compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  private func keys(_ text: String) -> [KeyPress] {
    keys(text.utf8.map { .byte($0) })
  }

  @Test(arguments: [
    ("a", [KeyPress.character("a")]), ("é日😀", [.character("é"), .character("日"), .character("😀")]),
    ("\r", [KeyPress(.enter)]), ("\n", [KeyPress(.enter)]), ("\t", [KeyPress(.tab)]),
    ("\u{8}\u{7F}", [KeyPress(.backspace), KeyPress(.backspace)]),
    ("\u{0}\u{1}\u{1A}\u{1C}", [.control(" "), .control("a"), .control("z"), .control("\\")]),
    ("\u{1B}", [KeyPress(.escape)]), ("\u{1B}\u{1B}", [KeyPress(.escape), KeyPress(.escape)]),
    ("\u{1B}x", [KeyPress(.character("x"), .alt)]), ("\u{1B}é", [KeyPress(.character("é"), .alt)]),
    ("\u{1B}\r", [KeyPress(.enter, .alt)]), ("\u{1B}\u{7F}", [KeyPress(.backspace, .alt)]),
    ("\u{1B}\u{2}", [KeyPress(.character("b"), [.alt, .control])]),
    ("\u{1B}[", [KeyPress(.character("["), .alt)]), ("\u{1B}O", [KeyPress(.character("O"), .alt)]),
    ("\u{1B}Ox", [KeyPress(.character("O"), .alt), .character("x")]),
    ("\u{1B}OA", [KeyPress(.up)]), ("\u{1B}[Bj", [KeyPress(.down), .character("j")]),
    ("\u{1B}[Z", [KeyPress(.backTab)]), ("\u{1B}[1;5D", [KeyPress(.left, .control)]),
    ("\u{1B}[1;7D", [KeyPress(.left, [.control, .alt])]), ("\u{1B}[1;2D", [KeyPress(.left)]),
    ("\u{1B}[5;3~", [KeyPress(.pageUp, .alt)]), ("\u{1B}[3~", [KeyPress(.delete)]),
    ("\u{1B}[15~\u{1B}[17~\u{1B}[24~", [5, 6, 12].map { KeyPress(.function($0)) }),
    ("\u{85}", [KeyPress(.unknown)]),
  ])
  func keysAreKnown(text: String, expected: [KeyPress]) {
    #expect(keys(text) == expected)
  }

  @Test(arguments: [
    "\u{1B}[201~", "\u{1B}[I", "\u{1B}[99;99R", "\u{1B}[1;2;3A", "\u{1B}[9~",
    "\u{1B}[" + String(repeating: "1", count: 500) + "A",
  ])
  func unknownSequenceDecodesAsUnknownKey(text: String) {
    #expect(keys(text) == [KeyPress(.unknown)])
  }

  @Test(arguments: [
    (KEY_UP, KeyPress.Key.up), (KEY_DOWN, .down), (KEY_LEFT, .left), (KEY_RIGHT, .right),
    (KEY_HOME, .home), (KEY_END, .end), (KEY_PPAGE, .pageUp), (KEY_NPAGE, .pageDown),
    (KEY_DC, .delete), (KEY_IC, .insert), (KEY_BTAB, .backTab), (KEY_ENTER, .enter),
    (KEY_BACKSPACE, .backspace), (KEY_F0 + 1, .function(1)), (KEY_F0 + 63, .function(63)),
    (KEY_MOUSE, .unknown), (KEY_MAX, .unknown),
  ])
  func codesOfCursesAreKnown(code: Int32, key: KeyPress.Key) {
    #expect(keys([.code(code)]) == [KeyPress(key)])
    #expect(keys([.byte(27), .code(code)]) == [KeyPress(key, .alt)])
  }

  @Test func whatTerminfoCallsTheSuspendKeyIsCtrlZ() {
    #expect(keys([.code(KEY_SUSPEND)]) == [.control("z")])
  }

  @Test func namesThatTerminfoMadeUpAreKnown() {
    #expect(keys([.code(700, name: "kUP5")]) == [KeyPress(.up, .control)])
    #expect(keys([.code(700, name: "kNXT3")]) == [KeyPress(.pageDown, .alt)])
    #expect(keys([.code(700, name: "kxyz")]) == [KeyPress(.unknown)])
  }

  @Test func theChangeOfSizeThatCursesTellsOfIsDropped() {
    #expect(keys([.code(KEY_RESIZE), .byte(106)]) == [.character("j")])
  }

  @Test func aCharacterMayComeInPiecesWithPausesBetween() {
    var decoder = KeyDecoder()
    var keys: [TerminalInput] = []
    for byte in Array("日".utf8) {
      decoder.feed(.byte(byte), into: &keys)
      decoder.flushTimeout(into: &keys)
    }
    #expect(keys == [.key(.character("日"))])
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC0], [0xE6, 0x97], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]])
  func bytesThatAreNoTextAreReplacedAndSwallowNothing(bytes: [UInt8]) {
    let result = keys((bytes + [106]).map { .byte($0) })
    #expect(result.last == .character("j"))
    #expect(result.dropLast().allSatisfy { $0 == .character("\u{FFFD}") })
    #expect(result.count >= 2)
  }

  @Test func anyTwoHundredThousandBytesMakeAtMostAsManyKeys() {
    var generator = SplitMix(state: 7)
    var decoder = KeyDecoder()
    var keys: [TerminalInput] = []
    for _ in 0..<200_000 {
      let number = generator.next()
      let bytes: [UInt8] = [
        27, 91, 79, 59, 49, 126, UInt8(truncatingIfNeeded: number >> 8), 60, 77,
      ]
      decoder.feed(.byte(bytes[Int(number % 9)]), into: &keys)
      if number >> 16 & 7 == 0 { decoder.flushTimeout(into: &keys) }
    }
    #expect(keys.count <= 200_001)
  }
}

/// A generator that returns the same numbers for the same state.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
