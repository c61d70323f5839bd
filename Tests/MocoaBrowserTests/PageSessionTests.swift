import Mocoa
import MocoaTerminal
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Page sessions")
struct PageSessionTests {
  private final class Screen: StatusScreen {
    let page: PageViewModel
    var onChange: (@MainActor () -> Void)?

    /// The status text, and the number of times that it was read.
    var status = "busy"
    private(set) var statusReadCount = 0

    var positionText: String { "" }

    var statusText: String {
      statusReadCount += 1
      return status
    }

    init(_ page: PageViewModel) { self.page = page }

    func draw(into canvas: inout Canvas) { canvas.write("own", at: Point(column: 1, row: 0)) }
  }

  /// A browser without a terminal, and the number of screens that it created.
  @MainActor
  private final class Stage {
    let browser: Browser
    private(set) var screenCount = 0
    private let size = Size(columns: 60, rows: 12)

    init(_ url: String) throws {
      let registry = Launch.registry()
      let navigator = Navigator(registry: registry)
      browser = Browser(navigator: navigator)
      registry.define("mocoa://own/").page("Own") { PageViewModel(options: $0) }
        .screen { [weak self] (page: PageViewModel, _) in
          self?.screenCount += 1
          return Screen(page)
        }
      try navigator.push(ModuleURL(url))
    }

    func layOut() { browser.layOut(in: size) }

    func draw() -> String {
      var surface = Surface(size: size)
      surface.draw { _ = browser.draw(into: &$0) }
      return surface.description
    }

    /// The state that drawing must not change.
    var state: String {
      var text = ""
      dump(browser.window, to: &text)
      dump(browser.tabSpans, to: &text)
      dump(browser.displayedStatus, to: &text)
      dump(browser.message, to: &text)
      dump(browser.preview.preview?.text, to: &text)
      if case .panel(let panel) = browser.overlay { dump(panel.text, to: &text) }
      for session in browser.shownSessions {
        dump((session.area, session.frame, session.hasOpenedColumns), to: &text)
      }
      return "\(text)\(browser.sessions.count) \(screenCount)"
    }
  }

  @Test("getters create no screen before the first layout")
  func getters() throws {
    let stage = try Stage("mocoa://own/")
    let browser = stage.browser
    #expect(browser.screen == nil && browser.session == nil && browser.listPage == nil)
    #expect(browser.contextKeys != nil && browser.allowsApplicationKeys)
    #expect(
      browser.pageCommands.isEmpty && browser.queries.results == nil && browser.frameDelay == nil)
    #expect(!browser.makeHints().isEmpty && browser.statusText.isEmpty)
    _ = stage.draw()
    #expect(browser.sessions.isEmpty && stage.screenCount == 0)
    stage.layOut()
    #expect(stage.screenCount == 1 && browser.screen is Screen)
    #expect(stage.draw().contains("own"))
  }

  @Test(
    "drawing twice shows the same and changes no state",
    arguments: [
      [], [Action.preview], [.help], [.showLog], [.filter], [.palette], [.peek], [.openTab],
    ])
  func drawing(_ actions: [Action]) throws {
    let stage = try Stage("mocoa://music/")
    stage.layOut()
    for action in actions { stage.browser.perform(action) }
    stage.layOut()
    let state = stage.state
    let drawn = stage.draw()
    #expect(stage.draw() == drawn)
    #expect(stage.state == state)
    #expect(stage.browser.sessions.count == (actions == [.peek] || actions == [.openTab] ? 2 : 1))
  }

  @Test("layout and drawing notify no cell, and a commit highlights the current one")
  func committing() throws {
    let stage = try Stage("mocoa://music/")
    let browser = stage.browser
    for _ in 0..<2 {
      stage.layOut()
      _ = stage.draw()
    }
    let cell = try #require(browser.listScreen?.currentCell)
    #expect(!cell.isDisplayed && !cell.isHighlighted)
    browser.commitLayout()
    #expect(cell.isDisplayed && cell.isHighlighted)
  }

  @Test("a frame reads the status of the screen once, after the layout")
  func status() throws {
    let stage = try Stage("mocoa://own/")
    stage.layOut()
    let screen = try #require(stage.browser.screen as? Screen)
    #expect(screen.statusReadCount == 0)
    stage.browser.commitLayout()
    for _ in 0..<2 { #expect(stage.draw().contains("busy")) }
    #expect(screen.statusReadCount == 1)
    screen.status = "idle"
    #expect(stage.draw().contains("busy"), "it was not laid out again")
    stage.layOut()
    stage.browser.commitLayout()
    #expect(stage.draw().contains("idle") && screen.statusReadCount == 2)
  }

  @Test("a session starts when its page is shown, and ends when the page closes")
  func life() throws {
    let stage = try Stage("mocoa://music/")
    stage.layOut()
    let browser = stage.browser
    try browser.navigator.push(ModuleURL("mocoa://own/"))
    #expect(stage.screenCount == 1 && browser.screen is Screen)
    try browser.navigator.goBack()
    #expect(browser.sessions.count == 2 && browser.sessions.values.count(where: \.isDisplayed) == 1)
    try browser.navigator.goForward()
    #expect(stage.screenCount == 1)
    weak let session = browser.session
    try browser.navigator.pop()
    #expect(session == nil && browser.sessions.count == 1)
  }
}
