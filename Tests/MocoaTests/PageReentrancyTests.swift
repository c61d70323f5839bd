import Mocoa
import MocoaTestSupport
import Testing

/// A page that runs an action during its preparation or in one of its hooks.
@MainActor
private final class WildPage: PageViewModel {
  /// A stage that records all pages and determines their actions.
  @MainActor
  final class Keeper {
    var pages: [WildPage] = []
    var ended: [WildPage] = []
    var opened: Set<String> = []
    var told: [String: [String]] = [:]
    var perform: ((Character, WildPage) -> Void)?

    /// Opens a page and records its result.
    func open(_ name: String, _ body: (@escaping Navigator.ResultHandler) throws -> PageViewModel)
      throws
    {
      _ = try body { self.told[name, default: []].append($0.map { "\($0)" } ?? "nil") }
      opened.insert(name)
    }
  }

  private weak var keeper: Keeper?

  /// The notifications, in order.
  private(set) var life = ""

  init(_ options: PageOptions, _ keeper: Keeper) {
    self.keeper = keeper
    super.init(options: options)
    keeper.pages.append(self)
  }

  private func note(_ moment: Character) {
    life.append(moment)
    keeper?.perform?(moment, self)
  }

  override func prepare() { note("!") }
  override func willAppear() { note("+") }
  override func didAppear() { note("*") }
  override func willDisappear() { note("-") }
  override func didDisappear() { note(".") }

  /// A Boolean value that indicates whether preparation came first and all four hooks followed in
  /// order.
  var isInOrder: Bool {
    let hooks = life.drop { $0 == "!" }
    guard life.count - hooks.count <= 1, hooks.count % 4 == 0 else { return false }
    return hooks.isEmpty
      || (life.first == "!" && hooks == repeatElement("+*-.", count: hooks.count / 4).joined()[...])
  }
}

@Suite("Pages that navigate while they are created, prepared or notified")
@MainActor
struct PageReentrancyTests {
  private let keeper = WildPage.Keeper()
  private let registry = ModuleRegistry()
  private let navigator: Navigator

  init() {
    let keeper = keeper
    for name in ["a", "b", "c", "x", "x/sub"] {
      registry.define("mocoa://h/\(name)").page(name) { options in
        let page = WildPage(options, keeper)
        keeper.perform?("m", page)
        return page
      }
    }
    navigator = Navigator(registry: registry)
    navigator.onPageClosed = { page in
      if let page = page as? WildPage { keeper.ended.append(page) }
    }
  }

  private func url(_ name: String) throws -> ModuleURL { try ModuleURL("mocoa://h/\(name)") }

  /// Opens the pages of an earlier run, of which a single page is awake.
  private func restore(_ tabs: [(names: [String], shown: Int)], selected: Int = 0) throws {
    navigator.restore(
      NavigatorState(
        tabs: try tabs.map { .init(urls: try $0.names.map(url), shown: $0.shown) },
        selected: selected))
  }

  /// Sets an action of the first page with a name, which runs once.
  private func at(
    _ moment: Character, of name: String = "x", _ action: @escaping (WildPage) -> Void
  ) {
    keeper.perform = { [keeper] now, page in
      guard now == moment, page.url.description == "mocoa://h/\(name)" else { return }
      keeper.perform = nil
      action(page)
    }
  }

  // MARK: - All combinations

  private static let moments: [Character] = ["m", "!", "+", "*", "-", "."]

  private nonisolated static let ways = [
    "push", "present", "openTab", "openTabs", "embed", "back", "forward", "pop", "out", "selectTab",
    "closeTab", "restore", "answer", "dismiss",
  ]

  private static let actions = [
    "close", "closeTab", "back", "forward", "pop", "dismiss", "out", "push", "present", "openTab",
    "openTabs", "select 0", "select 1", "answer", "remove", "restore", "embed",
  ]

  private func go(_ way: String, _ arm: () -> Void) throws {
    let (x, b) = (try url("x"), try url("b"))
    switch way {
    case "back", "pop", "answer": try restore([(["x", "a"], 1), (["b"], 0)])
    case "forward": try restore([(["a", "x", "c"], 0), (["b"], 0)])
    case "out": try restore([(["x", "x/sub"], 1), (["b"], 0)])
    case "selectTab": try restore([(["a"], 0), (["x", "c"], 0)])
    case "closeTab": try restore([(["x"], 0), (["a"], 0)], selected: 1)
    case "restore": break
    default: try restore([(["b"], 0), (["c", "a"], 1)], selected: 1)
    }
    arm()
    switch way {
    case "push": try keeper.open("x") { try navigator.push(x, onResult: $0) }
    case "present": try keeper.open("x") { try navigator.present(x, onResult: $0) }
    case "openTab": try keeper.open("x") { try navigator.openTab(x, onResult: $0) }
    case "openTabs": navigator.openTabs([b, x, b])
    case "embed":
      let page = try #require(navigator.focusedPage)
      try keeper.open("x") { try page.embed(x, onResult: $0) }
    case "back": try navigator.goBack()
    case "forward": try navigator.goForward()
    case "pop": try navigator.pop()
    case "out": try navigator.goToParent()
    case "selectTab": navigator.selectTab(1)
    case "closeTab": navigator.closeTab()
    case "restore": try restore([(["c", "x", "a"], 1), (["b"], 0)])
    case "answer": navigator.focusedPage?.finish(with: 1)
    default:
      try keeper.open("x") { try navigator.present(x, onResult: $0) }
      navigator.dismiss()
    }
  }

