import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

/// Example 10 of the original: a single module in another screen, and pages side by side.
@MainActor
@Suite("A composed screen")
struct ComposedScreenTests {
  struct Album: CellModel, RecordDecodable, Equatable {
    let title: String
    let year: Int?

    init(title: String, year: Int? = nil) { (self.title, self.year) = (title, year) }

    init(_ record: some FieldReadable) throws {
      title = try record.string("title")
      year = try record.optionalInteger("year")
    }

    var itemID: ItemID { ItemID(title) }
  }

  final class AlbumViewModel: CellViewModel<Album> {
    var told: [String] = []

    override var content: TextContent? {
      TextContent([.init(model.title, .title), .init(model.year.map { "\($0)" } ?? "", .number)])
    }

    override func willDisplay() { told.append("will display") }
    override func didEndDisplaying() { told.append("did end") }
  }

  struct AlbumView: CellView {
    func height(of viewModel: AlbumViewModel, columns: Int) -> Int { 2 }

    func draw(_ album: AlbumViewModel, into canvas: inout Canvas, _ context: CellContext) {
      canvas.write("♪ \(album.model.title)", at: Point(column: 0, row: 1))
    }
  }

  /// A page with two lists and an album.
  final class Desk: PageViewModel {
    var album: AnyCellViewModel?
    var lists: [PageViewModel] = []

    override func prepare() {
      guard let url = try? ModuleURL("mocoa://h/:/album?title=Blue%20Train") else { return }
      album = embedModule(url, options: ["year": 1958])
      for name in ["left", "right"] {
        if let list = try? ModuleURL("mocoa://h/\(name)") {
          lists += (try? embed(list)).map { [$0] } ?? []
        }
      }
    }
  }

  private let registry = ModuleRegistry()
  private let navigator: Navigator

  init() {
    let items = registry.define("mocoa://items/")
    items.section.cell.register(ItemViewModel.self)
    for (name, first) in [("left", 0), ("right", 100)] {
      registry.define("mocoa://h/\(name)").page(name) { options in
        let source = FakeListSource((first..<first + 9).map { SampleItem($0) })
        return ListPageViewModel(
          url: options.url, list: ListViewModel(source: source, module: items))
      }
    }
    registry.define("mocoa://h/:/album").register(AlbumViewModel.self)
    registry.define("mocoa://h/desk").page("Desk") { Desk(url: $0.url) }.screen {
      (page: Desk, context) in
      ComposedScreen(
        page, context, page.lists.map { .page($0) } + (page.album.map { [.module($0)] } ?? [])
      ) { size in
        let half = size.columns / 2
        return [
          Rect(column: 0, row: 1, columns: half, rows: size.rows - 1),
          Rect(column: half, row: 1, columns: size.columns - half, rows: size.rows - 1),
          Rect(column: 1, row: 0, columns: size.columns - 1, rows: 1),
        ]
      }
    }
    navigator = Navigator(registry: registry)
  }

  final class ItemViewModel: CellViewModel<SampleItem> {
    override var content: TextContent? { TextContent([.init("item \(model.id)", .title)]) }
    override var destination: ModuleURL? { try? ModuleURL("mocoa://h/\(model.id)") }
  }

  private func open(_ url: String) throws -> PageViewModel { try navigator.push(ModuleURL(url)) }

  private func drawn(_ screen: any Screen, columns: Int = 40, rows: Int = 4) -> [String] {
    screen.layOut(in: Size(columns: columns, rows: rows), hasStickyHeaders: true)
    screen.commitLayout()
    return MocoaTerminalTests.rows(
      surface(columns: columns, rows: rows) { screen.draw(into: &$0) })
  }

