import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Restoring the pages of an earlier run")
@MainActor
struct RestoringTests {
  private let stage = TracedNavigator()
  private var navigator: Navigator { stage.navigator }

  private func tab(_ names: String..., shown: Int) throws -> NavigatorState.Tab {
    let urls = try names.map(stage.url)
    // A page has the title of its URL.
    let title =
      urls.indices.contains(shown)
      ? "\(urls[shown].withoutOptions)".split(separator: "/").last.map(String.init) : nil
    return NavigatorState.Tab(urls: urls, shown: shown, title: title ?? "")
  }

  /// Returns a closure that lists the reasons why pages were omitted.
  private func leftOut() -> () -> [String] {
    var reasons: [String] = []
    navigator.onPageUnavailable = { reasons.append("\($0)") }
    return { reasons }
  }

  @Test("list options are in the URL of the list only")
  func excerpt() throws {
    let module = navigator.registry.define("mocoa://list/")
    module.page("List", showing: SectionedList(items: [SampleItem]()))
    let url = try ModuleURL("mocoa://list/?filter=a&x=1&sort=-b&group=c&y#5")
    let page = try #require(try navigator.push(url) as? ListPageViewModel)
    #expect(page.url.description == "mocoa://list/?x=1&y#5")
    #expect(page.options.url == page.url && page.options["filter"] == nil)
    #expect(page.listOptions.map(\.name) == ["filter", "sort", "group"])
    #expect(
      navigator.state.shownURL?.description == "mocoa://list/?x=1&y&filter=a&sort=-b&group=c#5")
    page.listOptions = []
    #expect(navigator.state.shownURL?.description == "mocoa://list/?x=1&y#5")
    let own = try stage.push("b?group=friends")
    #expect(own.url["group"] == "friends", "of what is no list it is an option as others are")
  }

  @Test("saves open pages as URLs with the current item, and restores them")
  func state() throws {
    #expect(navigator.state == NavigatorState())
    #expect(navigator.state.shownURL == nil)
    try stage.push("a?x=1#old")
    try stage.push("b")
    try stage.push("c")
    navigator.focusedPage?.cursorFragment = "5"
    try navigator.goBack()
    try navigator.openTab(stage.url("d#y"))
    try stage.present("e")
    let expected = NavigatorState(
      tabs: [try tab("a?x=1#old", "b", "c#5", shown: 1), try tab("d#y", shown: 0)], selected: 1)
    #expect(navigator.state == expected, "what is presented is left out")
    #expect(navigator.state.shownURL == (try stage.url("d#y")))

    _ = stage.trace.take()
    navigator.restore(expected)
    #expect(stage.trace.take() == "d! e- d- d+ e. d. d*", "the others sleep")
    #expect(navigator.state == expected)
    #expect(navigator.tabTitles == ["b", "d"], "what sleeps is called as it was")
    navigator.selectTab(0)
    #expect(stage.trace.take() == "b! d- b+ d. b*")
    try navigator.goForward()
    #expect(navigator.focusedPage?.url.fragment == "5")
    try navigator.goBack()
    try navigator.goBack()
    #expect(navigator.focusedPage?.url.description == "mocoa://h/a?x=1#old")
    #expect(
      navigator.state.tabs == [
        try tab("a?x=1#old", "b", "c#5", shown: 0), try tab("d#y", shown: 0),
      ])
  }

  @Test("omits a page that cannot be opened, and shows a neighbor")
  func missing() throws {
    let reasons = leftOut()
    navigator.restore(NavigatorState(tabs: [try tab("a", "gone", "b", shown: 1)]))
    #expect(reasons() == ["mocoa://h/gone: no such module"])
    #expect(stage.shown == "b")
    #expect(navigator.history.map(\.description) == ["mocoa://h/a", "mocoa://h/b"])

    navigator.restore(NavigatorState(tabs: [try tab("a", "gone", shown: 1)]))
    #expect(stage.shown == "a")
    // A whole tab, and all tabs.
    navigator.restore(
      NavigatorState(tabs: [try tab("gone", "lost", shown: 0), try tab("c", shown: 0)]))
    #expect(stage.shown == "c")
    #expect(navigator.tabTitles == ["c"])
    navigator.restore(NavigatorState(tabs: [try tab("gone", shown: 0), try tab("lost", shown: 0)]))
    #expect(navigator.focusedPage == nil)
    #expect(navigator.history.isEmpty && navigator.tabTitles.isEmpty)
    try stage.push("a")
    #expect(stage.shown == "a")
  }

  @Test("reports a page of the history that cannot be opened on return")
  func missingBehind() throws {
    let reasons = leftOut()
    navigator.restore(NavigatorState(tabs: [try tab("a", "gone", "b", "lost", shown: 2)]))
    #expect(reasons() == [])
    let back = #expect(throws: Navigator.NavigationError.self) { try navigator.goBack() }
    #expect(back?.description == "mocoa://h/gone: no such module")
    #expect(stage.shown == "b")
    #expect(throws: Navigator.NavigationError.self) { try navigator.goForward() }
    #expect(stage.shown == "b")
    #expect(try !navigator.goForward())
    #expect(try navigator.goBack())
    #expect(stage.shown == "a")
    #expect(try !navigator.goBack())
    navigator.restore(NavigatorState(tabs: [try tab("a", "gone", "b", shown: 2)]))
    #expect(throws: Navigator.NavigationError.self) { try navigator.pop() }
    #expect(try navigator.pop())
    #expect(stage.shown == "a")
  }

  @Test("shows a placeholder for a missing page in debug mode")
  func debugging() throws {
    navigator.isDebugging = true
    navigator.restore(NavigatorState(tabs: [try tab("a", "gone", shown: 1)]))
    #expect(navigator.focusedPage is PlaceholderPageViewModel)
    #expect(try navigator.goBack())
    #expect(stage.shown == "a")
  }

  @Test("ignores invalid indexes")
  func hostile() throws {
    navigator.restore(NavigatorState(tabs: [try tab("a", shown: 5), try tab("b", shown: 0)]))
    #expect(stage.shown == "b", "a tab that shows none of its pages is none")
    navigator.restore(NavigatorState(tabs: [try tab("a", shown: 0)], selected: -3))
    #expect(stage.shown == "a")
    navigator.restore(NavigatorState(tabs: [try tab("a", shown: 0)], selected: 9))
    #expect(stage.shown == "a")
    navigator.restore(NavigatorState(tabs: [], selected: 1))
    #expect(navigator.focusedPage == nil)
    navigator.restore(
      NavigatorState(tabs: [try tab("a", shown: 0), .init(urls: [try stage.url("b")], shown: 0)]))
    #expect(navigator.tabTitles == ["a", "mocoa://h/b"], "its former title is unknown")
    let many = try (0..<200).map { try stage.url("a?n=\($0)") }
    navigator.restore(
      NavigatorState(
        tabs: Array(repeating: NavigatorState.Tab(urls: many, shown: 100), count: 200)))
    #expect(navigator.tabTitles.count == 50)
    #expect(navigator.history.count + navigator.forwardHistory.count == 50)
    #expect(navigator.focusedPage?.url["n"] == "100")
    let one = try stage.url("a")
    #expect(throws: Navigator.NavigationError.self) { try navigator.openTab(one) }
  }

  @Test("does not save a page that cannot be restored")
  func unrestorable() throws {
    final class Fleeting: PageViewModel {
      override var restorationURL: ModuleURL? { nil }
    }
    stage.registry.define("mocoa://h/fleeting").page("Fleeting") { Fleeting(url: $0.url) }
    try stage.push("fleeting")
    #expect(navigator.state.tabs.isEmpty)
    try stage.push("a")
    try stage.push("fleeting")
    #expect(navigator.state == NavigatorState(tabs: [try tab("a", shown: 0)]))
    try navigator.openTab(stage.url("fleeting"))
    #expect(navigator.state == NavigatorState(tabs: [try tab("a", shown: 0)]))
  }

  // F64, scenarios 93, 94.
  @Test("opens all valid tabs; an invalid first page opens nothing")
  func bad() throws {
    let failures = navigator.openTabs([try stage.url("a"), try stage.url("no"), try stage.url("b")])
    #expect(failures.map(\.description) == ["mocoa://h/no: no such module"])
    #expect(navigator.tabTitles == ["a", "b"])
    #expect(stage.shown == "a")
    navigator.closeAll()
    let bad = try stage.url("no")
    #expect(throws: Navigator.NavigationError.self) { try navigator.push(bad) }
    #expect(navigator.focusedPage == nil)
  }
}
