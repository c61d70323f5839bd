import Glibc
import MocoaPtySupport
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@Suite("Columns are straight where scalars are counted and where clusters are", .serialized)
struct StraightColumnsTests {
  @Test("behind scalars of every role and width, whatever stands beside them")
  func scalars() throws {
    try expectStraight(representatives().map { text([0x61, $0, 0x915, $0, 0x1F469, $0]) })
  }

  /// The first and the last scalar of each range that is drawn in one way.
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

  /// Draws texts with a marker behind each in a real terminal, and looks for the markers in two.
  private func expectStraight(_ texts: [String]) throws {
    let (slots, slotColumns, rows) = (10, 12, 100)
    let lines = stride(from: 0, to: texts.count, by: slots).map {
      Array(texts[$0..<min($0 + slots, texts.count)])
    }
    let folder = try TemporaryFolder()
    let file = try folder.write("texts", lines.map(hexadecimal).joined(separator: "\n"))
    let terminal = try startProbe([file], columns: slots * slotColumns, rows: rows + 1)
    var crooked: [String] = []
    for first in stride(from: 0, to: lines.count, by: rows) {
      terminal.send(first == 0 ? "T" : "t")
      try terminal.wait(for: "texts \(first)")
      terminal.waitUntilQuiet()
      for (row, line) in lines[first..<min(first + rows, lines.count)].enumerated() {
        for (slot, text) in line.enumerated() {
          let marker = slot * slotColumns + Canvas.columns(of: text, atMost: .max)
          let inScalars = terminal.emulator[marker, row].text == "|"
          let inClusters = terminal.clusters.text(marker, row) == "|"
          guard !inScalars || !inClusters else { continue }
          crooked.append(
            "\(hexadecimal([text])): scalars \(inScalars), clusters \(inClusters)")
        }
      }
    }
    #expect(crooked.isEmpty, "\(crooked.count): \(crooked.joined(separator: "\n"))")
    #expect(terminal.clusters.unknown == [])
  }

  private func hexadecimal(_ texts: [String]) -> String {
    texts.map { text in
      text.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }
        .joined(separator: " ")
    }.joined(separator: ",")
  }
}
