import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("A page that changes while it is visible")
struct MotionTests {
  /// Creates a robot on a page of notes, and the source of the notes.
  static func start() async throws -> (BrowserRobot, FakeListSource) {
    let registry = notesRegistry()
    let notes = registry.define("mocoa://notes/")
    let source = FakeListSource((0..<5).map { note($0) })
    let list = ListViewModel(source: source, module: notes)
    notes.page("Notes") { ListPageViewModel(url: $0.url, list: list) }
    let robot = try await BrowserRobot("mocoa://notes/", registry: registry)
    await robot.wait(.seconds(1))
    return (robot, source)
  }

  @Test("marks a change for a few frames and then stops its timer")
  func marks() async throws {
    let (robot, source) = try await Self.start()
    source.show([note(0), note(1, "changed")] + (2..<5).map { note($0) })
    await settle()
    #expect(robot.rows[2] == "~  changed")
    for _ in 0..<6 { await robot.wait(.milliseconds(33)) }
    #expect(robot.rows[2] == "   changed")
    #expect(robot.clock.waiting == 0)
  }

  @Test("applies the motion setting to all pages")
  func off() async throws {
    let (robot, source) = try await Self.start()
    robot.browser.motion = .off
    source.show([note(0), note(1, "changed")] + (2..<5).map { note($0) })
    await settle()
    #expect(robot.rows[2] == "   changed")
  }

  @Test("does not animate under a panel or after the panel closes")
  func panel() async throws {
    let (robot, source) = try await Self.start()
    source.show((0..<4).map { note($0) })
    await settle()
    await robot.type("?")
    #expect(robot.browser.frameDelay == nil)
    source.show((1..<4).map { note($0) })
    await robot.wait(.seconds(1))
    let frames = robot.backend.frames.count
    await robot.wait(.seconds(1))
    #expect(robot.backend.frames.count == frames && robot.clock.waiting == 0)
    await robot.type("q")
    #expect(Array(robot.rows[1...4]) == [" ▌ item 1", "   item 2", "   item 3", ""])
    #expect(robot.browser.frameDelay == nil)
  }
}
