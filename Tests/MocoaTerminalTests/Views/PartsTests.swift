import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("The panes of a screen")
struct PartsTests {
  final class Form: FormPageViewModel {
    private(set) var count = 0
    override func confirm() {
      count += 1
      finish(with: fields[0].text)
    }
  }

  final class ItemViewModel: CellViewModel<SampleItem> {
    override var content: TextContent? { TextContent([.init("item \(model.id)", .title)]) }
  }

  private let registry = ModuleRegistry()
  private let navigator: Navigator
  private let desk: PageViewModel

  init() throws {
    let items = registry.define("mocoa://items/")
    items.section.cell.register(ItemViewModel.self)
    registry.define("mocoa://h/list").page("list") { options in
      let count = try options.optionalInt("count") ?? 3
      return ListPageViewModel(
        url: options.url,
        list: ListViewModel(
          source: FakeListSource((0..<count).map { SampleItem($0) }), module: items))
    }
    registry.define("mocoa://h/form").page("form") {
      Form(options: $0, fields: [.init("first"), .init("last")])
    }
    registry.define("mocoa://h/note").page("note") { PageViewModel(url: $0.url) }
    registry.define("mocoa://h/:/item").register(ItemViewModel.self)
    navigator = Navigator(registry: registry)
    desk = try navigator.push(ModuleURL("mocoa://h/note"))
  }

  private func embed(_ names: String...) throws -> [PageViewModel] {
    try names.map { try desk.embed(ModuleURL("mocoa://h/\($0)")) }
  }

  /// Returns a screen of pages below each other, with the given numbers of rows.
  private func stacked(_ parts: [ComposedScreen.Pane], rows: [Int]) -> ComposedScreen {
    ComposedScreen(desk, ScreenContext(), parts) { Self.stack(rows, in: $0) }
  }

  private static func stack(_ rows: [Int], in size: Size) -> [Rect] {
    var top = 0
    return rows.map { count in
      defer { top += count }
      return Rect(
        column: 0, row: min(top, size.rows), columns: size.columns,
        rows: min(count, size.rows - top))
    }
  }

  @discardableResult
  private func drawn(_ screen: any Screen, columns: Int = 30, rows: Int = 6) -> [String] {
    screen.layOut(in: Size(columns: columns, rows: rows), hasStickyHeaders: true)
    return MocoaTerminalTests.rows(
      surface(columns: columns, rows: rows) { screen.draw(into: &$0) })
  }

  // MARK: - Focus

  @Test("leave a form on Tab after its last field, and backward")
  func leavingForm() throws {
    let pages = try embed("form", "note", "form")
    let screen = stacked(pages.map { .page($0) }, rows: [2, 2, 2])
    drawn(screen)
    #expect(screen.sendKey(KeyPress(.tab)) && screen.focusedStatus?.positionText == "2/2")
    #expect(screen.focusedPage === pages[0])
    #expect(screen.sendKey(KeyPress(.tab)))
    #expect(screen.focusedPage === pages[1] && screen.focusedTextInput == nil)
    #expect(screen.focusNext() && screen.focusedPage === pages[2])
    // Wraps around, and backward.
    #expect(screen.sendKey(KeyPress(.tab)) && screen.sendKey(KeyPress(.tab)))
    #expect(screen.focusedPage === pages[0] && screen.focusedStatus?.positionText == "1/2")
    #expect(screen.sendKey(KeyPress(.backTab)))
    #expect(screen.focusedPage === pages[2] && screen.focusedStatus?.positionText == "2/2")
  }

  @Test("move the focus backward on Back-Tab, also through nested panes")
  func backwards() throws {
    let pages = try embed("form", "form", "form")
    let inner = stacked([.page(pages[0]), .page(pages[1])], rows: [2, 2])
    let screen = stacked([.screen(inner), .page(pages[2])], rows: [4, 2])
    drawn(screen)
    func place() -> String {
      let index = pages.firstIndex { $0 === screen.focusedPage } ?? -1
      return "\(index) \(screen.focusedStatus?.positionText ?? "")"
    }
    var way = [place()]
    for _ in 1..<6 {
      #expect(screen.sendKey(KeyPress(.tab)))
      way.append(place())
    }
    #expect(way == ["0 1/2", "0 2/2", "1 1/2", "1 2/2", "2 1/2", "2 2/2"])
    #expect(screen.sendKey(KeyPress(.tab)) && place() == way[0])
    for expected in way.reversed() {
      #expect(screen.sendKey(KeyPress(.backTab)) && place() == expected)
    }
  }

