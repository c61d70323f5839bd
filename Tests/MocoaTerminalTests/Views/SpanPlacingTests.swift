import Mocoa
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("The layout of spans in a line")
struct SpanPlacingTests {
  private func drawn(_ line: TextContent.Line, columns: Int) -> String {
    TextContentDrawingTests.drawing(line, columns: columns).description
  }

  private func span(
    _ text: String, _ width: Int = 0, limit: Int? = nil,
    _ alignment: TextContent.Alignment? = nil, joined: Bool = false
  ) -> TextContent.Span {
    .init(text, .text, width: width, limit: limit, alignment: alignment, isJoined: joined)
  }

  @Test("joins joined spans and separates others by two columns")
  func joined() {
    let line = TextContent.Line([span("a"), span("b", joined: true), span("c")])
    #expect(drawn(line, columns: 10) == "ab  c")
  }

  @Test("aligns a span at the start, center or end of its width")
  func alignment() {
    for (alignment, expected) in [
      (nil, "ab    |"), (.start, "ab    |"), (.center, "  ab  |"), (.end, "    ab|"),
    ] as [(TextContent.Alignment?, String)] {
      let line = TextContent.Line([span("ab", 6, alignment), span("|", joined: true)])
      #expect(drawn(line, columns: 10) == expected)
    }
  }

  @Test("truncates at a limit of columns, not of characters")
  func limit() {
    #expect(
      drawn(.init([span("abcdef", limit: 4), span("|", joined: true)]), columns: 10) == "abc…|")
    #expect(
      drawn(.init([span("日本語", 5, limit: 5), span("|", joined: true)]), columns: 10) == "日本…|")
    #expect(
      drawn(.init([span("日本語", 4, limit: 4), span("|", joined: true)]), columns: 10) == "日… |")
  }

  @Test("keeps or omits joined trailing spans together")
  func trailing() {
    let line = TextContent.Line(
      [span("title")], trailing: [span("12", 4), span(" km", joined: true), span("x")])
    #expect(drawn(line, columns: 30) == "title" + String(repeating: " ", count: 15) + "  12 km  x")
    #expect(drawn(line, columns: 16) == "title          x")
  }

  @Test("joins spans in plain text without truncation or padding")
  func plain() {
    let viewModel = ContentViewModel(
      TextContent(
        [span("abcdef", 2, limit: 2), span("!", joined: true), span(""), span("c", 9)],
        trailing: [span("1"), span(" km", joined: true)]))
    #expect(PlainTextRenderer().lines(of: viewModel) == ["abcdef!  c  1 km"])
  }

  private final class ContentViewModel: AnyCellViewModel {
    private let shown: TextContent

    override var content: TextContent? { shown }

    init(_ content: TextContent) {
      shown = content
      super.init()
    }
  }
}
