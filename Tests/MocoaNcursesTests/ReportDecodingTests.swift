import CNcurses
import MocoaTerminal
import Testing

@testable import MocoaNcurses

@Suite("Terminal reports")
struct ReportDecodingTests {
  /// Returns the inputs for pieces with pauses between them.
  private func inputs(_ pieces: [String]) -> [TerminalInput] {
    var decoder = KeyDecoder()
    var inputs: [TerminalInput] = []
    for piece in pieces {
      for byte in piece.utf8 { decoder.feed(.byte(byte), into: &inputs) }
      decoder.flushTimeout(into: &inputs)
    }
    return inputs
  }

  private func event(
    _ action: MouseEvent.Action, _ column: Int, _ row: Int, _ modifiers: KeyPress.Modifiers = []
  ) -> [TerminalInput] {
    [.mouse(MouseEvent(action, at: Point(column: column, row: row), modifiers))]
  }

  @Test("contain buttons and the wheel with point and modifiers")
  func mouse() {
    #expect(inputs(["\u{1B}[<0;1;1M"]) == event(.press(.left), 0, 0))
    #expect(inputs(["\u{1B}[<1;80;24M"]) == event(.press(.middle), 79, 23))
    #expect(inputs(["\u{1B}[<2;2;3M"]) == event(.press(.right), 1, 2))
    #expect(inputs(["\u{1B}[<84;2;3M"]) == event(.wheelUp, 1, 2, .control))
    #expect(inputs(["\u{1B}[<77;2;3M"]) == event(.wheelDown, 1, 2, .alt))
    #expect(inputs(["\u{1B}[M !!"]) == event(.press(.left), 0, 0))
    #expect(inputs(["\u{1B}[Ma~~"]) == event(.wheelDown, 93, 93))
  }

  @Test(
    "have no effect if they are irrelevant or invalid",
    arguments: [
      "\u{1B}[<0;1;1m", "\u{1B}[<32;1;1M", "\u{1B}[<35;1;1M", "\u{1B}[<66;1;1M",
      "\u{1B}[<128;1;1M", "\u{1B}[<0;0;1M", "\u{1B}[<0;1M", "\u{1B}[<;;M", "\u{1B}[<M",
      "\u{1B}[<0;1;1;1M", "\u{1B}[<-1;1;1M", "\u{1B}[<0;\(String(repeating: "9", count: 25));1M",
      "\u{1B}[M#!!", "\u{1B}[M \u{0}!", "\u{1B}[?2026$y", "\u{1B}[?;$y",
    ])
  func nothing(report: String) {
    #expect(inputs([report]) == [])
    #expect(inputs([report + "j"]) == [.key(.character("j"))])
  }

  @Test("support large coordinates")
  func far() {
    #expect(inputs(["\u{1B}[<0;65000;99999999M"]) == event(.press(.left), 64999, (1 << 20) - 1))
  }

