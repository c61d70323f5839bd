import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Changes in line mode")
struct LineNewsTests {
  private let source = FakeListSource((1...3).map { note($0) })

  private func user(rows: Int = 8) async throws -> LineModeDriver {
    let registry = notesRegistry()
    let notes = registry.define("mocoa://notes/")
    let list = ListViewModel(source: source, module: notes)
    notes.page("Notes") { ListPageViewModel(url: $0.url, list: list) }
    return try await LineModeDriver("mocoa://notes/", rows: rows, registry: registry)
  }

  private func show(_ numbers: ClosedRange<Int>, changed: Int? = nil) {
    source.show(numbers.map { $0 == changed ? note($0, "new") : note($0) })
  }

  @Test("are printed once, in one line before the next prompt")
  func before() async throws {
    let user = try await user()
    _ = user.news
    show(1...5)
    show(2...6, changed: 3)
    await settle()
    #expect(user.news == [], "no announcement while a line is typed")
    #expect(
      await user.type("rows 1") == [
        "1  item 2", "row 1 of 5", "3 rows added, 1 removed, 1 changed, 5 rows now",
      ])
    #expect(await user.type("rows 1") == ["1  item 2", "row 1 of 5"])
  }

  @Test("are printed immediately with live on, but at a limited rate")
  func live() async throws {
    let user = try await user()
    #expect(await user.type("live on") == ["changes are announced immediately"])
    show(1...4)
    await settle()
    #expect(user.news == ["", "1 row added, 4 rows now"])
    show(1...5)
    await settle()
    show(1...6)
    await settle()
    #expect(user.news == [])
    await user.wait(LineMode.rest)
    #expect(user.news == ["", "2 rows added, 6 rows now"])
    await user.wait(LineMode.rest)
    #expect(user.clock.waiting == 0, "nothing happens, and nothing is waited for")
    #expect(await user.type("live off") == ["changes are announced at the prompt"])
    show(1...7)
    await settle()
    #expect(user.news == [])
  }

  @Test("include each added row of a followed list")
  func follows() async throws {
    let user = try await user(rows: 6)
    #expect(await user.type("follow").last == "rows 2–3 of 3, the end")
    show(1...7)
    await settle()
    #expect(
      user.news == [
        "", "4 rows added, 7 rows now", "6  item 6", "7  item 7", "rows 6–7 of 7, the end",
      ]
    )
    #expect(await user.type("follow").last == "stopped following new items")
  }

  @Test("print once that loading is slow, and accept other commands")
  func loading() async throws {
    source.phase = .loading(fraction: nil)
    source.show([])
    let registry = notesRegistry()
    let notes = registry.define("mocoa://notes/")
    let list = ListViewModel(source: source, module: notes)
    notes.page("Notes") { SlowPage(url: $0.url, list: list) }
    let navigator = Navigator(registry: registry)
    try navigator.push(ModuleURL("mocoa://notes/"))
    let page = try #require(navigator.focusedPage as? SlowPage)
    let terminal = ScriptedTerminal(size: Size(columns: 60, rows: 8))
    let (browser, clock) = (Browser(navigator: navigator), ManualClock())
    let mode = LineMode(browser, terminal: terminal, clock: clock)
    browser.control = mode
    try mode.start { _ in }
    await settle()
    #expect(terminal.text == "")
    terminal.send(.line("help quit"))
    await settle()
    #expect(terminal.text == "help quit\n", "lines wait for a moment")
    clock.advance(by: LineMode.timeout)
    await settle()
    let wait = "loading… (^C cancels)\n"
    #expect(terminal.text == "help quit\nnotes\n\(wait)quit: quit\nmocoa> ")
    show(1...2)
    source.phase = .finished
    page.settle()
    await settle()
    #expect(
      terminal.text.hasSuffix("mocoa> \n1  item 1\n2  item 2\nrows 1–2 of 2, the end\nmocoa> "))
    #expect(clock.waiting == 0)
  }
}

/// A page that finishes loading when the test requests it.
@MainActor
private final class SlowPage: ListPageViewModel {
  private var waiting: [@MainActor (String?) -> Void] = []

  override func onInitialLoad(_ perform: @escaping @MainActor (String?) -> Void) {
    waiting.append(perform)
  }

  func settle() {
    for perform in waiting { perform(nil) }
  }
}
