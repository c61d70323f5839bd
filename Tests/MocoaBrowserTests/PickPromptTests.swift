import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("The prompt of --pick")
struct PickPromptTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(
      "a.txt",
      [
        "i did leap, with an alibi", "Wait for idle tests", "nothing", "idle wait", "wait",
      ].joined(separator: "\n"))
  }

  private func robot(
    _ words: [String] = [], file: String = "a.txt", options: String = "", columns: Int = 60,
    rows: Int = 8
  ) async throws -> BrowserRobot {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: file))\(options)", columns: columns, rows: rows,
      tellsTime: false)
    robot.browser.picking = PickSession(try Options(["--pick"] + words))
    robot.browser.motion = .off
    robot.browser.openPickPrompt()
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

  @Test("is in the first row, above the best matches, and Enter picks the best one")
  func best() async throws {
    let robot = try await robot()
    #expect(robot.rows[0] == " pick" + String(repeating: " ", count: 51) + "5/5")
    #expect(robot.rows.last == " ↵ choose  ^S rank  Esc list keys  ^C cancel")
    await robot.type("idle wait")
    await robot.sees("ranked rows") { robot.rows[1] == " ▌ idle wait" }
    #expect(robot.rows[2] == "   Wait for idle tests")
    #expect(robot.rows[0].hasPrefix(" pick  idle wait ") && robot.rows[0].hasSuffix(" 2/5"))
    await robot.press(KeyPress(.enter))
    #expect(try await robot.status == 0)
    #expect(lines(robot) == ["idle wait"])
  }

  @Test("moves the cursor, and each key moves it to the best match again")
  func cursor() async throws {
    let robot = try await robot(["--query", "i"])
    await robot.press(KeyPress(.down), .control("n"), KeyPress(.up))
    #expect(robot.rows[2].hasPrefix(" ▌"))
    await robot.type("d")
    #expect(robot.rows[1].hasPrefix(" ▌"))
  }

  @Test("marks several items with Tab")
  func marks() async throws {
    let robot = try await robot(["--multi"])
    await robot.press(KeyPress(.tab), KeyPress(.tab))
    #expect(robot.rows.last?.hasSuffix("2 marked") == true)
    await robot.press(KeyPress(.enter))
    #expect(lines(robot) == ["i did leap, with an alibi", "Wait for idle tests"])
    let single = try await self.robot()
    await single.press(KeyPress(.tab))
    #expect(single.rows[0].contains("only one item"))
  }

  @Test("changes the order with ^S")
  func order() async throws {
    _ = try folder.write("b.csv", "name,n\nxab,3\nab,2\nabab,1\n")
    let robot = try await robot(file: "b.csv", rows: 10)
    await robot.type("ab")
    func names() -> [String] {
      robot.rows.dropFirst().dropLast().compactMap { row in
        row.split(separator: " ").first { $0.contains("ab") }.map(String.init)
      }
    }
    await robot.sees("by rank") { names() == ["ab", "abab", "xab"] }
    await robot.press(.control("s"))
    await robot.sees("as in the list") { names() == ["xab", "ab", "abab"] }
    #expect(robot.rows.last?.contains("^S input order") == true)
    await robot.press(.control("s"))
    #expect(robot.rows.last?.contains("^S by name") == true)
    await robot.press(.control("s"))
    await robot.sees("by rank") { names() == ["ab", "abab", "xab"] }
    let unranked = try await self.robot(["--no-rank", "--query", "ab"], file: "b.csv")
    #expect(unranked.rows.last?.contains("^S input order") == true)
  }

  @Test("gives way to the list keys after Esc, and never ends with Esc; f opens it again")
  func leaving() async throws {
    let robot = try await robot()
    await robot.type("wait")
    await robot.press(KeyPress(.escape))
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ a.txt"))
    await robot.type("f")
    #expect(robot.rows[0].hasPrefix(" pick  wait"))
    await robot.type("x")
    #expect(robot.rows[0].hasPrefix(" pick  waitx") && robot.rows[0].hasSuffix("0/5"))
    #expect(robot.rows.joined().contains("Nothing matches waitx"))
    for _ in 0..<4 { await robot.press(KeyPress(.escape)) }
    #expect(robot.rows[0].hasSuffix("/5"))
    await robot.type("f")
    #expect(robot.rows[0].hasPrefix(" pick") && robot.rows[0].hasSuffix(" 5/5"))
    await robot.press(KeyPress(.backspace), .control("c"))
    #expect(try await robot.status == 130)
  }

  @Test("adds its words to --filter, and shows the error of an invalid text")
  func filter() async throws {
    let robot = try await robot(options: "&filter=wait")
    #expect(robot.rows[0].hasSuffix(" 3/5"))
    await robot.type("idle")
    await robot.sees("both conditions") { robot.rows[0].hasSuffix(" 2/5") }
    await robot.type(" (")
    #expect(robot.rows[0].contains("missing )"))
    await robot.press(.control("u"))
    await robot.sees("the first condition") { robot.rows[0].hasSuffix(" 3/5") }
  }

  @Test("opens the current item with → at the end of the text")
  func opening() async throws {
    _ = try folder.write("c.json", #"[{"a": [1, 2, 3]}, {"a": [4]}]"#)
    let robot = try await robot(file: "c.json")
    await robot.press(KeyPress(.right))
    #expect(robot.rows[0].hasPrefix(" pick"))
    await robot.type("xyz")
    #expect(robot.rows[0].hasPrefix(" pick  xyz"))
  }

  @Test("knows the only match, and that nothing matches")
  func decisions() async throws {
    let robot = try await robot(["--query", "nothing"])
    var counts: [Int] = []
    robot.browser.awaitMatches { counts.append($0) }
    await eventually("the number of matches") { counts == [1] }
    #expect(robot.browser.pickOnlyItem())
    #expect(lines(robot) == ["nothing"])
    let none = try await self.robot(["--query", "zzz"])
    none.browser.awaitMatches { counts.append($0) }
    await eventually("the number of matches") { counts == [1, 0] }
  }

  @Test("draws in windows of all sizes", arguments: [(20, 5), (10, 2), (1, 1), (200, 3), (24, 4)])
  func sizes(columns: Int, rows: Int) async throws {
    let robot = try await robot(["--multi", "--query", "idle"], columns: columns, rows: rows)
    await robot.type("w")
    #expect(robot.rows.count == rows)
    if columns == 20 { #expect(robot.rows[0] == "> idlew" && robot.rows[1].hasPrefix(" ▌")) }
  }

  @Test("rejects heights that are neither rows nor a percentage")
  func heights() throws {
    for (text, rows) in [("10", 10), ("40%", 8), ("1", 5), ("100%", 20), ("99", 20)] {
      #expect(InlineHeight(parsing: text)?.rowCount(in: 20) == rows)
    }
    for text in ["", "0", "-1", "x", "0%", "101%", "%"] {
      #expect(throws: Options.OptionsError.self) { _ = try Options(["--pick", "--height", text]) }
    }
    #expect(throws: Options.OptionsError.self) { _ = try Options(["--height", "10"]) }
    #expect(throws: Options.OptionsError.self) { _ = try Options(["--select-1"]) }
  }
}
