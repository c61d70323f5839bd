import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("The life cycle of a page")
@MainActor
struct PageLifeTests {
  private let stage = TracedNavigator()
  private var trace: PageTrace { stage.trace }
  private var navigator: Navigator { stage.navigator }

  @Test("prepares it once; it appears and disappears with its neighbors")
  func stack() throws {
    try stage.push("a")
    #expect(trace.take() == "a! a+ a*")
    try stage.push("b")
    #expect(trace.take() == "b! a- b+ a. b*")
    try navigator.goBack()
    #expect(trace.take() == "b- a+ b. a*")
    try navigator.goForward()
    #expect(trace.take() == "a- b+ a. b*")
    try navigator.pop()
    #expect(trace.take() == "b- a+ b. a*")
    #expect(try !navigator.goForward(), "it was let go")
    #expect(try !navigator.pop())
    #expect(trace.take() == "")
    navigator.closeAll()
    #expect(trace.take() == "a- a.")
    #expect(navigator.focusedPage == nil && navigator.history.isEmpty)
  }

  // F64.
  @Test("keeps a page under the pages presented over it")
  func presented() throws {
    try stage.push("a")
    _ = trace.take()
    try stage.present("b")
    #expect(trace.take() == "b! b+ b*")
    #expect(stage.shown == "a b")
    try stage.push("c")
    #expect(trace.take() == "c! b- c+ b. c*")
    #expect(stage.shown == "a c")
    #expect(navigator.history.map(\.description) == ["mocoa://h/b", "mocoa://h/c"])
    try stage.present("d")
    #expect(trace.take() == "d! d+ d*")
    #expect(navigator.dismiss())
    #expect(trace.take() == "d- d.")
    #expect(try navigator.goBack())
    #expect(trace.take() == "c- b+ c. b*")
    #expect(try navigator.goBack(), "from the first presented page, to what it lies over")
    #expect(trace.take() == "b- b.")
    #expect(stage.shown == "a")
    #expect(!navigator.dismiss())
    #expect(try !navigator.goBack())
  }

  // F64.
  @Test("is separate for each tab")
  func tabs() throws {
    try stage.push("a")
    try stage.push("b")
    _ = trace.take()
    try navigator.openTab(stage.url("c"))
    #expect(trace.take() == "c! b- c+ b. c*")
    try stage.present("d")
    _ = trace.take()
    navigator.selectTab(0)
    #expect(trace.take() == "d- c- b+ d. c. b*")
    #expect(navigator.tabTitles == ["b", "c"])
    navigator.selectTab(0)
    navigator.selectTab(7)
    navigator.selectTab(-1)
    #expect(trace.take() == "")
    navigator.selectTab(1)
    #expect(trace.take() == "b- c+ d+ b. c* d*")
    #expect(navigator.closeTab())
    #expect(trace.take() == "d- c- b+ d. c. b*")
    #expect(!navigator.closeTab())
    #expect(navigator.history.map(\.description) == ["mocoa://h/a", "mocoa://h/b"])
  }

  // F64.
  @Test("of embedded pages is part of their container's")
  func embedded() throws {
    let box = try stage.push("box?with=a&with=b")
    #expect(trace.take() == "box! a! b! box+ a+ b+ a* b* box*")
    #expect(box.children.count == 2)
    try stage.push("c")
    #expect(trace.take() == "c! box- a- b- c+ a. b. box. c*")
    try navigator.goBack()
    #expect(trace.take() == "c- box+ a+ b+ c. a* b* box*")
    let late = try box.embed(stage.url("d"))
    #expect(trace.take() == "d! d+ d*")
    late.removeFromParent()
    #expect(trace.take() == "d- d.")
    // A page that moves to a hidden page disappears, and appears together with it.
    let other = try navigator.openTab(stage.url("box"))
    navigator.selectTab(0)
    _ = trace.take()
    try other.addChild(box.children[0])
    #expect(trace.take() == "a- a.")
    navigator.selectTab(1)
    #expect(trace.take() == "box- b- box+ a+ b. box. a* box*")
    #expect(other.visibility == .shown)
    #expect(box.visibility == .hidden)
  }

  @Test("rejects endless embedding at a maximum depth")
  func depth() throws {
    try stage.push("box?with=box%3Fwith%3Da")
    #expect(trace.take().split(separator: " ").contains("a!"))
    final class Endless: PageViewModel {
      override func prepare() { _ = try? embed(url) }
    }
    stage.registry.define("mocoa://h/endless").page("Endless") { Endless(url: $0.url) }
    let page = try stage.push("endless")
    var depth = 1
    var inner: ViewModel = page
    while let child = inner.children.first {
      depth += 1
      inner = child
    }
    #expect(depth == 8)
    let last = try #require(inner as? PageViewModel)
    let error = #expect(throws: Navigator.NavigationError.self) { try last.embed(page.url) }
    #expect(error?.description == "mocoa://h/endless: too many embedded pages (limit 8)")
    let orphan = PageViewModel(url: page.url)
    #expect(throws: Navigator.NavigationError.self) { try orphan.embed(page.url) }
  }