  @Test("include replies to queries")
  func answers() {
    #expect(
      inputs(["\u{1B}[?2026;2$y\u{1B}[?62;22c"])
        == [.reply(.mode(2026, state: 2)), .reply(.attributes)])
  }

  @Test(
    "include the background color in all formats",
    arguments: [
      ("rgb:0000/0000/0000", 0), ("rgb:ffff/ffff/ffff", 1), ("rgb:ff/FF/ff", 1),
      ("rgba:0/0/0/ffff", 0), ("rgb:f/0/0", 0.299),
    ])
  func backgrounds(text: String, light: Double) {
    for end in ["\u{7}", "\u{1B}\\"] {
      let made = inputs(["\u{1B}]11;\(text)\(end)"])
      guard case .reply(.background(let told)) = made.first, made.count == 1 else {
        Issue.record("\(text): \(made)")
        continue
      }
      #expect(abs(told - light) < 0.001)
    }
  }

  @Test(
    "have no effect as invalid replies, and release the next key",
    arguments: ["11;rgb:0/0\u{7}", "11;rgb:00000/0/0\u{7}", "11;rgb:///\u{7}", "12;rgb:0/0/0\u{7}"])
  func noAnswers(text: String) {
    #expect(inputs(["\u{1B}]\(text)j"]) == [.key(.character("j"))])
  }

  @Test("become keys if they only start like a reply")
  func keysLikeAnswers() {
    let (unknown, j) = (TerminalInput.key(KeyPress(.unknown)), TerminalInput.key(.character("j")))
    let bracket = TerminalInput.key(KeyPress(.character("]"), .alt))
    #expect(inputs(["\u{1B}]11;rgb:0", "j"]) == [unknown, j])
    #expect(inputs(["\u{1B}]", "j"]) == [bracket, j])
    #expect(inputs(["\u{1B}]j"]) == [bracket, j])
    let escape = TerminalInput.key(KeyPress(.escape))
    #expect(
      inputs(["\u{1B}", "]1j"]) == [escape, .key(.character("]")), .key(.character("1")), j])
  }

  @Test("never become text when split by a pause")
  func torn() {
    for report in ["\u{1B}[<65;10;20M", "\u{1B}[?2026;1$y", "\u{1B}]11;rgb:0/0/f\u{7}"] {
      let whole = inputs([report])
      for place in 1..<report.utf8.count {
        let (head, tail) = (report.utf8.prefix(place), report.utf8.dropFirst(place))
        let made = inputs([String(head) ?? "", String(tail) ?? ""])
        #expect(made.suffix(1) == whole[...])
        // The pause turned the Esc, or the Esc and the bracket, into a key.
        #expect(made.count == (place < 3 ? 2 : 1))
      }
    }
  }

  @Test("do not capture Esc and similar text typed later")
  func typed() {
    let escape = TerminalInput.key(KeyPress(.escape))
    #expect(inputs(["\u{1B}", "["]) == [escape, .key(.character("["))])
    #expect(
      inputs(["\u{1B}", "[", "<"]) == [escape, .key(.character("[")), .key(.character("<"))])
    #expect(inputs(["\u{1B}", "[x"]) == [escape, .key(.character("[")), .key(.character("x"))])
    #expect(inputs(["\u{1B}", "x["]) == [escape, .key(.character("x")), .key(.character("["))])
    #expect(
      inputs(["\u{1B}[", "?x"])
        == [KeyPress(.character("["), .alt), .character("?"), .character("x")].map { .key($0) })
    #expect(inputs(["\u{1B}", "[<\u{1B}[A"]).last == .key(KeyPress(.up)))
  }

  @Test("end when interrupted, without losing other input")
  func brokenOff() {
    let unknown = TerminalInput.key(KeyPress(.unknown))
    #expect(inputs(["\u{1B}[<6\u{1B}[A"]) == [unknown, .key(KeyPress(.up))])
    #expect(inputs(["\u{1B}[<6é"]) == [unknown, .key(.character("é"))])
    #expect(inputs(["\u{1B}[M!\u{1B}[A"]) == [.key(KeyPress(.up))])
    #expect(inputs(["\u{1B}[<6;\u{3}"]) == [unknown, .key(.control("c"))])
  }

  @Test("end at a key code, except the one that means a column")
  func codes() {
    var decoder = KeyDecoder()
    var made: [TerminalInput] = []
    func feed(_ text: String, _ code: Int32) {
      for byte in text.utf8 { decoder.feed(.byte(byte), into: &made) }
      decoder.feed(.code(code), into: &made)
    }
    feed("\u{1B}[M ", KEY_BACKSPACE)
    decoder.feed(.byte(33), into: &made)
    #expect(made == event(.press(.left), 94, 0))
    made = []
    feed("\u{1B}[M ", KEY_UP)
    feed("\u{1B}[<0", KEY_UP)
    feed("\u{1B}O", KEY_UP)
    #expect(
      made.filter { $0 == .key(KeyPress(.up)) }.count == 3 && made.count == 5)
    decoder.flushTimeout(into: &made)
    made = []
    feed("\u{1B}", KEY_UP)
    #expect(made == [.key(KeyPress(.up, .alt))])
    decoder.feed(.byte(27), into: &made)
    decoder.flushTimeout(into: &made)
    feed("[", KEY_DOWN)
    #expect(made.suffix(2) == [.key(.character("[")), .key(KeyPress(.down))])
  }

  @Test("include a paste, which ends only at its end sequence")
  func paste() {
    #expect(
      inputs(["\u{1B}[200~q\u{1B}[201\u{1B}[200~", "\r\u{3}", "x\u{1B}[20", "1~j"]) == [
        .paste("q\u{1B}[201\u{1B}[200~\r\u{3}x", isComplete: true), .key(.character("j")),
      ])
    #expect(inputs(["\u{1B}[200~\u{1B}\u{1B}[201~"]) == [.paste("\u{1B}", isComplete: true)])
  }

  @Test("replace invalid UTF-8 in a paste, and drop key codes")
  func repaired() {
    var decoder = KeyDecoder()
    var made: [TerminalInput] = []
    for byte in Array("\u{1B}[200~a".utf8) + [0xFF, 0xE6] { decoder.feed(.byte(byte), into: &made) }
    #expect(decoder.isPasting)
    decoder.feed(.code(KEY_UP), into: &made)
    for byte in Array("\u{1B}[201~".utf8) { decoder.feed(.byte(byte), into: &made) }
    #expect(made == [.paste("a\u{FFFD}\u{FFFD}", isComplete: true)])
    #expect(!decoder.isPasting)
  }

  @Test("end an endless paste on a single Ctrl-C, not on a pause")
  func endless() {
    #expect(
      inputs(["\u{1B}[200~q", "", "x\u{3}", "\u{3}", "j"]) == [
        .paste("qx\u{3}", isComplete: false), .key(.character("j")),
      ])
    #expect(inputs(["\u{1B}[200~q", "", "j", "\r"]) == [])
  }

  @Test("limit a paste and report its truncation")
  func limited() {
    var text = PastedText()
    for _ in 0..<(PastedText.limit + 5) { _ = text.take(97) }
    guard case .paste(let kept, let isWhole) = text.input else { return }
    #expect(kept.utf8.count == PastedText.limit && !isWhole)
  }

  @Test("never become keys for any complete sequence of reports", arguments: 0..<20)
  func fuzz(seed: UInt64) {
    var generator = SplitMix(state: seed)
    let reports = [
      "\u{1B}[<65;10;20M", "\u{1B}[<0;1;1m", "\u{1B}[?2026;2$y", "\u{1B}[?1;2c",
      "\u{1B}[200~some text\u{1B}[201~", "\u{1B}[M !!", "\u{1B}]11;rgb:12ab/34cd/56ef\u{1B}\\",
    ]
    var pieces = [""]
    for _ in 0..<2000 {
      for byte in reports[Int(generator.next() % 7)].unicodeScalars {
        pieces[pieces.count - 1].unicodeScalars.append(byte)
        // A pause anywhere except in the first two bytes, where it would produce an Esc key.
        let isEarly =
          pieces[pieces.count - 1].hasSuffix("\u{1B}")
          || pieces[pieces.count - 1].hasSuffix("\u{1B}[")
          || pieces[pieces.count - 1].hasSuffix("\u{1B}]")
        if generator.next() % 5 == 0, !isEarly { pieces.append("") }
      }
    }
    for input in inputs(pieces) { if case .key = input { Issue.record("\(input)") } }
  }
}
