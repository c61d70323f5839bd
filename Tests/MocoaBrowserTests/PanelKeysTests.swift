import Glibc
import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Keys in and after panels and presented pages")
struct PanelKeysTests {
  @Test("no key changes the page under a panel", arguments: ["?", "i", "~"])
  func panels(opening: String) async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 70, rows: 20)
    await robot.type(":tab mocoa://contacts/")
    await robot.press(KeyPress(.enter))
    let state = robot.browser.navigator.state
    for binding in KeyBindings.global.bindings where ![.quit, .suspend].contains(binding.action) {
      for key in binding.keys {
        robot.browser.overlay = nil
        await robot.type(opening)
        await robot.press(key)
        robot.browser.syncCursorFragments()
        #expect(
          robot.browser.navigator.state.tabs.map(\.urls.count) == state.tabs.map(\.urls.count))
        #expect(robot.browser.navigator.selectedTab == state.selectedIndex, "\(key)")
        #expect(!robot.browser.navigator.isPresenting, "\(key)")
      }
    }
    robot.browser.overlay = nil
    await robot.type("\(opening)Q")
    #expect(try await robot.status == 0)
  }

  @Test("help lists keys in sections, with two in a row if they fit")
  func sections() async throws {
    for (columns, isDouble) in [(80, true), (75, false)] {
      let robot = try await BrowserRobot("mocoa://examples/12/", columns: columns, rows: 140)
      await robot.type("?")
      let rows = robot.rows
      let titles = rows.filter { $0.hasSuffix("───") }.map { $0.prefix { $0 != "─" }.dropLast(2) }
      #expect(titles.prefix(3) == [" Useful here", " Moving", " Navigation"])
      let row = rows.first { $0.contains("next item") }
      #expect(row?.contains("previous item") == isDouble)
      // A long text has its own row.
      #expect(rows.contains { $0.hasSuffix("keep all changes from now on marked, or undo") })
      // No binding is missing.
      for binding in robot.browser.keys.global.bindings {
        guard let help = binding.help else { continue }
        #expect(rows.contains { $0.contains(help) }, "\(help)")
      }
    }
  }

  @Test("help on a form lists its keys and keeps its text")
  func form() async throws {
    let robot = try await BrowserRobot("mocoa://examples/21/", columns: 70, rows: 24)
    await robot.press(KeyPress(.enter))
    await robot.type("x")
    await robot.press(KeyPress(.function(1)))
    #expect(robot.rows.contains { $0.contains("next field") })
    #expect(!robot.rows.contains { $0.contains("open in new tab") })
    await robot.type("Q")
    await robot.press(KeyPress(.escape))
    #expect(robot.rows.contains { $0.contains("01x") })
  }

  @Test("presenting an item or opening it in a tab does not select it")
  func looking() async throws {
    for key in ["o", "t"] {
      let robot = try await BrowserRobot("mocoa://examples/12/", columns: 70, rows: 20)
      await robot.type(key)
      #expect(!robot.browser.navigator.isPresenting)
      #expect(robot.rows.last?.contains("nothing to open") == true)
    }
  }

  private final class Screen: MocoaTerminal.Screen {
    let page: PageViewModel
    let told: () -> Void
    var onChange: (@MainActor () -> Void)?

    init(_ page: PageViewModel, _ told: @escaping () -> Void) {
      (self.page, self.told) = (page, told)
    }

    func draw(into canvas: inout Canvas) {}
    func endDisplaying() { told() }
  }

  @Test("a closed screen is notified that it is no longer displayed")
  func leaving() async throws {
    let registry = Launch.registry()
    var told = 0
    registry.define("mocoa://own/").page("Own") { PageViewModel(options: $0) }
      .screen { (page: PageViewModel, _) in Screen(page) { told += 1 } }
    let robot = try await BrowserRobot("mocoa://music/", registry: registry)
    await robot.type(":mocoa://own/")
    await robot.press(KeyPress(.enter))
    #expect(told == 0)
    await robot.type("q")
    #expect(told == 1)
  }

  @Test(
    "reports a restored page that cannot be opened when its tab appears")
  func resumed() async throws {
    let folder = try TemporaryFolder()
    let file = SessionFile(path: folder.path(of: "pages"))
    func tab(_ url: String) throws -> NavigatorState.Tab {
      .init(urls: [try ModuleURL(url)], shown: 0)
    }
    try file.write(
      NavigatorState(
        tabs: [try tab("mocoa://music/"), try tab("mocoa://gone/"), try tab("mocoa://contacts/")]))
    let robot = try await BrowserRobot("mocoa://home/", columns: 70, rows: 12)
    #expect(try SessionRestorer(file: file).resume(robot.browser.navigator) == nil)
    await robot.type("}")
    #expect(robot.rows.last?.contains("skipped: mocoa://gone/: no such module") == true)
  }

  @Test("the state file may be a link; links at draft paths are ignored")
  func links() throws {
    let folder = try TemporaryFolder()
    let real = try folder.write("real", "")
    let file = SessionFile(path: folder.path(of: "pages"))
    #expect(symlink(real, file.path) == 0)
    #expect(symlink("/dev/null", "\(real).\(getpid())") == 0)
    let state = NavigatorState(tabs: [.init(urls: [try ModuleURL("mocoa://music/")], shown: 0)])
    try file.write(state)
    #expect(try SessionFile(path: real).read() == state && file.read() == state)
    #expect(SessionFile.standard(of: "tour")?.path.hasSuffix("/tour/pages") != false)
  }

  @Test("restores the cursor in a grouped list by record identity")
  func grouped() async throws {
    let folder = try TemporaryFolder()
    let data = try folder.write(
      "songs.json",
      #"[{"t": {"n": 0}, "s": "a"}, {"t": {"n": 1}, "s": "b"}, {"t": {"n": 2}, "s": "a"}]"#)
    let manifest = try folder.write(
      "m.json",
      #"{"url": "mocoa://songs/", "source": "songs.json", "section": "s", "row": "song {t.n}","#
        + #" "header": "{section:heading left(6)}{count:detail right(4)}"}"#)
    let catalog = ManifestCatalog(paths: [manifest])
    let registry = Launch.registry(manifests: catalog)
    #expect(catalog.errorMessages == [])
    let robot = try await BrowserRobot("mocoa://file/?path=\(data)&at=/1", registry: registry)
    // The first key collapses the object.
    await robot.type("hh")
    #expect(robot.rows.contains(" ▌ song 1"))
    #expect(robot.rows.contains { $0.hasPrefix(" b        1 ──") }, "headers have widths")
    robot.browser.syncCursorFragments()
    #expect(robot.browser.navigator.focusedPage?.cursorFragment == "1")
  }
}
