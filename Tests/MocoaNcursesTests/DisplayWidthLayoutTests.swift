import MocoaPtySupport
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@Suite("Columns in terminals that count scalars and in terminals that count clusters", .serialized)
struct DisplayWidthLayoutTests {
  @Test("are aligned after scalars of every role and width")
  func scalars() throws {
    try expectStraight(representatives().map { text([0x61, $0, 0x915, $0, 0x1F469, $0]) })
  }

  @Test("are aligned after every pair of ambiguous clusters")
  func clusters() throws {
    let clusters = [
      "a", " ", "日", "ｱ", "ﾞ", "👩", "❤\u{FE0F}", "☎\u{FE0E}", "⌚\u{FE0E}",
      "1\u{FE0F}\u{20E3}", "🇩🇪", "🇫", "👍🏽", "🏽", "👩\u{200D}❤\u{FE0F}\u{200D}👩",
      "🏳\u{FE0F}\u{200D}🌈", "🏴\u{E0067}\u{E007F}", "\u{200D}", "\u{200C}", "\u{FE0F}",
      "e\u{301}\u{323}", "\u{301}", "\u{1112}\u{1161}\u{11AB}", "\u{1100}",
      "\u{1161}", "\u{11A8}", "한", "क", "क\u{94D}", "क\u{94D}\u{200D}", "कि",
      "क\u{93C}\u{94D}", "ক\u{9CD}", "ત\u{ACD}", "ତ\u{B4D}", "త\u{C4D}", "ത\u{D4D}",
      "க\u{BCD}", "กำ", "ກຳ", "ཀ\u{F90}", "က\u{1039}", "ក\u{17D2}", "ᤀ\u{193B}",
      "\u{600}", "\u{11F02}", "ᬓ\u{1B44}",
      "q\u{307}\u{323}\u{301}\u{302}\u{303}\u{304}", "क\u{300}\u{301}\u{302}\u{94D}",
      "\u{202E}", "\u{1B}", "☰", "䷀", "𝌆", "\u{378}", "\u{FDFD}", "ﷺ",
    ]
    try expectStraight(clusters.flatMap { first in clusters.map { first + $0 } })
    // Clusters of one script, as in words.
    try expectStraight([
      "क्षत्र", "ज्ञ", "স্ত্র", "ક્ષ", "କ୍ଷ", "క్షే", "ക്ഷ", "க்ஷ", "ක්‍ෂ", "က္က", "ក្ក", "ᬓ᭄ᬓ", "स्त्री",
    ])
  }

  /// Returns the first and the last scalar of each range with the same treatment.
  private func representatives() -> [UInt32] {
    var found: [UInt32] = []
    var kind: String?
    var last: UInt32 = 0
    for value in UInt32(0)...0x10FFFF where Unicode.Scalar(value) != nil {
      let role = ScalarRole(of: value)
      let next =
        if case .base(let shown, let columns) = role {
          "base \(columns) \(shown == value)"
        } else {
          "\(role)"
        }
      if next != kind { found += found.last == last ? [value] : [last, value] }
      (kind, last) = (next, value)
    }
    return found + [last]
  }

  private func text(_ values: [UInt32]) -> String {
    String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init)))
  }

  /// Draws texts with a marker after each in a real terminal, and expects the markers in three
  /// emulators.
  ///
  /// Characters newer than the width table of libvterm are checked only in the two others.
  private func expectStraight(_ texts: [String]) throws {
    let ruler = WidthProbe()
    let known = texts.filter(ruler.isKnown)
    #expect(known.count > texts.count / 2)
    var crooked = try markers(behind: known, including: true)
    crooked += try markers(behind: texts.filter { !ruler.isKnown($0) }, including: false)
    #expect(crooked.isEmpty, "\(crooked.count):\n\(crooked.joined(separator: "\n"))")
  }

  /// Returns the texts whose markers are not at the expected column.
  private func markers(behind texts: [String], including libvterm: Bool) throws -> [String] {
    let (slots, slotColumns, rows) = (10, TextGrid.slotColumns, 100)
    let grid = TextGrid(texts, slots: slots)
    let folder = try TemporaryFolder()
    let terminal = try startProbe(
      [folder.write("texts", grid.file)], columns: slots * slotColumns, rows: rows + 1)
    let scalars = CountingEmulator(
      columns: slots * slotColumns, rows: rows + 1, counting: .scalars)
    var (crooked, taken): ([String], Int) = ([], 0)
    for first in stride(from: 0, to: grid.lines.count, by: rows) {
      terminal.send(first == 0 ? "T" : "t")
      try terminal.wait(for: "texts \(first)")
      terminal.waitUntilQuiet()
      scalars.write(terminal.output[taken...])
      taken = terminal.output.count
      for (row, line) in grid.lines[first...].prefix(rows).enumerated() {
        for (slot, text) in line.enumerated() {
          let column = slot * slotColumns + Canvas.columns(of: text, atMost: .max)
          let seen = [
            "libvterm": libvterm ? terminal.emulator[column, row].text : "|",
            "scalars": scalars.text(column, row), "clusters": terminal.clusters.text(column, row),
          ]
          let wrong = seen.filter { $0.value != "|" }.keys.sorted()
          if !wrong.isEmpty { crooked.append("\(TextGrid.hexadecimal(text)): \(wrong)") }
        }
      }
    }
    #expect(terminal.clusters.unknown == [])
    return crooked
  }
}

/// Texts in slots, in the file format of the probe.
private struct TextGrid {
  static let slotColumns = 12

  let lines: [[String]]

  init(_ texts: [String], slots: Int) {
    lines = stride(from: 0, to: texts.count, by: slots).map {
      Array(texts[$0..<min($0 + slots, texts.count)])
    }
  }

  var file: String {
    lines.map { $0.map(Self.hexadecimal).joined(separator: ",") }.joined(separator: "\n")
  }

  static func hexadecimal(_ text: String) -> String {
    text.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }
      .joined(separator: " ")
  }
}

/// Measures the width of text in libvterm.
private final class WidthProbe {
  private let emulator = Emulator(columns: 8, rows: 1)
  private var answers: [UInt32: Bool] = [:]

  /// Returns whether libvterm and the C library agree on the width of the drawn text.
  func isKnown(_ text: String) -> Bool {
    let shown = SanitizedText.line(text).unicodeScalars
    return shown.allSatisfy(isKnown)
  }

  private func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    if let answer = answers[scalar.value] { return answer }
    _ = emulator.write(Array("\r\u{1B}[Kx\(scalar)".utf8))
    let answer = emulator.cursor.column == 1 + (DisplayWidth.columns(of: scalar) ?? 0)
    answers[scalar.value] = answer
    return answer
  }
}