  // F65.
  @Test("shows pages side by side, and a single module")
  func drawing() throws {
    let screen = try open("mocoa://h/desk").makeScreen(ScreenContext())
    #expect(
      drawn(screen) == [
        " Blue Train  1958",
        " ▌ item 0            ▌ item 100",
        "   item 1              item 101",
        "   item 2              item 102",
      ])
    for columns in [0, 1, 7] { _ = drawn(screen, columns: columns, rows: columns) }
  }

  @Test("moves the focus from page to page and around")
  func focus() throws {
    let screen = try open("mocoa://h/desk").makeScreen(ScreenContext())
    _ = drawn(screen)
    screen.focusedScrolling?.move(.down)
    #expect(screen.focusedStatus?.positionText == "2/9")
    #expect(screen.focusedPage.title == "left")
    #expect((screen.focusedList?.currentCell as? ItemViewModel)?.model.id == 1)
    #expect(screen.focusedList?.fragment == "1")
    #expect(screen.focusNext())
    #expect(screen.focusedPage.title == "right")
    screen.focusedScrolling?.move(.last)
    #expect(screen.focusedStatus?.positionText == "9/9")
    #expect(drawn(screen)[2] == " ▌ item 1              item 107")
    #expect(screen.focusNext())
    #expect(screen.focusedStatus?.positionText == "2/9")
    // The first click moves the focus, and the second one selects.
    let pointerInput = try #require(screen.pointerInput)
    #expect(!pointerInput.click(at: Point(column: 25, row: 3)))
    #expect(screen.focusedPage.title == "right")
    #expect(pointerInput.click(at: Point(column: 25, row: 3)))
    #expect(!pointerInput.click(at: Point(column: 2, row: 0)), "a module takes no clicks")
    #expect(screen.focusedScrolling?.move(toItem: 2) == true)
    #expect(screen.focusedStatus?.positionText == "2/9")
    #expect(screen.focusedList?.toggleMark() == true)
    #expect(screen.focusedStatus?.statusText.contains("1 marked") == true)
    // Table columns and their headers belong to one pane.
    screen.focusedList?.rowColumns = TableColumns(.requested(["name"])) { _, names in
      names.map { .string($0) }
    }
    let rows = drawn(screen)
    let row = try #require(rows.firstIndex { $0.contains("name") })
    let start = try #require(rows[row].firstRange(of: "name")?.lowerBound)
    let column = rows[row].distance(from: rows[row].startIndex, to: start)
    #expect(pointerInput.columnField(at: Point(column: column, row: row)) == "name")
    #expect(pointerInput.columnField(at: Point(column: column, row: row + 1)) == nil)
    #expect(pointerInput.columnField(at: Point(column: 2, row: row)) == nil)
  }

  @Test("displays a module while it is drawn, and redraws it on request")
  func module() throws {
    let page = try #require(try open("mocoa://h/desk") as? Desk)
    let screen = page.makeScreen(ScreenContext())
    var changes = 0
    screen.onChange = { changes += 1 }
    let album = try #require(page.album as? AlbumViewModel)
    #expect(album.told == [] && !album.isDisplayed)
    _ = drawn(screen)
    _ = drawn(screen)
    #expect(album.told == ["will display"] && album.isDisplayed)
    album.emit(.redraw)
    #expect(changes == 1)
    screen.endDisplaying()
    #expect(album.told == ["will display", "did end"] && !album.isDisplayed)
  }

  @Test("notifies a module and a list once for each committed layout")
  func committing() throws {
    let page = try #require(try open("mocoa://h/desk") as? Desk)
    let screen = page.makeScreen(ScreenContext())
    let album = try #require(page.album as? AlbumViewModel)
    let list = try #require(page.lists.first as? ListPageViewModel).list
    let size = Size(columns: 40, rows: 4)
    for _ in 0..<2 {
      screen.layOut(in: size, hasStickyHeaders: true)
      _ = surface(columns: 40, rows: 4) { screen.draw(into: &$0) }
    }
    #expect(album.told == [] && list.highlightedViewModel == nil)
    screen.endDisplaying()
    screen.commitLayout()
    #expect(album.told == [], "the layout was discarded")
    screen.layOut(in: size, hasStickyHeaders: true)
    for _ in 0..<2 { screen.commitLayout() }
    #expect(album.told == ["will display"] && list.highlightedViewModel != nil)
    screen.layOut(in: Size(columns: 40, rows: 0), hasStickyHeaders: true)
    #expect(album.told == ["will display"])
    screen.commitLayout()
    screen.endDisplaying()
    #expect(album.told == ["will display", "did end"])
  }

  @Test(
    "draws a single module by view, else content, else placeholder")
  func embedding() throws {
    let page = try open("mocoa://h/desk")
    func module(
      _ url: String, _ options: [String: (any Sendable)?] = [:], debug: Bool = true
    ) throws -> EmbeddedModule {
      EmbeddedModule(
        page.embedModule(try ModuleURL(url), options: options), ScreenContext(isDebugging: debug))
    }
    func lines(_ module: EmbeddedModule, rows: Int = 2) -> [String] {
      MocoaTerminalTests.rows(surface(columns: 80, rows: rows) { module.draw(into: &$0) })
    }
    let given = try module("mocoa://h/:/album", ["model": Album(title: "Olé")])
    #expect(given.rows(columns: 60) == 1)
    #expect(lines(given, rows: 1) == ["Olé"])
    let wrong = try module("mocoa://h/:/album?name=x")
    #expect(wrong.rows(columns: 60) == 2)
    #expect(
      lines(wrong)[0].contains("h/:/album: model mismatch: field \"title\" is missing"))
    let nobody = try module("mocoa://h/:/nobody?a=1")
    #expect(lines(nobody)[0].contains("h/:/nobody: unregistered kind"))
    #expect(lines(nobody)[1].contains("{\"a\": \"1\"}"))
    let hidden = try module("mocoa://h/:/nobody", debug: false)
    #expect(hidden.rows(columns: 60) == 0)
    #expect(lines(hidden) == ["", ""])
    registry.define("mocoa://h/:/album").register(AlbumViewModel.self).view(AlbumView.self)
    let viewed = try module("mocoa://h/:/album?title=Giant")
    #expect(viewed.rows(columns: 60) == 2)
    #expect(lines(viewed) == ["", "♪ Giant"])
    #expect(page.registryHas("mocoa://h/:/nobody") == false, "asking creates nothing")
  }

  @Test("shows a message if the screen fits another page class")
  func wrongPage() throws {
    registry.define("mocoa://h/wrong").page("Wrong") { PageViewModel(url: $0.url) }
      .screen { (page: Desk, context) in ComposedScreen(page, context, []) { _ in [] } }
    let screen = try open("mocoa://h/wrong").makeScreen(ScreenContext())
    #expect(drawn(screen, columns: 70)[1].hasSuffix("expects Desk, got PageViewModel"))
    #expect(!screen.focusNext())
  }

  @Test("focuses panes that are visible only when focused")
  func folding() throws {
    let page = try #require(try open("mocoa://h/desk") as? Desk)
    let screen = ComposedScreen(
      page, ScreenContext(), parts: { page.lists.map { .page($0) } },
      arrangeFor: { size, attended in
        let none = Rect(Size(columns: 0, rows: 0))
        return attended == 1 ? [none, Rect(size)] : [Rect(size), none]
      })
    #expect(drawn(screen, rows: 1) == [" ▌ item 0"])
    #expect(screen.focusNext() && screen.focusedPage === page.lists[1])
    #expect(drawn(screen, rows: 1) == [" ▌ item 100"])
    screen.focusedScrolling?.move(.down)
    #expect(screen.focusNext() && drawn(screen, rows: 1) == [" ▌ item 0"])
    #expect(screen.focusNext() && drawn(screen, rows: 1) == [" ▌ item 101"])
  }

  @Test("pins an unmoved cursor to its current item on request")
  func holding() throws {
    let source = FakeListSource([SampleItem(1), SampleItem(2)])
    let page = ListPageViewModel(
      url: try ModuleURL("mocoa://h/list"),
      list: ListViewModel(source: source, module: registry.define("mocoa://items/")))
    let screen = ListScreen(page, theme: .standard, isDebugging: false)
    screen.motion = .off
    #expect(drawn(screen, rows: 2) == [" ▌ item 1", "   item 2"])
    source.show([SampleItem(0), SampleItem(1)])
    #expect(drawn(screen, rows: 2) == [" ▌ item 0", "   item 1"])
    screen.pinCursor()
    source.show([SampleItem(3), SampleItem(0)])
    #expect(drawn(screen, rows: 2) == ["   item 3", " ▌ item 0"])
    #expect(page.list.highlightedViewModel?.path == ItemPath(section: 0, item: 1))
  }

  @Test("shows the empty message of the page")
  func emptiness() throws {
    final class Shelf: ListPageViewModel {
      override var emptyMessage: String { "no books yet" }
    }
    let page = Shelf(
      url: try ModuleURL("mocoa://h/list"),
      list: ListViewModel(
        source: FakeListSource([SampleItem]()), module: registry.define("mocoa://items/")))
    let screen = ListScreen(page, theme: .standard, isDebugging: false)
    #expect(drawn(screen, rows: 1) == ["   no books yet"])
  }
}

extension PageViewModel {
  fileprivate func registryHas(_ url: String) -> Bool {
    var all: [String] = []
    for root in navigator?.registry.roots ?? [] { root.forEach { all.append("\($0.url)") } }
    return all.contains(url)
  }
}
