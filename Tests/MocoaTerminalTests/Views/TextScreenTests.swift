import Mocoa
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("A text screen")
struct TextScreenTests {
  final class Page: PageViewModel {
    var texts: [String] = []
  }

  /// A screen with only the required members.
  final class Sign: Screen {
    let page: PageViewModel
    var onChange: (@MainActor () -> Void)?

    init(_ page: PageViewModel) { self.page = page }

    func draw(into canvas: inout Canvas) { canvas.write("sign", at: Point(column: 0, row: 0)) }
  }

  private let page: Page

  init() throws {
    page = Page(url: try ModuleURL("mocoa://h/text"))
    page.texts = (1...9).map { "line \($0)" }
    page.prepareIfNeeded()
  }

  private func screen() -> TextScreen {
    TextScreen(page, ScreenContext()) { [page] in
      page.texts.map { TextContent.Line([.init($0, .text)]) }
    }
  }

  private func drawn(_ screen: any Screen, columns: Int = 20, rows: Int = 3) -> [String] {
    screen.layOut(in: Size(columns: columns, rows: rows), hasStickyHeaders: true)
    return MocoaTerminalTests.rows(
      surface(columns: columns, rows: rows) { screen.draw(into: &$0) })
  }

  @Test("scrolls, shows its position, and reports changes")
  func scrolling() {
    let screen = screen()
    var changes = 0
    screen.onChange = { changes += 1 }
    #expect(drawn(screen) == [" line 1", " line 2", " line 3"])
    #expect(screen.positionText == "1–3/9")
    screen.move(.last)
    #expect(drawn(screen) == [" line 7", " line 8", " line 9"])
    screen.scroll(by: -2)
    #expect(drawn(screen)[0] == " line 5")
    #expect(screen.positionText == "5–7/9" && changes == 2)
  }

  @Test("moves after the layout, before the first drawing")
  func typedAhead() {
    let screen = screen()
    screen.layOut(in: Size(columns: 20, rows: 3), hasStickyHeaders: true)
    screen.move(.pageDown)
    #expect(drawn(screen)[0] == " line 4")
  }

  @Test("reads its lines again on a redraw request and keeps its position")
  func redrawing() {
    let screen = screen()
    var changes = 0
    screen.onChange = { changes += 1 }
    _ = drawn(screen)
    screen.move(.down)
    page.texts[1] = "another"
    #expect(drawn(screen)[0] == " line 2")
    page.redraw()
    #expect(changes == 2)
    #expect(drawn(screen)[0] == " another")
    page.texts = ["alone"]
    page.redraw()
    #expect(drawn(screen) == [" alone", "", ""])
  }

  @Test("wraps long lines between words where possible")
  func breaking() {
    page.texts = ["one two three four", "abcdefghijklmnopqrstuvwxyz", "a bcdefghijklmnopqrst", "x"]
    #expect(
      drawn(screen(), columns: 16, rows: 8) == [
        " one two three", " four", " abcdefghijklmn", " opqrstuvwxyz", " a bcdefghijklm",
        " nopqrst", " x", "",
      ])
  }

  @Test("works next to a custom screen with only three members")
  func byHand() {
    let sign = Sign(page)
    #expect(drawn(sign) == ["sign", "", ""])
    #expect(sign.focusedScreen === sign && sign.focusedPage === page)
    #expect(sign.focusedList == nil && sign.focusedStatus == nil && sign.focusedTextInput == nil)
    #expect(sign.focusedScrolling == nil && sign.pointerInput == nil && sign.animation == nil)
    #expect(sign.focusedTextCursor == nil && !sign.focusNext() && !sign.sendKey(KeyPress(.tab)))

    let composed = ComposedScreen(
      page, ScreenContext(), [.screen(sign), .screen(screen())]
    ) { size in
      [
        Rect(column: 0, row: 0, columns: size.columns, rows: 1),
        Rect(column: 0, row: 1, columns: size.columns, rows: size.rows - 1),
      ]
    }
    var changes = 0
    composed.onChange = { changes += 1 }
    #expect(drawn(composed) == ["sign", " line 1", " line 2"])
    #expect(composed.focusNext() && composed.focusedStatus?.positionText == "1–2/9")
    composed.focusedScrolling?.move(.down)
    #expect(drawn(composed) == ["sign", " line 2", " line 3"])
    #expect(changes == 1 && composed.focusedPage === page)
  }
}
