import Mocoa
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Highlighted matches")
struct MatchHighlightTests {
  private static let colors = Theme([
    .match: Style(foreground: 16, background: 221), .match1: Style(foreground: 221),
    .key: Style(.bold), .tint: Style(background: 237),
  ])
  private static let mono = Theme([
    .match: Style([.bold, .underline]), .key: Style(.bold), .quiet: Style(.dim),
  ])

  private func span(
    _ text: String, _ matches: [Range<Int>], _ role: TextContent.Role = .text, width: Int = 0
  ) -> TextContent.Span {
    var span = TextContent.Span(text, role, width: width, limit: width > 0 ? width : nil)
    span.matches = matches
    return span
  }

  /// The columns of a surface whose style satisfies a condition.
  private func columns(_ surface: Surface, where isWanted: (Style) -> Bool) -> [Int] {
    (0..<surface.size.columns).filter { isWanted(surface[$0, 0].style) }
  }

  private func row(
    _ spans: [TextContent.Span], _ theme: Theme, isUnderCursor: Bool = false, columns: Int = 40
  ) -> Surface {
    surface(columns: columns) {
      TableRowDrawing.draw(
        .init(spans), into: &$0, CellContext(theme: theme, isUnderCursor: isUnderCursor))
    }
  }

  @Test("have the style of the role match, over the background of the current row")
  func colors() {
    let spans = [span("orders", [3..<6], .key, width: 8), span("x", [0..<1], width: 1)]
    for isUnderCursor in [false, true] {
      let row = row(spans, Self.colors, isUnderCursor: isUnderCursor)
      #expect(columns(row) { $0 == Self.colors[.match] } == [3, 4, 5, 10])
    }
  }

  @Test("are bold and underlined without colors, and reversed in the bold key of the current row")
  func mono() {
    let spans = [span("orders", [3..<6], .key, width: 8), span("xyz", [1..<2], .quiet, width: 3)]
    let plain = row(spans, Self.mono)
    #expect(
      columns(plain) { $0.attributes.isSuperset(of: [.bold, .underline]) } == [3, 4, 5, 11])
    #expect(columns(plain) { $0.attributes.contains(.reverse) }.isEmpty)
    let current = row(spans, Self.mono, isUnderCursor: true)
    #expect(columns(current) { $0.attributes.contains(.reverse) } == [3, 4, 5])
    #expect(columns(current) { $0.attributes == [.bold, .underline] } == [11])
  }

  @Test("in the part that is cut off mark the ellipsis")
  func cut() {
    let row = row([span("a long text", [7..<11], width: 6)], Self.colors)
    #expect(row.description == "a lon…")
    #expect(columns(row) { $0 == Self.colors[.match] } == [5])
    let both = self.row([span("夜に駆ける夜", [0..<3, 12..<18], width: 6)], Self.colors)
    #expect(columns(both) { $0 == Self.colors[.match] } == [0, 1, 4])
  }

  @Test("follow wide glyphs and combining marks")
  func wide() {
    let row = row([span("夜e\u{301}x👍", [3..<6, 7..<11])], Self.colors)
    #expect(columns(row) { $0 == Self.colors[.match] } == [2, 4, 5])
  }

  @Test("are at most eight in a row")
  func limit() {
    var budget = HighlightBudget()
    let match = CellMatch(ranges: (0..<5).map { $0 * 2..<$0 * 2 + 1 }, isCompared: true)
    let first = budget.highlight(.init("0123456789", .text), match)
    let second = budget.highlight(.init("0123456789", .text), match)
    #expect(first.matches.count == 5 && first.role == .match1)
    #expect(second.matches.count == 1 && second.role == .match1)
    #expect(budget.highlight(.init("x", .text), match).role == .text)
  }

  @Test("stay in a changed cell, whose step wins over a comparison")
  func changed() {
    var span = TextContent.Span("process number 2 round 4", .match1, width: 30, limit: 30)
    span.matches = [0..<7, 21..<24]
    let spans = ChangedCell.spans(span, former: "process number 2 round 3", step: 0)
    #expect(spans.map(\.role) == [.match1, .changed, .match1])
    #expect(spans.map(\.matches) == [[0..<7, 21..<23], [0..<1], []])
  }

  @Test("stay in wrapped text, and a panel scrolls to the first one")
  func wrapped() {
    var panel = TextPanel(title: "", lines: [], theme: Self.colors)
    var value = TextContent.Span(
      (0..<200).map { "word\($0)" }.joined(separator: " "), .text)
    let offset = value.text.utf8.count - "word199".utf8.count
    value.matches = [offset..<offset + 7]
    panel.show([.init([.init("name", .detail), value])])
    panel.scrollToMatch()
    panel.layOut(in: Size(columns: 40, rows: 6))
    var surface = Surface(size: Size(columns: 40, rows: 6))
    surface.draw { panel.draw(into: &$0) }
    let marked = (0..<6).flatMap { row in
      (0..<40).filter { surface[$0, row].style == Self.colors[.match] }
        .map { surface[$0, row].scalar }
    }
    #expect(String(String.UnicodeScalarView(marked.compactMap(Unicode.Scalar.init))) == "word199")
  }
}
