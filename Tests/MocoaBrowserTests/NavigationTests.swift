import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Navigation in the browser")
struct NavigationTests {
  @Test("L goes forward until another page is opened")
  func forward() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 70)
    await robot.type("L")
    #expect(robot.rows.last == " no later page (⌫ goes back, L goes forward)")
    await robot.type("jl")
    await robot.type("j")
    let artist = robot.rows
    await robot.press(KeyPress(.backspace))
    #expect(robot.rows[0] != artist[0])
    await robot.type("L")
    #expect(Array(robot.rows.dropLast()) == Array(artist.dropLast()), "as it was left")
    await robot.type("H:forward")
    await robot.press(KeyPress(.enter))
    #expect(robot.rows[0] == artist[0])
    await robot.type("Hl")
    await robot.type("HH:mocoa://contacts/")
    await robot.press(KeyPress(.enter))
    await robot.type("L")
    #expect(robot.rows.last?.hasPrefix(" no later page") == true)
  }

  @Test("o opens a page over the current one")
  func over() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 70, rows: 20)
    let below = robot.rows
    await robot.type("o")
    let over = robot.rows
    // The height fits the five tracks of two sides.
    let top = try #require(over.firstIndex { $0.contains("╭─ ") })
    #expect(over[top].hasPrefix(String(below[top].prefix(7)) + "╭─ "))
    #expect(over[top + 1].contains("│"))
    #expect(over.firstIndex { $0.contains("╰─") } == top + 8)
    #expect(over[1] == below[1], "the page below is seen above the frame")
    #expect(over[19].hasPrefix(" q close  ⌫ back"))
    // The presented page has focus and its own history.
    await robot.type("j")
    #expect(robot.rows[1] == below[1])
    await robot.type(":mocoa://contacts/")
    await robot.press(KeyPress(.enter))
    #expect(robot.rows.contains { $0.contains("╭─ contacts ─") })
    await robot.press(KeyPress(.backspace))
    #expect(robot.rows[top] == over[top])
    await robot.press(KeyPress(.escape))
    #expect(robot.rows == below)
    for key in [KeyPress.character("q"), KeyPress(.backspace), KeyPress.character("h")] {
      await robot.type("o")
      #expect(robot.rows[top] == over[top], "before \(key)")
      await robot.press(key)
      #expect(robot.rows == below, "\(key)")
    }
    await robot.type("oQ")
    #expect(try await robot.status == 0)
  }

  @Test("a presented page fills a small window")
  func overInSmallWindow() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 40, rows: 8)
    await robot.type("o")
    #expect(!robot.rows.contains { $0.contains("│") })
    let over = robot.rows
    robot.backend.send(.resize(Size(columns: 80, rows: 24)))
    await settle()
    #expect(robot.rows.contains { $0.contains("│") })
    robot.backend.send(.resize(Size(columns: 1, rows: 1)))
    await settle()
    robot.backend.send(.resize(Size(columns: 40, rows: 8)))
    await settle()
    #expect(robot.rows == over)
  }

  @Test("presented and covered pages update; clicks reach only the upper one")
  func bothLive() async throws {
    let registry = notesRegistry()
    let notes = registry.define("mocoa://notes/")
    var sources: [FakeListSource] = []
    notes.page("Notes") { options in
      let source = FakeListSource((0..<40).map { note($0) })
      sources.append(source)
      return ListPageViewModel(url: options.url, list: ListViewModel(source: source, module: notes))
    }
    let robot = try await BrowserRobot("mocoa://notes/", columns: 60, rows: 20, registry: registry)
    robot.browser.motion = .off
    await robot.type(":over mocoa://notes/?n=2")
    await robot.press(KeyPress(.enter))
    #expect(sources.count == 2)
    await robot.wait(.seconds(1))
    sources[0].show([note(7)])
    await robot.wait(.seconds(1))
    #expect(robot.rows[1] == " ▌ item 7")
    #expect(robot.rows[4].hasSuffix("│") && robot.rows[4].contains("item 0"))
    // A click beside the frame has no effect; a click inside it moves the cursor.
    robot.backend.send(.mouse(MouseEvent(.press(.left), at: Point(column: 2, row: 2))))
    robot.backend.send(.mouse(MouseEvent(.press(.left), at: Point(column: 20, row: 6))))
    await settle()
    #expect(robot.rows[6].contains("▌ item 2"))
    await robot.type("q")
    #expect(robot.rows[1...2].map { $0 } == [" ▌ item 7", ""])
    #expect(sources.count == 2)
  }

  @Test("opens, selects and closes tabs with keys and the mouse")
  func tabs() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 60)
    await robot.type("}")
    #expect(robot.rows.last == " only one tab is open (t opens another)")
    await robot.type("x")
    #expect(robot.rows.last == " only one tab is open (Q quits)")
    await robot.type("t")
    #expect(robot.rows[0].hasPrefix(" 1 music  2 "))
    #expect(robot.rows[1].hasPrefix(" mocoa ▸ music ▸ "))
    #expect(robot.rows.last?.contains("⌫") == false, "a tab has a first page of its own")
    await robot.type(":tab mocoa://contacts/")
    await robot.press(KeyPress(.enter))
    #expect(robot.rows[1].hasPrefix(" mocoa ▸ contacts"))
    await robot.type("}")
    #expect(robot.rows[1].hasPrefix(" mocoa ▸ music "))
    await robot.type("{{")
    #expect(robot.rows[1].hasPrefix(" mocoa ▸ music ▸ "))
    robot.backend.send(.mouse(MouseEvent(.press(.left), at: Point(column: 2, row: 0))))
    await settle()
    #expect(robot.rows[1].hasPrefix(" mocoa ▸ music "))
    await robot.type("x")
    #expect(robot.rows[0].hasPrefix(" 1 "))
    await robot.type("q")
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ contacts"), "the line of tabs goes with the second")
    await robot.type("q")
    #expect(try await robot.status == 0)
  }

  @Test("keeps the selected tab visible among many tabs")
  func manyTabs() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 40)
    for number in 2...12 {
      await robot.type(":tab mocoa://music/")
      await robot.press(KeyPress(.enter))
      #expect(robot.rows[0].contains("\(number) music"))
    }
    await robot.type("}")
    #expect(robot.rows[0].hasPrefix(" 1 music  2 music"))
    robot.backend.send(.resize(Size(columns: 8, rows: 7)))
    await settle()
    #expect(robot.rows[0].hasPrefix(" 1 m"))
    robot.backend.send(.resize(Size(columns: 8, rows: 6)))
    await settle()
    #expect(!robot.rows[0].contains("1 m") && robot.rows[0].contains("/"))
  }

  @Test("reports a page that cannot be opened and changes nothing")
  func failures() async throws {
    let robot = try await BrowserRobot("mocoa://music/", columns: 60, rows: 14)
    let page = robot.rows
    for word in ["over", "tab"] {
      await robot.type(":\(word) mocoa://nowhere/")
      await robot.press(KeyPress(.enter))
      #expect(robot.rows.last == " ! mocoa://nowhere/: no such module")
      #expect(robot.rows.dropLast() == page.dropLast())
    }
  }

  @Test("suspending the program does not notify pages")
  func suspension() async throws {
    final class Page: PageViewModel {
      var told: [String] = []
      override func willAppear() { told.append("will appear") }
      override func didAppear() { told.append("did appear") }
      override func willDisappear() { told.append("will disappear") }
      override func didDisappear() { told.append("did disappear") }
    }
    let registry = Launch.registry()
    registry.define("mocoa://told/").page("CallbackRecorder") { Page(url: $0.url) }
    let robot = try await BrowserRobot("mocoa://told/", registry: registry)
    let page = try #require(robot.browser.navigator.focusedPage as? Page)
    await robot.press(.control("z"))
    #expect(robot.backend.calls.contains("suspend"))
    #expect(page.told == ["will appear", "did appear"])
    await robot.type(":mocoa://music/")
    await robot.press(KeyPress(.enter))
    #expect(page.told == ["will appear", "did appear", "will disappear", "did disappear"])
  }
}
