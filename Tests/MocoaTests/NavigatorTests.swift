import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Navigation between pages")
@MainActor
struct NavigatorTests {
  private struct TestError: Error, CustomStringConvertible {
    var description: String { "no such file" }
  }

  private let registry = ModuleRegistry()
  private let navigator: Navigator

  init() {
    for path in ["", "a", "a/b", "a/b/c"] {
      registry.define("mocoa://h/\(path)").page("Page \(path)") { PageViewModel(url: $0.url) }
    }
    registry.define("mocoa://h/broken").page("Broken") { _ in throw TestError() }
    registry.define("mocoa://h/a/cell").register(AnySampleViewModel.self)
    navigator = Navigator(registry: registry)
  }

  private func open(_ text: String) throws { try navigator.push(try ModuleURL(text)) }

  private var shown: [String] { navigator.history.map(\.description) }

  // F63, F64.
  @Test("an opened page is visible, ready and keeps its options")
  func open() throws {
    #expect(navigator.focusedPage == nil)
    let page = try navigator.push(try ModuleURL("mocoa://h/a?x=1#y"))
    #expect(navigator.focusedPage === page)
    #expect(page.isReady)
    #expect(page.url["x"] == "1")
    #expect(page.url.fragment == "y")
  }

  @Test("back restores the previous page, and stops at the first")
  func back() throws {
    #expect(try !navigator.goBack())
    try open("mocoa://h/")
    let first = navigator.focusedPage
    try open("mocoa://h/a")
    #expect(try navigator.goBack())
    #expect(navigator.focusedPage === first)
    #expect(try !navigator.goBack())
    #expect(navigator.focusedPage === first)
  }

  @Test(
    "a failure reports the reason and keeps the visible page",
    arguments: [
      ("mocoa://h/nobody?q", "mocoa://h/nobody: no such module"),
      ("mocoa://other/", "mocoa://other/: no such module"),
      ("mocoa://h/a/cell", "mocoa://h/a/cell: a module, but not a page"),
      ("mocoa://h/broken", "no such file"),
    ])
  func failures(text: String, reason: String) throws {
    try open("mocoa://h/a")
    let url = try ModuleURL(text)
    let error = #expect(throws: Navigator.NavigationError.self) { try navigator.push(url) }
    #expect(error?.description == reason)
    #expect(shown == ["mocoa://h/a"])
    // In debug mode, a placeholder page appears instead.
    navigator.isDebugging = true
    let page = try navigator.push(url)
    #expect((page as? PlaceholderPageViewModel)?.reason == reason)
    #expect(page.url == url)
    #expect(page.isReady)
    #expect(navigator.focusedPage === page)
    #expect(try navigator.goBack())
    navigator.isDebugging = false
    #expect(throws: Navigator.NavigationError.self) { try navigator.push(url) }
  }

