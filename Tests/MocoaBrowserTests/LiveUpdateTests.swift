import Glibc
import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Live lists in the browser")
struct LiveUpdateTests {
  /// A page with versions that can pause.
  final class Page: ListPageViewModel {
    let versions: ListHistory
    var isResting = false

    init(url: ModuleURL, source: FakeListSource, module: Module) {
      versions = ListHistory(of: source)
      super.init(url: url, list: ListViewModel(source: versions, module: module))
    }

    override var history: ListHistory? { versions }
    override var isPaused: Bool? { isResting }
    override func setPaused(_ isPaused: Bool) { isResting = isPaused }
    override var statusText: String { isResting ? "paused" : "" }
  }

  static func start(_ count: Int = 4) async throws -> (BrowserRobot, FakeListSource) {
    let registry = notesRegistry()
    let notes = registry.define("mocoa://notes/")
    let source = FakeListSource((0..<count).map { note($0) })
    notes.page("Notes") { Page(url: $0.url, source: source, module: notes) }
    let robot = try await BrowserRobot("mocoa://notes/", columns: 70, registry: registry)
    robot.browser.motion = .off
    robot.browser.now = { 0 }
    await robot.wait(.seconds(1))
    return (robot, source)
  }

  private func show(_ source: FakeListSource, _ numbers: [Int], _ robot: BrowserRobot) async {
    // Frames without input have a minimum distance.
    await robot.wait(.milliseconds(50))
    source.show(numbers.map { note($0) })
    await robot.wait(.milliseconds(50))
  }

  @Test("[ and ] step through versions, and = shows the latest one")
  func timeMachine() async throws {
    let (robot, source) = try await Self.start()
    await show(source, [1, 2, 3], robot)
    await show(source, [3, 2, 1, 9], robot)
    await robot.type("[")
    #expect(robot.rows[1...4].map { $0 } == [" ▌ item 1", "   item 2", "   item 3", ""])
    #expect(robot.rows.last?.contains("version 2/3 of ") == true)
    #expect(robot.rows.last?.hasSuffix("(= for the latest)") == true)
    await show(source, [7], robot)
    #expect(robot.rows[1] == " ▌ item 1")
    #expect(robot.rows.last?.contains("version 2/4 of ") == true)
    await robot.type("[[")
    #expect(robot.rows[1] == " ▌ item 0")
    #expect(robot.rows.last == " already at the oldest version")
    await robot.type("]=")
    #expect(robot.rows[1...2].map { $0 } == [" ▌ item 7", ""])
    await robot.type("]")
    #expect(robot.rows.last == " already at the latest version")
  }

  @Test("shows the time of the last visible change")
  func lastChange() async throws {
    let (robot, source) = try await Self.start(30)
    #expect(robot.rows.last?.contains("changed") == false)
    let frames = robot.backend.frames.count
    await show(source, Array(0..<29), robot)
    #expect(robot.backend.frames.count == frames || robot.rows.last?.contains("changed") == false)
    let time = "\(LocalTime(0))"
    await show(source, Array(1..<29), robot)
    #expect(robot.rows.last?.hasSuffix("changed \(time)") == true)
    robot.browser.now = { 60 }
    await show(source, Array(1..<28), robot)
    #expect(robot.rows.last?.hasSuffix("changed \(time)") == true)
    await show(source, Array(2..<28), robot)
    #expect(robot.rows.last?.hasSuffix("changed \(LocalTime(60))") == true)
  }

  @Test("Space marks items, and the status line counts them")
  func marks() async throws {
    let (robot, source) = try await Self.start()
    await robot.type("  ")
    #expect(Array(robot.rows[1...3]) == ["  ✓item 0", "  ✓item 1", " ▌ item 2"])
    #expect(robot.rows.last?.hasSuffix("2 marked") == true)
    await show(source, [2, 1, 0], robot)
    #expect(Array(robot.rows[1...3]) == [" ▌ item 2", "  ✓item 1", "  ✓item 0"])
  }

  @Test("F follows the end of the list until the cursor moves")
  func following() async throws {
    let (robot, source) = try await Self.start(20)
    await robot.type("F")
    #expect(robot.rows.contains(" ▌ item 19"))
    await show(source, Array(0..<25), robot)
    #expect(robot.rows.contains(" ▌ item 24"))
    await robot.type("k")
    await show(source, Array(0..<26), robot)
    #expect(robot.rows.contains(" ▌ item 23"))
    await robot.type("FG")
    await show(source, Array(0..<27), robot)
    #expect(robot.rows.contains(" ▌ item 26"))
  }

  @Test("a loading error replaces an earlier message")
  func gone() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.ndjson", "{\"id\": 1}\n{\"id\": 2}")
    let registry = Launch.registry(follows: true)
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(path)", columns: 90, registry: registry)
    await robot.type("F")
    #expect(robot.rows.last?.contains("following") == true)
    try #require(unlink(path) == 0)
    await robot.sees("file was removed")
    await robot.type("F")
    #expect(robot.rows.last?.contains("stopped following") == true)
    // A missing file is still watched.
    await robot.type("F")
    #expect(robot.rows.last?.contains("following new items (") == true)
  }

  @Test("p pauses and continues a page that can pause")
  func pausing() async throws {
    let (robot, _) = try await Self.start()
    await robot.type("p")
    #expect(robot.rows.last == " paused (p resumes, r reloads)")
    await robot.press(.init(.escape))
    #expect(robot.rows.last?.hasSuffix("paused") == true)
    await robot.type("p")
    #expect(robot.rows.last == " resumes")
    await robot.type(":home")
    await robot.press(.init(.enter))
    let music = try await BrowserRobot("mocoa://music/")
    await music.type("p")
    #expect(music.rows.last == " this page has no updates to pause")
    await music.type("[")
    #expect(music.rows.last == " no other version")
  }

  @Test("a command sets the amount of motion")
  func motion() async throws {
    let (robot, _) = try await Self.start()
    await robot.type(":motion reduced")
    await robot.press(.init(.enter))
    #expect(robot.browser.motion == .reduced)
    #expect(robot.rows.last == " motion reduced")
  }
}