  @Test("has paired hooks if hooks open and close pages")
  func reentrancy() throws {
    let navigator = navigator
    let (b, c) = (try stage.url("b"), try stage.url("c"))
    trace.onEntry = { entry in
      if entry == "a+" { _ = try? navigator.push(b) }
      if entry == "b*" { _ = try? navigator.present(c) }
      if entry == "c+" { navigator.dismiss() }
    }
    try stage.push("a")
    #expect(trace.take() == "a! a+ b! a* a- b+ a. b* c! c+ c* c- c.")
    #expect(stage.shown == "b")
    trace.onEntry = { if $0 == "b-" { navigator.closeAll() } }
    try stage.push("d")
    #expect(trace.take() == "d! b- d+ b. d* d- d.")
    #expect(navigator.focusedPage == nil)
  }

  @Test("ends with one notification after a released page has disappeared")
  func lettingGo() throws {
    let trace = trace
    navigator.onPageClosed = { trace.note("\($0.title)x") }
    try stage.push("a")
    weak let b: PageViewModel? = try stage.push("b")
    try stage.push("c")
    try navigator.goBack()
    try navigator.goBack()
    _ = trace.take()
    try stage.push("d")
    #expect(trace.take() == "d! a- d+ a. d* cx bx")
    #expect(b == nil)
    #expect(navigator.history.map(\.description) == ["mocoa://h/a", "mocoa://h/d"])
    #expect(navigator.forwardHistory.isEmpty)
  }

  @Test("has paired hooks for random navigation", arguments: 0..<20)
  func anyOrder(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<200 {
      let name = ["a", "b", "c", "box?with=d&with=e"].randomElement(using: &generator) ?? "a"
      switch Int.random(in: 0..<10, using: &generator) {
      case 0, 1: try stage.push(name)
      case 2: try stage.present(name)
      case 3: _ = try navigator.openTab(stage.url(name))
      case 4: try navigator.goBack()
      case 5: try navigator.goForward()
      case 6: try navigator.pop()
      case 7: navigator.dismiss()
      case 8: navigator.selectTab(Int.random(in: 0..<4, using: &generator))
      default:
        if Bool.random(using: &generator) { navigator.closeTab() }
        navigator.focusedPage?.finish(with: 1)
      }
      #expect(navigator.shownPages.allSatisfy { $0.visibility == .shown })
    }
    navigator.closeAll()
    // Pages with the same name are not distinguished, but their hooks are paired.
    var counts: [Character: Int] = [:]
    let entries = trace.take().split(separator: " ")
    for entry in entries { counts[entry.last ?? "?", default: 0] += 1 }
    #expect(counts["+"] == counts["*"] && counts["+"] == counts["-"] && counts["+"] == counts["."])
    #expect((counts["+"] ?? 0) > 20)
  }

  @Test("lets only its descendants find the page and its navigator")
  func page() throws {
    let page = try stage.push("a")
    let url = try stage.url("cell")
    let cell = page.embedModule(url)
    #expect(cell.page === page && cell.page?.navigator === navigator)
    #expect(page.page == nil, "a page is not a part of itself")
    let list = ListViewModel(data: [1], module: stage.registry.define("mocoa://h/list"))
    #expect(list.cell(at: ItemPath(section: 0, item: 0)).page == nil)
    let listPage = ListPageViewModel(url: url, list: list)
    #expect(list.cell(at: ItemPath(section: 0, item: 0)).page === listPage)
    let inner = try page.embed(stage.url("b"))
    #expect(inner.page === page)
    cell.removeFromParent()
    #expect(cell.page == nil)
  }

  @Test("forwards redraw requests to the containing page")
  func redraw() throws {
    let page = TracedPage(PageOptions(url: try stage.url("a")), trace)
    var told: [String] = []
    let before = page.observeRedraws { told.append("too early") }
    page.redraw()
    #expect(told == [], "nothing is shown before it is ready")
    before.cancel()
    let outer = try stage.push("a")
    let inner = try outer.embed(stage.url("b"))
    let tokens = [
      outer.observeRedraws { told.append("outer") }, inner.observeRedraws { told.append("inner") },
    ]
    inner.redraw()
    #expect(told == ["inner", "outer"])
    told = []
    outer.redraw()
    #expect(told == ["outer"])
    for token in tokens { token.cancel() }
  }
}