  @Test("out opens the parent page, from which back returns")
  func out() throws {
    #expect(try !navigator.goToParent())
    try open("mocoa://h/a/b/c?x=1")
    #expect(try navigator.goToParent())
    #expect(shown == ["mocoa://h/a/b/c?x=1", "mocoa://h/a/b"])
    #expect(try navigator.goToParent())
    #expect(try navigator.goToParent())
    #expect(navigator.focusedPage?.url.description == "mocoa://h/")
    #expect(try !navigator.goToParent())
    for _ in 0..<3 { #expect(try navigator.goBack()) }
    #expect(shown == ["mocoa://h/a/b/c?x=1"])
  }

  @Test("out returns to the parent page in the history")
  func outInHistory() throws {
    try open("mocoa://h/")
    try open("mocoa://h/a")
    let above = navigator.focusedPage
    try open("mocoa://h/a/b?x=1")
    try open("mocoa://h/a/b?x=2")
    #expect(try navigator.goToParent())
    #expect(navigator.focusedPage === above)
    #expect(shown == ["mocoa://h/", "mocoa://h/a"])
  }

  @Test("out returns to the last occurrence of the parent page")
  func outToLast() throws {
    for text in ["mocoa://h/a", "mocoa://h/", "mocoa://h/a", "mocoa://h/a/b"] { try open(text) }
    #expect(try navigator.goBack())
    let last = navigator.focusedPage
    #expect(try navigator.goForward())
    #expect(try navigator.goToParent())
    #expect(navigator.focusedPage === last)
    #expect(shown == ["mocoa://h/a", "mocoa://h/", "mocoa://h/a"])
  }

  @Test("other options are another page, another fragment is the same")
  func samePage() throws {
    let url = try ModuleURL("mocoa://h/a?x=1#y")
    #expect(url.isSamePage(as: try ModuleURL("mocoa://H/a?x=1#z")))
    #expect(!url.isSamePage(as: try ModuleURL("mocoa://h/a?x=2#y")))
    #expect(!url.isSamePage(as: try ModuleURL("mocoa://h/a")))
    try open("mocoa://h/a#y")
    let above = navigator.focusedPage
    try open("mocoa://h/a?x=1")
    try open("mocoa://h/a/b")
    try navigator.goToParent()
    #expect(navigator.focusedPage === above)
  }

  @Test("keeps the visible page if the parent cannot be opened")
  func outFails() throws {
    registry.define("mocoa://h/lost/page").page("Lost") { PageViewModel(url: $0.url) }
    try open("mocoa://h/a")
    try open("mocoa://h/lost/page")
    #expect(throws: Navigator.NavigationError.self) { try navigator.goToParent() }
    #expect(shown == ["mocoa://h/a", "mocoa://h/lost/page"])
    navigator.isDebugging = true
    #expect(try navigator.goToParent())
    #expect(navigator.focusedPage is PlaceholderPageViewModel)
    #expect(shown == ["mocoa://h/a", "mocoa://h/lost/page", "mocoa://h/lost"])
  }

  @Test("keeps fifty pages of history and releases older ones")
  func limit() throws {
    try open("mocoa://h/?n=0")
    weak let first = navigator.focusedPage
    for number in 1..<60 { try open("mocoa://h/?n=\(number)") }
    #expect(navigator.history.count == 50)
    #expect(shown.first == "mocoa://h/?n=10")
    #expect(shown.last == "mocoa://h/?n=59")
    #expect(first == nil)
    var steps = 0
    while try navigator.goBack() { steps += 1 }
    #expect(steps == 49)
  }

  // F61: the responder chain of XZMocoa.
  @Test("descendants find their page and navigator; a page has no parent page")
  func nearestPage() throws {
    registry.define("mocoa://h/list").section.cell.register(SampleViewModel.self)
    try open("mocoa://h/a")
    let page = try #require(navigator.focusedPage)
    let list = ListViewModel(
      data: [SampleItem(1)], module: registry.define("mocoa://h/list"))
    let cell = list.cell(at: path(0, 0))
    #expect(cell.page == nil)
    try page.addChild(list)
    #expect(cell.page === page && list.page === page)
    #expect(cell.page?.navigator === navigator)
    #expect(page.page == nil)
    let inner = try page.embed(ModuleURL("mocoa://h/a/b"))
    try inner.addChild(ViewModel())
    #expect(inner.children.first?.page === inner && inner.page === page)
    list.removeFromParent()
    #expect(cell.page == nil)
  }

  @Test("a page has the title of its URL and its parents")
  func titles() async throws {
    let page = PageViewModel(url: try ModuleURL("mocoa://h/a/b/c?x=1"))
    #expect(page.title == "c")
    #expect(page.breadcrumb == ["h", "a", "b", "c"])
    #expect(page.parentURL?.description == "mocoa://h/a/b")
    let root = PageViewModel(url: try ModuleURL("mocoa://h/"))
    #expect(root.title == "h")
    #expect(root.breadcrumb == ["h"])
    #expect(root.parentURL == nil)
    var reason: String? = "not called"
    page.onInitialLoad { reason = $0 }
    #expect(reason == nil)
    #expect(!page.stopLoading())
  }

  // F63.
  @Test("a list page prepares the list and starts at the fragment's item")
  func listPage() throws {
    let list = ListViewModel(
      source: FakeListSource((5..<9).map { SampleItem($0) }), module: registry.define("mocoa://h/a")
    )
    registry.define("mocoa://h/list").page("List") { ListPageViewModel(url: $0.url, list: list) }
    try open("mocoa://h/list#7")
    let page = try #require(navigator.focusedPage as? ListPageViewModel)
    #expect(list.isReady)
    #expect(list.parent === page)
    #expect(page.initialPath(forFragment: "7") == ItemPath(section: 0, item: 2))
    #expect(page.initialPath(forFragment: "1") == nil)
    #expect(page.destination(of: list.cell(at: ItemPath(section: 0, item: 0))) == nil)
  }
}