  @Test("keep Tab in a form that is the only pane")
  func onlyForm() throws {
    let pages = try embed("form")
    let screen = stacked(pages.map { .page($0) }, rows: [2])
    drawn(screen)
    #expect(screen.sendKey(KeyPress(.tab)) && screen.focusedStatus?.positionText == "2/2")
    #expect(!screen.sendKey(KeyPress(.tab)) && screen.focusedStatus?.positionText == "1/2")
    #expect(!screen.focusNext() && screen.focusedPage === pages[0])
  }

  @Test("focus all nested panes in order, then start again")
  func nesting() throws {
    let pages = try embed("note", "list", "list?count=9")
    let inner = stacked([.page(pages[0]), .page(pages[1])], rows: [1, 1])
    let screen = stacked([.screen(inner), .page(pages[2])], rows: [2, 2])
    drawn(screen)
    for page in [pages[0], pages[1], pages[2], pages[0], pages[1], pages[2]] {
      #expect(screen.focusedPage === page)
      #expect(screen.focusNext())
    }
    // If the only pane has panes, the focus wraps around among them.
    let around = stacked([.screen(inner)], rows: [2])
    drawn(around)
    for _ in 0..<3 { #expect(around.focusNext()) }
  }

  @Test("leave forms in nested panes on Tab")
  func nestedForms() throws {
    let pages = try embed("form", "form", "form")
    let inner = stacked([.page(pages[0]), .page(pages[1])], rows: [2, 2])
    let screen = stacked([.screen(inner), .page(pages[2])], rows: [4, 2])
    drawn(screen)
    for page in [0, 0, 1, 1, 2, 2, 0] {
      #expect(screen.focusedPage === pages[page])
      #expect(screen.sendKey(KeyPress(.tab)))
    }
  }

  @Test("skip panes without space in the window")
  func emptyFrames() throws {
    let pages = try embed("note", "list", "form")
    let screen = stacked(pages.map { .page($0) }, rows: [0, 2, 2])
    drawn(screen)
    #expect(screen.focusedPage === pages[1])
    #expect(screen.focusNext() && screen.focusedPage === pages[2])
    #expect(screen.focusNext() && screen.focusedPage === pages[1])
    _ = screen.focusNext()
    // In a lower window the form has no space, and therefore no focus.
    drawn(screen, rows: 2)
    #expect(screen.focusedPage === pages[1])
    #expect(screen.focusedTextInput == nil && screen.focusedTextCursor == nil)
    drawn(screen)
    #expect(screen.focusedPage === pages[2])
    drawn(screen, rows: 2)
    #expect(!screen.focusNext(), "there is no other")
  }

  // MARK: - Changing panes

  @Test("remove a page that has returned its result")
  func answering() throws {
    let note = try #require(try embed("note").first)
    var answers: [String] = []
    let page = try desk.embed(ModuleURL("mocoa://h/form")) {
      answers.append($0 as? String ?? "none")
    }
    let form = try #require(page as? Form)
    let screen = stacked([.page(form), .page(note)], rows: [2, 2])
    var changes = 0
    screen.onChange = { changes += 1 }
    #expect(drawn(screen)[0].contains("first"))
    for key in [KeyPress.character("x"), KeyPress(.tab), KeyPress.character("y")] {
      #expect(screen.sendKey(key))
    }
    #expect(screen.sendKey(KeyPress(.enter)))
    #expect(answers == ["x"] && form.count == 1 && changes > 0)
    #expect(screen.focusedPage === note && screen.focusedTextInput == nil)
    #expect(!screen.sendKey(KeyPress(.enter)) && form.count == 1)
    let rows = drawn(screen)
    #expect(!rows[0].contains("first"))
    #expect(rows[2].contains("placeholder"), "the others stay in place")
  }

  @Test("can embed a page during the first request for panes")
  func embeddingWhileAsked() throws {
    final class Tab {
      var isOpen = false
      var page: PageViewModel?
      var count = 0
    }
    let tab = Tab()
    let screen = ComposedScreen(desk, ScreenContext()) { [desk] in
      guard tab.isOpen else { return [] }
      if tab.page == nil {
        tab.count += 1
        tab.page = try? desk.embed(ModuleURL("mocoa://h/list"))
      }
      return tab.page.map { [.page($0)] } ?? []
    } arrange: {
      Self.stack([3], in: $0)
    }
    tab.isOpen = true
    desk.redraw()
    #expect(tab.count == 1 && drawn(screen)[0].contains("item 0"))
    #expect(screen.focusedPage === tab.page && desk.children.count == 1)
  }

  @Test("are requested again when a page is embedded or removed")
  func asking() throws {
    let screen = ComposedScreen(desk, ScreenContext()) { [desk] in
      desk.children.compactMap { $0 as? PageViewModel }.map { .page($0) }
    } arrange: {
      Self.stack([2, 2], in: $0)
    }
    var changes = 0
    screen.onChange = { changes += 1 }
    #expect(drawn(screen) == Array(repeating: "", count: 6))
    let list = try #require(try embed("list").first as? ListPageViewModel)
    #expect(changes == 1)
    #expect(drawn(screen)[0...1] == [" ▌ item 0", "   item 1"])
    screen.focusedScrolling?.move(.down)
    let form = try #require(try embed("form").first)
    #expect(drawn(screen)[2].contains("first"))
    #expect(screen.focusedStatus?.positionText == "2/3", "the screen of the list is the same")
    let cell = list.list.cell(at: ItemPath(section: 0, item: 0))
    #expect(cell.isDisplayed)
    list.removeFromParent()
    #expect(!cell.isDisplayed)
    #expect(drawn(screen)[0].contains("first") && screen.focusedPage === form)
  }

  // MARK: - Display events

  @Test("end the display of a module without space in the window")
  func displayed() throws {
    let url = try ModuleURL("mocoa://h/:/item")
    let module = desk.embedModule(url, options: ["model": SampleItem(1)])
    let screen = stacked([.module(module)], rows: [1])
    drawn(screen)
    #expect(module.isDisplayed)
    drawn(screen, rows: 0)
    #expect(!module.isDisplayed)
    drawn(screen)
    #expect(module.isDisplayed)
    module.removeFromParent()
    #expect(!module.isDisplayed && drawn(screen)[0] == "")
  }

  @Test("end the display of a list without space in the window")
  func displayedList() throws {
    let list = try #require(try embed("list").first as? ListPageViewModel)
    let screen = stacked([.page(list)], rows: [3])
    drawn(screen)
    let cell = list.list.cell(at: ItemPath(section: 0, item: 0))
    #expect(cell.isDisplayed)
    drawn(screen, columns: 0)
    #expect(!cell.isDisplayed)
  }

  @Test("display a placeholder only in debug mode")
  func placeholder() throws {
    let viewModel = desk.embedModule(try ModuleURL("mocoa://h/:/nobody"))
    let module = EmbeddedModule(viewModel, ScreenContext())
    _ = surface(columns: 30, rows: 2) { module.draw(into: &$0) }
    #expect(!viewModel.isDisplayed)
    module.context.isDebugging = true
    _ = surface(columns: 30, rows: 2) { module.draw(into: &$0) }
    #expect(viewModel.isDisplayed)
  }

  // MARK: - Rows

  @Test("have a preferred row count if all panes have one")
  func neededRows() throws {
    let pages = try embed("form", "list")
    let module = desk.embedModule(
      try ModuleURL("mocoa://h/:/item"), options: ["model": SampleItem(1)])
    let screen = ComposedScreen(
      desk, ScreenContext(), [.page(pages[0]), .module(module), .page(pages[1])]
    ) { size in
      let half = size.rows / 2
      return [
        Rect(column: 0, row: 1, columns: size.columns, rows: half - 1),
        Rect(column: 0, row: 0, columns: size.columns, rows: 1),
        Rect(column: 0, row: half, columns: size.columns, rows: size.rows - half),
      ]
    }
    #expect(screen.preferredRowCount == nil, "unknown before the first frame")
    drawn(screen)
    #expect(screen.preferredRowCount == 6)
    drawn(screen, rows: 12)
    #expect(screen.preferredRowCount == 6, "however many it has")
    let long = stacked(try embed("form", "list?count=99").map { .page($0) }, rows: [2, 2])
    drawn(long)
    #expect(long.preferredRowCount == nil)
    let none = stacked([], rows: [])
    drawn(none)
    #expect(none.preferredRowCount == nil)
  }

  @Test("give a list of up to 20 items its preferred row count", arguments: [0, 1, 7, 20, 21, 500])
  func listRows(count: Int) throws {
    let page = try #require(try embed("list?count=\(count)").first)
    let screen = page.makeScreen(ScreenContext())
    #expect(screen.selfSizing?.preferredRowCount == nil)
    for rows in [3, 30] {
      drawn(screen, rows: rows)
      screen.focusedScrolling?.move(.last)
      drawn(screen, rows: rows)
      #expect(screen.selfSizing?.preferredRowCount == ((1...20).contains(count) ? count : nil))
    }
  }
}
