import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Selecting items with --pick")
struct PickingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(
      "a.ndjson", "{\"id\": 1}\n{\"id\": 2, \"l\": [5, 6]}\n{\"id\": 3}\n")
  }

  private func robot(_ words: [String] = [], rows: Int = 8) async throws -> BrowserRobot {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "a.ndjson"))", rows: rows, tellsTime: false)
    robot.browser.picking = PickSession(try Options(["--pick", "--no-prompt"] + words))
    await robot.press(.control("l"))
    return robot
  }

  private func lines(_ robot: BrowserRobot) -> [String]? {
    guard let picking = robot.browser.picking, let picked = picking.picked else { return nil }
    var lines: [String] = []
    picked.forEach { item in
      lines.append(String(decoding: picking.format.bytes(of: item), as: UTF8.self))
      return true
    }
    return lines
  }

  @Test("Enter selects the current item; l and → open it")
  func one() async throws {
    let robot = try await robot()
    #expect(robot.rows.last == " ↵ pick  f filter  / search  : go to  ? help")
    await robot.type("jl")
    #expect(robot.rows[0].contains("1/2"))
    await robot.type("hj ")
    #expect(robot.rows.last == " only one item can be picked (use --multi)")
    await robot.type("ak")
    await robot.press(KeyPress(.enter))
    #expect(try await robot.status == 0)
    #expect(lines(robot) == [#"{"id": 2, "l": [5, 6]}"#])
  }

  @Test("selects the items of an opened value")
  func nested() async throws {
    let robot = try await robot(["--format", "{name}:{}"])
    await robot.type("jljl")
    await robot.press(KeyPress(.down), KeyPress(.enter))
    #expect(try await robot.status == 0)
    #expect(lines(robot) == [":6"])
  }

  @Test("with --multi, selects marked items in list order; Tab marks")
  func several() async throws {
    let robot = try await robot(["--multi", "--format", "{id}"])
    #expect(robot.rows.last == " ↵ pick  ⇥ mark  f filter  / search  : go to  ? help")
    await robot.type("G ")
    await robot.press(KeyPress(.home), KeyPress(.tab))
    await robot.type("f3\r")
    await robot.press(KeyPress(.enter))
    #expect(try await robot.status == 0)
    #expect(lines(robot) == ["1", "3"])
  }

  @Test("Esc closes overlays and filters; q and ^C end")
  func nothing() async throws {
    for key in [KeyPress.character("q"), .character("Q"), .control("c")] {
      let robot = try await robot()
      await robot.press(key)
      #expect(try await robot.status == 130)
      #expect(lines(robot) == nil)
    }
    let robot = try await robot()
    await robot.type("f2\r?")
    await robot.press(KeyPress(.escape))
    #expect(robot.rows[0].hasSuffix("1/1 of 3"))
    await robot.press(KeyPress(.escape))
    #expect(robot.rows[0].hasSuffix("/3"))
    await robot.press(KeyPress(.escape))
    #expect(robot.rows.last == " q cancels")
    await robot.type("q")
    #expect(try await robot.status == 130)
  }

  @Test("Enter reports an empty filter result; an empty list exits with 1")
  func emptiness() async throws {
    let robot = try await robot()
    await robot.type("f9\r")
    await robot.press(KeyPress(.enter))
    #expect(robot.rows.last?.hasPrefix(" no matches (Esc clears)") == true)
    _ = try folder.write("a.ndjson", "")
    let empty = try await self.robot()
    #expect(empty.browser.hasNothingToPick)
    await empty.press(KeyPress(.enter))
    #expect(try await empty.status == 1)
  }

  @Test("rejects options that require --pick or conflict with it")
  func options() throws {
    func message(_ words: String...) -> String {
      do {
        _ = try Options(words)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(
      message("--multi", "x")
        == "--multi requires --pick (mocoa --pick --multi …)")
    #expect(
      message("--format", "{a", "--pick") == "option --format: \"{a\" is not json or a "
        + "template: character 1: unmatched { (write {{ for a literal brace)")
    #expect(message("--pick", "diff", "a", "b").hasSuffix("cannot be used with diff"))
    #expect(message("--pick", "--print0", "--format", "json", "x") == "")
  }
}
