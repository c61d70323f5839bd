import Mocoa
import MocoaTestSupport
import Testing

/// A page that does something at a moment of its life: when it is prepared, or in one of its hooks.
@MainActor
private final class WildPage: PageViewModel {
  /// Who writes down all pages, and says what is done when.
  @MainActor
  final class Keeper {
    var pages: [WildPage] = []
    var ended: [WildPage] = []
    var opened: Set<String> = []
    var told: [String: [String]] = [:]
    var perform: ((Character, WildPage) -> Void)?

    /// Opens a page for its answer, which is written down.
    func open(_ name: String, _ body: (@escaping Navigator.Receiver) throws -> PageViewModel) throws
    {
      _ = try body { self.told[name, default: []].append($0.map { "\($0)" } ?? "nil") }
      opened.insert(name)
    }
  }

  private weak var keeper: Keeper?

  /// What it was told, in order.
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

  /// Whether it was prepared before all else, and its hooks came in their order, always all four.
  var isInOrder: Bool {
    let hooks = life.drop { $0 == "!" }
    guard life.count - hooks.count <= 1, hooks.count % 4 == 0 else { return false }
    return hooks.isEmpty
      || (life.first == "!" && hooks == repeatElement("+*-.", count: hooks.count / 4).joined()[...])
  }
}

@Suite("Pages that open and leave pages while they are made, prepared and told")
@MainActor
struct PageReentrancyTests {
  private let keeper = WildPage.Keeper()
  private let registry = ModuleRegistry()
  private let navigator: Navigator

  init() {
    let keeper = keeper
    for name in ["a", "b", "c", "x", "x/sub"] {
      registry["mocoa://h/\(name)"].page(name) { options in
        let page = WildPage(options, keeper)
        keeper.perform?("m", page)
        return page
      }
    }
    navigator = Navigator(registry: registry)
    navigator.onLetGo = { page in
      if let page = page as? WildPage { keeper.ended.append(page) }
    }
  }

  private func url(_ name: String) throws -> ModuleURL { try ModuleURL("mocoa://h/\(name)") }

  /// Opens the pages of a former run, all of which sleep but one.
  private func restore(_ tabs: [(names: [String], shown: Int)], selected: Int = 0) throws {
    navigator.restore(
      NavigatorState(
        tabs: try tabs.map { .init(urls: try $0.names.map(url), shown: $0.shown) },
        selected: selected))
  }

  /// Has the first page of a name do something at a moment, once.
  private func at(
    _ moment: Character, of name: String = "x", _ action: @escaping (WildPage) -> Void
  ) {
    keeper.perform = { [keeper] now, page in
      guard now == moment, page.url.description == "mocoa://h/\(name)" else { return }
      keeper.perform = nil
      action(page)
    }
  }

