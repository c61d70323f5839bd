import Mocoa
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("A form screen")
struct FormScreenTests {
  final class Form: FormPageViewModel {
    private(set) var count = 0
    override func confirm() throws {
      if fields[0].text == "no" { throw FormError("no is no name", field: 0) }
      count += 1
    }
  }

  private let form: Form
  private let screen: FormScreen

  init() throws {
    let options = PageOptions(url: try ModuleURL("mocoa://h/form"))
    form = Form(
      options: options,
      fields: [
        .init("first name", "Ada"), .init("名", "日本語"), .init("e\u{301}", "", isRequired: false),
      ])
    screen = try #require(form.makeScreen(ScreenContext()) as? FormScreen)
  }

  /// Returns the rows of the form in a window.
  private func draw(_ columns: Int, _ rows: Int) -> [String] {
    var surface = Surface(size: Size(columns: columns, rows: rows))
    screen.layOut(in: surface.size, hasStickyHeaders: true)
    surface.draw { screen.draw(into: &$0) }
    #expect(surface.invariantViolation() == nil)
    return surface.description.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
  }

  private func press(_ keys: KeyPress...) {
    for key in keys { #expect(screen.press(key), "\(key)") }
  }

  private func type(_ text: String) {
    for scalar in text.unicodeScalars { press(.character(scalar)) }
  }

  @Test("shows labels, texts and the text cursor")
  func drawing() {
    #expect(
      draw(40, 3) == [" ▌ first name  Ada", "   名          日本語", "   e\u{301}"])
    #expect(screen.textCursor == Point(column: 18, row: 0))
    #expect(screen.positionText == "1/3")
    press(KeyPress(.down))
    _ = draw(40, 3)
    #expect(screen.textCursor == Point(column: 21, row: 1))
  }

  @Test("wraps around on Tab, and stops at the ends on ↑↓")
  func moving() {
    press(KeyPress(.up))
    #expect(screen.positionText == "1/3")
    press(KeyPress(.backTab))
    #expect(screen.positionText == "3/3")
    press(KeyPress(.down))
    #expect(screen.positionText == "3/3")
    press(KeyPress(.tab))
    #expect(screen.positionText == "1/3")
    screen.move(.last)
    #expect(screen.positionText == "3/3")
    screen.scroll(by: -3)
    #expect(screen.positionText == "2/3")
    #expect(!screen.click(at: Point(column: 5, row: 0)))
    #expect(screen.positionText == "1/3")
    #expect(screen.move(toItem: 2) && !screen.move(toItem: 4) && !screen.move(toItem: 0))
    #expect(screen.positionText == "2/3")
  }

  @Test("edits typed and pasted text, with marks and wide characters")
  func writing() {
    press(KeyPress(.backspace), KeyPress(.backspace))
    type("qQ:?e\u{301}界")
    #expect(form.fields[0].text == "AqQ:?e\u{301}界")
    press(.control("a"), .control("k"))
    #expect(form.fields[0].text == "")
    #expect(screen.paste("x\ny"))
    #expect(form.fields[0].text == "x y")
    #expect(!screen.paste(String(repeating: "z", count: 5000)))
    #expect(form.fields[0].text.count == LineEditor.limit)
  }

  @Test("ignores keys without a meaning")
  func others() {
    for key in [KeyPress(.escape), KeyPress(.function(1)), .control("l"), .control("c")] {
      #expect(!screen.press(key))
    }
    #expect(!screen.press(KeyPress(.character("x"), .alt)))
    #expect(form.fields[0].text == "Ada")
  }

  @Test("confirms on Enter, and shows errors until the next key")
  func confirming() {
    press(KeyPress(.enter))
    #expect(form.count == 1)
    press(.control("u"), KeyPress(.tab), KeyPress(.enter))
    #expect(screen.statusText == "first name is empty")
    #expect(screen.positionText == "1/3")
    type("no")
    #expect(screen.statusText == "")
    press(KeyPress(.tab), KeyPress(.tab), KeyPress(.enter))
    #expect(screen.statusText == "no is no name")
    #expect(screen.positionText == "1/3")
    #expect(form.count == 1)
  }

  @Test("scrolls long text so that the cursor stays visible")
  func longTexts() {
    press(.control("u"))
    type(String(repeating: "界", count: 30))
    #expect(draw(20, 3)[0] == " ▌ first…  界界界界")
    #expect(screen.textCursor == Point(column: 19, row: 0))
    press(KeyPress(.home))
    #expect(draw(20, 3)[0] == " ▌ first…  界界界界")
    #expect(screen.textCursor == Point(column: 11, row: 0))
    press(KeyPress(.tab))
    // A field without focus marks truncated text.
    #expect(draw(20, 3)[0] == "   first…  界界界…")
  }

  @Test("shows the focused field and its cursor at every size")
  func sizes() {
    for rows in 0...4 {
      for columns in 0...24 {
        for field in 1...3 {
          #expect(screen.move(toItem: field))
          let drawn = draw(columns, rows)
          guard rows > 0, columns > 1 else { continue }
          #expect(drawn.contains { $0.hasPrefix(" ▌") })
          guard let cursor = screen.textCursor else {
            Issue.record("no cursor at \(columns) × \(rows)")
            continue
          }
          #expect((0..<columns).contains(cursor.column) && (0..<rows).contains(cursor.row))
        }
      }
    }
  }

  @Test("confirms a form without fields")
  func nothing() throws {
    let empty = FormPageViewModel(
      options: PageOptions(url: try ModuleURL("mocoa://h/form")), fields: [])
    let screen = FormScreen(empty, theme: .standard)
    for key in [KeyPress(.tab), KeyPress(.up), KeyPress(.down), KeyPress(.enter)] {
      #expect(screen.press(key))
    }
    #expect(!screen.press(.character("x")) && !screen.paste("x"))
    screen.layOut(in: Size(columns: 9, rows: 3), hasStickyHeaders: true)
    #expect(screen.positionText == "" && screen.textCursor == nil)
  }

  @Test("receives keys as a pane only while it is focused")
  func embedding() throws {
    let registry = ModuleRegistry()
    registry.define("mocoa://h/form").page("form") { Form(options: $0, fields: [.init("name")]) }
    registry.define("mocoa://h/note").page("note") { PageViewModel(url: $0.url) }
    registry.define("mocoa://h/desk").page("desk") { PageViewModel(url: $0.url) }
    let navigator = Navigator(registry: registry)
    let desk = try navigator.push(ModuleURL("mocoa://h/desk"))
    let pages = try ["note", "form"].map { try desk.embed(ModuleURL("mocoa://h/\($0)")) }
    let screen = ComposedScreen(desk, ScreenContext(), pages.map { .page($0) }) { size in
      [
        Rect(column: 0, row: 0, columns: size.columns, rows: 2),
        Rect(column: 4, row: 2, columns: size.columns - 4, rows: 1),
      ]
    }
    #expect(screen.focusedTextInput == nil && screen.focusedTextCursor == nil)
    #expect(!screen.sendKey(.character("x")))
    #expect(screen.focusNext())
    let input = try #require(screen.focusedTextInput)
    #expect(screen.sendKey(.character("x")) && input.paste("y"))
    var surface = Surface(size: Size(columns: 30, rows: 3))
    screen.layOut(in: surface.size, hasStickyHeaders: true)
    surface.draw { screen.draw(into: &$0) }
    #expect(surface.description.hasSuffix("     ▌ name  xy"))
    #expect(screen.focusedTextCursor == Point(column: 15, row: 2))
  }
}