  private func act(_ action: String, on page: WildPage) throws {
    let (b, c) = (try url("b"), try url("c"))
    switch action {
    case "close": navigator.closeAll()
    case "closeTab": navigator.closeTab()
    case "back": try navigator.goBack()
    case "forward": try navigator.goForward()
    case "pop": try navigator.pop()
    case "dismiss": navigator.dismiss()
    case "out": try navigator.goToParent()
    case "push": try keeper.open("inner") { try navigator.push(b, onResult: $0) }
    case "present": try keeper.open("inner") { try navigator.present(b, onResult: $0) }
    case "openTab": try keeper.open("inner") { try navigator.openTab(b, onResult: $0) }
    case "openTabs": navigator.openTabs([b, c])
    case "select 0": navigator.selectTab(0)
    case "select 1": navigator.selectTab(1)
    case "answer": page.finish(with: 7)
    case "remove": page.removeFromParent()
    case "restore": try restore([(["a", "b"], 1), (["c"], 0)])
    default: try keeper.open("inner") { try page.embed(c, onResult: $0) }
    }
  }

  @Test("never trap, lose no page, pair hooks and deliver results once", arguments: ways)
  func everything(way: String) throws {
    for moment in Self.moments {
      for action in Self.actions {
        let stage = PageReentrancyTests()
        // Some combinations are rejected and must not change anything.
        try? stage.go(way) {
          stage.at(moment) { page in try? stage.act(action, on: page) }
        }
        #expect(
          stage.navigator.shownPages.allSatisfy { $0.visibility == .shown && $0.isReady },
          "\(action) at \(moment)")
        // All remaining pages are closed in the usual ways.
        _ = try? stage.navigator.goBack()
        _ = try? stage.navigator.push(stage.url("a"))
        _ = try? stage.navigator.pop()
        stage.navigator.closeAll()
        #expect(stage.navigator.focusedPage == nil)
        stage.expectOrder("\(way), \(action) at \(moment)")
      }
    }
  }

  /// Verifies that all pages were notified in order, and that each waiting caller was notified
  /// once.
  private func expectOrder(_ comment: Comment) {
    for page in keeper.pages {
      #expect(page.isInOrder, "\(page.url) \(page.life): \(comment)")
      #expect(page.visibility == .hidden, "\(page.url): \(comment)")
      #expect(keeper.ended.filter { $0 === page }.count <= 1, "\(page.url): \(comment)")
    }
    #expect(keeper.opened == Set(keeper.told.keys), comment)
    #expect(keeper.told.values.allSatisfy { $0.count == 1 }, "\(keeper.told): \(comment)")
  }

  // MARK: - Effects

  @Test("that close everything leave nothing open")
  func closing() throws {
    try restore([(["x", "a"], 1)])
    at("!") { $0.navigator?.closeAll() }
    #expect(try navigator.goBack())
    #expect(navigator.focusedPage == nil)
    at("!") { $0.navigator?.closeAll() }
    try restore([(["x"], 0)])
    #expect(navigator.focusedPage == nil)
    try navigator.push(url("a"))
    at("!") { $0.navigator?.closeAll() }
    let page = try navigator.present(url("x"))
    #expect(navigator.focusedPage == nil && page.visibility == .hidden)
    expectOrder("closed")
  }

  @Test("that redirect stay before the new page in the history")
  func redirect() throws {
    try restore([(["a", "x"], 0)])
    at("!") { [keeper] page in
      try? keeper.open("b") { receiver in
        guard let navigator = page.navigator else { return page }
        return try navigator.push(ModuleURL("mocoa://h/b"), onResult: receiver)
      }
    }
    #expect(try navigator.goForward())
    #expect(navigator.history.map(\.description) == ["a", "x", "b"].map { "mocoa://h/\($0)" })
    #expect(keeper.told.isEmpty)
    navigator.closeAll()
    #expect(keeper.told == ["b": ["nil"]] && keeper.ended.count == 3)
  }

  @Test("that close their tab leave the other tabs unchanged")
  func closingTab() throws {
    try restore([(["a"], 0), (["x"], 0)])
    at("!") { $0.navigator?.closeTab() }
    navigator.selectTab(1)
    #expect(navigator.tabTitles == ["a"])
    #expect(navigator.history.map(\.description) == ["mocoa://h/a"])
  }

  @Test("that open themselves endlessly are rejected at a maximum depth", arguments: ["m", "!"])
  func endless(moment: String) throws {
    let url = try url("x")
    for isPresented in [false, true] {
      var refusals = 0
      keeper.perform = { [navigator] now, page in
        guard "\(now)" == moment else { return }
        do {
          _ = try isPresented ? navigator.present(url) : navigator.push(url)
        } catch {
          refusals += 1
        }
      }
      try navigator.push(url)
      #expect(refusals == 1)
      keeper.perform = nil
      navigator.closeAll()
    }
    expectOrder("endless")
  }

  @Test("that leave during creation are rejected; the visible page stays")
  func leftWhileMade() throws {
    try restore([(["x", "a"], 1)])
    at("m") { [navigator, url = try url("c")] _ in
      navigator.closeAll()
      _ = try? navigator.push(url)
    }
    let error = #expect(throws: Navigator.NavigationError.self) { try navigator.goBack() }
    #expect(error?.description == "mocoa://h/x: page was closed while opening")
    #expect(navigator.history.map(\.description) == ["mocoa://h/c"])
  }

  @Test("that return a result during preparation are not shown")
  func answering() throws {
    try navigator.push(url("a"))
    at("!") { $0.finish(with: 5) }
    try keeper.open("x") { try navigator.present(url("x"), onResult: $0) }
    #expect(keeper.told == ["x": ["5"]])
    #expect(navigator.shownPages.map(\.url.description) == ["mocoa://h/a"])
    #expect(keeper.pages.last?.life == "!")
  }

  @Test("that return a result as the first of a tab close it")
  func answeringTab() throws {
    try navigator.push(url("a"))
    try keeper.open("b") { try navigator.openTab(url("b"), onResult: $0) }
    navigator.focusedPage?.finish(with: 1)
    #expect(navigator.tabTitles == ["a"] && keeper.told == ["b": ["1"]])
    navigator.focusedPage?.finish(with: 2)
    #expect(navigator.tabTitles == ["a"], "the only tab stays")
  }

  @Test("notify the caller of an embedded page with its container")
  func embedded() throws {
    try navigator.push(url("a"))
    for leave in [{ _ = try? $0.pop() }, { $0.closeAll() }] as [(Navigator) -> Void] {
      if navigator.focusedPage == nil { try navigator.push(url("a")) }
      let outer = try navigator.push(url("b"))
      var inner = outer
      try keeper.open("c") {
        inner = try outer.embed(url("c"), onResult: $0)
        return inner
      }
      try keeper.open("deep") { try inner.embed(url("x"), onResult: $0) }
      leave(navigator)
      #expect(keeper.told == ["c": ["nil"], "deep": ["nil"]])
      keeper.told = [:]
    }
    var other: Navigator? = Navigator(registry: registry)
    var page = try other?.push(url("a"))
    if let page { try keeper.open("c") { try page.embed(url("c"), onResult: $0) } }
    page = nil
    other = nil
    #expect(keeper.told == ["c": ["nil"]])
  }

  // MARK: - Embedded pages

  @Test("that are embedded during a notification receive it completely")
  func embeddingWhileTold() throws {
    try navigator.push(url("a"))
    let box = try navigator.push(url("b"))
    try navigator.goBack()
    try box.embed(url("x"))
    at("*") { page in _ = try? page.page?.embed(ModuleURL("mocoa://h/c")) }
    try navigator.goForward()
    #expect(keeper.pages.last?.life == "!+*")
    try navigator.goBack()
    expectLives("c", "!+*-.")
  }

  @Test("that are removed during preparation are not notified again")
  func removingWhilePrepared() throws {
    let a = try navigator.push(url("a"))
    at("!") { $0.removeFromParent() }
    try a.embed(url("x"))
    expectLives("x", "!")
  }

  @Test("that are removed before appearing never appear")
  func removingWhileTold() throws {
    try navigator.push(url("a"))
    let box = try navigator.push(url("b"))
    try navigator.goBack()
    try box.embed(url("x"))
    let sibling = try box.embed(url("c"))
    at("+") { _ in sibling.removeFromParent() }
    try navigator.goForward()
    expectLives("c", "!")
    navigator.closeAll()
    expectOrder("taken away")
  }

  private func expectLives(_ name: String, _ life: String) {
    let lives = keeper.pages.filter { $0.url.description == "mocoa://h/\(name)" }.map(\.life)
    #expect(lives == [life])
  }
}