  // MARK: - Every moment, action and way

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
    case "push": try keeper.open("x") { try navigator.push(x, receive: $0) }
    case "present": try keeper.open("x") { try navigator.present(x, receive: $0) }
    case "openTab": try keeper.open("x") { try navigator.openTab(x, receive: $0) }
    case "openTabs": navigator.openTabs([b, x, b])
    case "embed":
      let page = try #require(navigator.current)
      try keeper.open("x") { try page.embed(x, receive: $0) }
    case "back": try navigator.back()
    case "forward": try navigator.forward()
    case "pop": try navigator.pop()
    case "out": try navigator.out()
    case "selectTab": navigator.selectTab(1)
    case "closeTab": navigator.closeTab()
    case "restore": try restore([(["c", "x", "a"], 1), (["b"], 0)])
    case "answer": navigator.current?.answer(1)
    default:
      try keeper.open("x") { try navigator.present(x, receive: $0) }
      navigator.dismiss()
    }
  }

  private func act(_ action: String, on page: WildPage) throws {
    let (b, c) = (try url("b"), try url("c"))
    switch action {
    case "close": navigator.close()
    case "closeTab": navigator.closeTab()
    case "back": try navigator.back()
    case "forward": try navigator.forward()
    case "pop": try navigator.pop()
    case "dismiss": navigator.dismiss()
    case "out": try navigator.out()
    case "push": try keeper.open("inner") { try navigator.push(b, receive: $0) }
    case "present": try keeper.open("inner") { try navigator.present(b, receive: $0) }
    case "openTab": try keeper.open("inner") { try navigator.openTab(b, receive: $0) }
    case "openTabs": navigator.openTabs([b, c])
    case "select 0": navigator.selectTab(0)
    case "select 1": navigator.selectTab(1)
    case "answer": page.answer(7)
    case "remove": page.removeFromParent()
    case "restore": try restore([(["a", "b"], 1), (["c"], 0)])
    default: try keeper.open("inner") { try page.embed(c, receive: $0) }
    }
  }

  @Test("nothing traps, no page is lost, hooks come in pairs and answers once", arguments: ways)
  func everything(way: String) throws {
    for moment in Self.moments {
      for action in Self.actions {
        let stage = PageReentrancyTests()
        // Some of it is refused, and has changed nothing then.
        try? stage.go(way) {
          stage.at(moment) { page in try? stage.act(action, on: page) }
        }
        #expect(
          stage.navigator.shownPages.allSatisfy { $0.appearance == .shown && $0.isReady },
          "\(action) at \(moment)")
        // Whatever is left is left in the usual ways.
        _ = try? stage.navigator.back()
        _ = try? stage.navigator.push(stage.url("a"))
        _ = try? stage.navigator.pop()
        stage.navigator.close()
        #expect(stage.navigator.current == nil)
        stage.expectOrder("\(way), \(action) at \(moment)")
      }
    }
  }

  /// Expects that all pages have been told in order, and that whoever waits for one was told once.
  private func expectOrder(_ comment: Comment) {
    for page in keeper.pages {
      #expect(page.isInOrder, "\(page.url) \(page.life): \(comment)")
      #expect(page.appearance == .hidden, "\(page.url): \(comment)")
      #expect(keeper.ended.filter { $0 === page }.count <= 1, "\(page.url): \(comment)")
    }
    #expect(keeper.opened == Set(keeper.told.keys), comment)
    #expect(keeper.told.values.allSatisfy { $0.count == 1 }, "\(keeper.told): \(comment)")
  }

  // MARK: - What comes of it

  @Test("a page that closes all while it is woken, restored or presented leaves nothing open")
  func closing() throws {
    try restore([(["x", "a"], 1)])
    at("!") { $0.navigator?.close() }
    #expect(try navigator.back())
    #expect(navigator.current == nil)
    at("!") { $0.navigator?.close() }
    try restore([(["x"], 0)])
    #expect(navigator.current == nil)
    try navigator.push(url("a"))
    at("!") { $0.navigator?.close() }
    let page = try navigator.present(url("x"))
    #expect(navigator.current == nil && page.appearance == .hidden)
    expectOrder("closed")
  }

  @Test("a page that leads on while it is woken stays behind the one it leads to")
  func redirect() throws {
    try restore([(["a", "x"], 0)])
    at("!") { [keeper] page in
      try? keeper.open("b") { receiver in
        guard let navigator = page.navigator else { return page }
        return try navigator.push(ModuleURL("mocoa://h/b"), receive: receiver)
      }
    }
    #expect(try navigator.forward())
    #expect(navigator.history.map(\.description) == ["a", "x", "b"].map { "mocoa://h/\($0)" })
    #expect(keeper.told.isEmpty)
    navigator.close()
    #expect(keeper.told == ["b": ["nil"]] && keeper.ended.count == 3)
  }

  @Test("a page that closes its tab while it is woken takes no other tab's place")
  func closingTab() throws {
    try restore([(["a"], 0), (["x"], 0)])
    at("!") { $0.navigator?.closeTab() }
    navigator.selectTab(1)
    #expect(navigator.tabTitles == ["a"])
    #expect(navigator.history.map(\.description) == ["mocoa://h/a"])
  }

  @Test("a page that opens itself again and again is refused at a depth", arguments: ["m", "!"])
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
      navigator.close()
    }
    expectOrder("endless")
  }

  @Test("a page that is left while it is made is refused; what is shown stays")
  func leftWhileMade() throws {
    try restore([(["x", "a"], 1)])
    at("m") { [navigator, url = try url("c")] _ in
      navigator.close()
      _ = try? navigator.push(url)
    }
    let error = #expect(throws: Navigator.Failure.self) { try navigator.back() }
    #expect(error?.description == "mocoa://h/x: it was left while it was made")
    #expect(navigator.history.map(\.description) == ["mocoa://h/c"])
  }

  @Test("a page that answers while it is prepared is not shown")
  func answering() throws {
    try navigator.push(url("a"))
    at("!") { $0.answer(5) }
    try keeper.open("x") { try navigator.present(url("x"), receive: $0) }
    #expect(keeper.told == ["x": ["5"]])
    #expect(navigator.shownPages.map(\.url.description) == ["mocoa://h/a"])
    #expect(keeper.pages.last?.life == "!")
  }

  @Test("a page that answers as the first of its tab takes the tab with it")
  func answeringTab() throws {
    try navigator.push(url("a"))
    try keeper.open("b") { try navigator.openTab(url("b"), receive: $0) }
    navigator.current?.answer(1)
    #expect(navigator.tabTitles == ["a"] && keeper.told == ["b": ["1"]])
    navigator.current?.answer(2)
    #expect(navigator.tabTitles == ["a"], "the only tab stays")
  }

  @Test("who waits for an embedded page is told when the page around it goes")
  func embedded() throws {
    try navigator.push(url("a"))
    for leave in [{ _ = try? $0.pop() }, { $0.close() }] as [(Navigator) -> Void] {
      if navigator.current == nil { try navigator.push(url("a")) }
      let outer = try navigator.push(url("b"))
      var inner = outer
      try keeper.open("c") {
        inner = try outer.embed(url("c"), receive: $0)
        return inner
      }
      try keeper.open("deep") { try inner.embed(url("x"), receive: $0) }
      leave(navigator)
      #expect(keeper.told == ["c": ["nil"], "deep": ["nil"]])
      keeper.told = [:]
    }
    var other: Navigator? = Navigator(registry: registry)
    var page = try other?.push(url("a"))
    if let page { try keeper.open("c") { try page.embed(url("c"), receive: $0) } }
    page = nil
    other = nil
    #expect(keeper.told == ["c": ["nil"]])
  }

  // MARK: - Embedded pages

  @Test("a page that is embedded while another is told is told all that it is told")
  func embeddingWhileTold() throws {
    try navigator.push(url("a"))
    let box = try navigator.push(url("b"))
    try navigator.back()
    try box.embed(url("x"))
    at("*") { page in _ = try? page.page?.embed(ModuleURL("mocoa://h/c")) }
    try navigator.forward()
    #expect(keeper.pages.last?.life == "!+*")
    try navigator.back()
    expectLives("c", "!+*-.")
  }

  @Test("a page that is taken away while it is prepared is told nothing more")
  func removingWhilePrepared() throws {
    let a = try navigator.push(url("a"))
    at("!") { $0.removeFromParent() }
    try a.embed(url("x"))
    expectLives("x", "!")
  }

  @Test("a page that another takes away before it appears never does")
  func removingWhileTold() throws {
    try navigator.push(url("a"))
    let box = try navigator.push(url("b"))
    try navigator.back()
    try box.embed(url("x"))
    let sibling = try box.embed(url("c"))
    at("+") { _ in sibling.removeFromParent() }
    try navigator.forward()
    expectLives("c", "!")
    navigator.close()
    expectOrder("taken away")
  }

  private func expectLives(_ name: String, _ life: String) {
    let lives = keeper.pages.filter { $0.url.description == "mocoa://h/\(name)" }.map(\.life)
    #expect(lives == [life])
  }
}
