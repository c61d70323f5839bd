import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

/// The view model of a number of ticks.
///
/// It has a view, but no text content.
private final class TicksCellViewModel: CellViewModel<SampleItem> {}

/// Draws one tick for each unit of the item's number, in as many rows as required.
private struct TicksCell: CellView {
  func height(of viewModel: TicksCellViewModel, columns: Int) -> Int {
    (viewModel.model.id + columns - 1) / max(1, columns)
  }

  func draw(_ viewModel: TicksCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    var rest = viewModel.model.id
    for row in 0..<canvas.size.rows {
      let columns = min(rest, canvas.size.columns)
      canvas.write(times(columns, "#"), at: Point(column: 0, row: row))
      rest -= columns
    }
  }
}

@MainActor
@Suite("The drawing of headers, placeholders and custom views")
struct CellDrawingTests {
  static func screens(
    _ items: [SampleItem], header: SampleItem? = nil, rows count: Int, debug: Bool = false
  ) -> [[String]] {
    widths.map { columns in
      let registry = notesRegistry()
      registry.define("mocoa://notes/").section.cell("ticks").register(TicksCellViewModel.self)
        .view(TicksCell.self)
      let source = FakeListSource([FakeListSource.Part(1, header: header, items)])
      let list = ListViewModel(source: source, module: registry.define("mocoa://notes/"))
      return rows(listSurface(list, columns: columns, rows: count, debug: debug))
    }
  }

  @Test("draws a header as text, rule and trailing text")
  func header() {
    let screens = Self.screens([note(1, "x")], header: note(7, "part one"), rows: 2)
    #expect(
      screens == [
        ["", ""], ["", ""], ["", " ▌"],
        [" part one ─────── 7", " ▌ x"],
        [" part one " + times(27, "─") + " 7", " ▌ x"],
        [" part one " + times(67, "─") + " 7", " ▌ x"],
      ])
  }

  @Test("truncates a wide header before its trailing number")
  func wideHeader() {
    let short = Self.screens([note(1, "x")], header: note(7, "日本語の見出し"), rows: 2)
    #expect(short[3] == [" 日本語の見出し ─ 7", " ▌ x"])
    let long = Self.screens([note(1, "x")], header: note(7, times(20, "e\u{301}")), rows: 2)
    #expect(long[3] == [" " + times(15, "e\u{301}") + "… 7", " ▌ x"])
    #expect(long[4] == [" " + times(20, "e\u{301}") + " " + times(15, "─") + " 7", " ▌ x"])
  }

  @Test("keeps the tag and the hint of a placeholder longest")
  func placeholder() {
    let data = #"SampleItem(id: 7, text: "seven", moduleName: "odd")"#
    let tag = " ▌┆ placeholder"
    #expect(
      Self.screens([note(7, "seven", kind: "odd")], rows: 2, debug: true) == [
        ["", ""], ["", ""], [" ▌", ""],
        ["\(tag) [i]", "  ┆ SampleItem(id:…"],
        ["\(tag)  notes/:/odd: unr…  [i]", #"  ┆ SampleItem(id: 7, text: "seven", m…"#],
        ["\(tag)  notes/:/odd: unregistered kind" + times(29, " ") + "[i]", "  ┆ \(data)"],
      ])
  }

  @Test("gives a custom view the height that it requests for a width")
  func custom() {
    #expect(
      Self.screens([note(25, kind: "ticks"), note(2, "below")], rows: 4) == [
        ["", "", "", ""], ["", "", "", ""], [" ▌", "", "", ""],
        [" ▌ " + times(16, "#"), "   " + times(9, "#"), "   below", ""],
        [" ▌ " + times(25, "#"), "   below", "", ""],
        [" ▌ " + times(25, "#"), "   below", "", ""],
      ])
  }

  @Test("uses no row for a view with height 0")
  func noHeight() {
    let screens = Self.screens([note(0, kind: "ticks"), note(2, "below")], rows: 2)
    #expect(screens[3] == [" ▌ below", ""])
  }

  @Test("shows the URL and the reason of a page that cannot open")
  func message() throws {
    let url = try ModuleURL("mocoa://nowhere/x")
    let page = PlaceholderPageViewModel(url: url, reason: "日本: no such module, and no other")
    let screen = MessageScreen(page, theme: .standard)
    let screens = widths.map { columns in
      rows(surface(columns: columns, rows: 3) { screen.draw(into: &$0) })
    }
    #expect(
      screens == [
        ["", "", ""], ["", "", ""], ["", "", ""],
        ["  ┆ placeholder  mo…", "  ┆ 日本: no such m…", ""],
        ["  ┆ placeholder  mocoa://nowhere/x", "  ┆ 日本: no such module, and no other", ""],
        ["  ┆ placeholder  mocoa://nowhere/x", "  ┆ 日本: no such module, and no other", ""],
      ])
    #expect(screen.focusedStatus == nil && screen.focusedList == nil)
  }
}
