import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("The prompt of a filter, and highlighted matches")
struct FilterPromptTests {
  private static let mono = Theme([
    .match: Style([.bold, .underline]), .match1: Style(.bold), .key: Style(.bold),
    .header: Style([.bold, .underline]), .error: Style(.bold), .accent: Style(.bold),
  ])
  private static let colors = Theme([
    .match: Style(foreground: 16, background: 221), .match1: Style(foreground: 221),
    .key: Style(.bold), .header: Style([.bold, .underline]), .error: Style(foreground: 210),
    .accent: Style(foreground: 80), .number: Style(foreground: 150), .quiet: Style(.dim),
    .nested: Style(foreground: 180),
  ])

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let rows = (1...1000).map { number in
      let path = number % 3 == 0 ? "/api/v1/orders" : "/login"
      return #"{"id": \#(number), "status": \#(number % 5 == 0 ? 500 : 200), "path": "\#(path)", "#
        + #""note": "\#(number == 999 ? String(repeating: "lorem ", count: 300) + "needle" : "x")"}"#
    }
    _ = try folder.write("log.ndjson", rows.joined(separator: "\n"))
  }

  private func robot(
    columns: Int = 80, rows: Int = 24, theme: Theme = colors
  ) async throws -> BrowserRobot {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: "log.ndjson"))", columns: columns, rows: rows,
      tellsTime: false, theme: theme)
    robot.browser.motion = .off
    await robot.sees("/1,000")
    return robot
  }

  /// The texts of a row in runs of glyphs whose style satisfies a condition.
  private func runs(
    _ robot: BrowserRobot, row: Int, where isWanted: (Style) -> Bool
  ) -> [String] {
    guard let screen = robot.backend.screen else { return [] }
    var (runs, run): ([String], String) = ([], "")
    for column in 0..<screen.size.columns {
      let glyph = screen[column, row]
      if isWanted(glyph.style), let scalar = Unicode.Scalar(glyph.scalar) {
        run.unicodeScalars.append(scalar)
      } else if !run.isEmpty {
        runs.append(run)
        run = ""
      }
    }
    return run.isEmpty ? runs : runs + [run]
  }

  private func row(_ robot: BrowserRobot, with text: String) -> Int {
    robot.rows.firstIndex { $0.contains(text) } ?? 0
  }

  @Test("highlights matched letters and compared values while the filter holds")
  func matches() async throws {
    let robot = try await robot()
    await robot.type("fstatus>=500 ers")
    await robot.sees("66 of 1,000")
    let match: (Style) -> Bool = { $0 == Self.colors[.match] }
    for row in 2..<10 { #expect(runs(robot, row: row, where: match) == ["ers"]) }
    #expect(
      runs(robot, row: 3) { $0.foreground == Self.colors[.match1].foreground }
        .map { $0.split(separator: " ").joined() } == ["500"])
    await robot.press(KeyPress(.enter))
    #expect(runs(robot, row: 4, where: match) == ["ers"])
    await robot.press(KeyPress(.escape))
    await robot.sees("/login")
    for row in 2..<10 { #expect(runs(robot, row: row, where: match).isEmpty) }
  }

  @Test("highlights with bold and underline without colors")
  func mono() async throws {
    let robot = try await robot(theme: Self.mono)
    await robot.type("f'orders\r")
    await robot.sees("orders")
    #expect(
      runs(robot, row: 3) { $0.attributes.isSuperset(of: [.bold, .underline]) } == ["orders"])
  }

  @Test("highlights the matches of a search until Esc, and shows a match in a long value")
  func search() async throws {
    let robot = try await robot(rows: 40)
    let match: (Style) -> Bool = { $0 == Self.colors[.match] }
    await robot.type("v/needle")
    await robot.sees("999/1,000")
    await robot.sees("needle")
    await robot.sees("highlighted") {
      (0..<40).contains { runs(robot, row: $0, where: match) == ["needle"] }
    }
    await robot.press(KeyPress(.enter))
    #expect((0..<40).contains { runs(robot, row: $0, where: match) == ["…"] })
    await robot.sees("the number of matches") { robot.rows[39].hasSuffix("match 1/1") }
    #expect(robot.rows[39].hasPrefix(" n next match"))
    await robot.press(KeyPress(.escape))
    #expect(!robot.rows[39].contains("match"))
    #expect(!(0..<40).contains { !runs(robot, row: $0, where: match).isEmpty })
    await robot.type("n")
    await robot.sees("highlighted again") {
      (0..<40).contains { runs(robot, row: $0, where: match) == ["needle"] }
    }
  }

  @Test("shows the number of the current match and of all matches of a search")
  func matchNumbers() async throws {
    let lines = (1...9).map { #"{"id": \#($0), "word": "\#($0 % 3 == 0 ? "third" : "other")"}"# }
    let path = try folder.write("words.ndjson", lines.joined(separator: "\n") + "\n")
    let robot = try await BrowserRobot("mocoa://file/?path=\(path)", columns: 60, rows: 14)
    robot.browser.motion = .off
    func sees(_ text: String) async {
      await robot.sees(text) { robot.rows[13].hasSuffix(" " + text) }
    }
    await robot.type("/'third\r")
    await sees("match 1/3")
    await robot.type("n")
    await sees("match 2/3")
    // Another item is not a match.
    await robot.type("j")
    await sees("3 matches")
    await robot.type("N")
    await sees("match 2/3")
    // In a sorted list, the numbers follow the order.
    await robot.type("s-id\r")
    await robot.sees("the order") { robot.rows[2].contains("9") }
    #expect(!robot.rows[13].contains("/3"))
    await robot.type("gn")
    await sees("match 2/3")
    await robot.press(KeyPress(.escape))
    #expect(!robot.rows[13].contains("match"))
  }

  @Test("marks the number of hidden columns if one of them matches")
  func hidden() async throws {
    let robot = try await robot(columns: 22, rows: 12)
    let match: (Style) -> Bool = { $0 == Self.colors[.match] }
    #expect(runs(robot, row: 1, where: match).isEmpty)
    await robot.type("fstatus=500")
    #expect(robot.rows[2].contains("5  /login"))
    #expect(runs(robot, row: 1, where: match).first?.hasPrefix("+") == true)
  }

  @Test("shows its syntax, the hint while it is empty, and grouped counts")
  func syntax() async throws {
    let robot = try await robot()
    await robot.type("f")
    #expect(robot.rows[22].hasPrefix(" words  'exact  ^start"))
    await robot.type("status>=500 !/x/ | ers")
    #expect(!robot.rows[22].contains("'exact"))
    #expect(runs(robot, row: 23) { $0 == Self.colors[.number] } == ["500"])
    #expect(runs(robot, row: 23) { $0 == Self.colors[.nested] } == ["/x/"])
    #expect(runs(robot, row: 23) { $0 == Style(.bold) } == ["!", "|"])
    #expect(runs(robot, row: 23) { $0.foreground == 80 }.last?.hasSuffix("status") == true)
    await eventually("the count") {
      robot.clock.advance(by: .milliseconds(10))
      return robot.rows[23].hasSuffix("333 of 1,000")
    }
  }

  @Test("underlines a wrong token, shows the reason, and keeps the list")
  func wrongToken() async throws {
    let robot = try await robot()
    await robot.type("fstatus>=500")
    await robot.sees("200 of 1,000")
    let before = robot.rows[2...20]
    await robot.type("x")
    #expect(robot.rows[2...20] == before)
    #expect(robot.rows[23].contains("500x is not a number; status is one · 200 of 1,000"))
    #expect(runs(robot, row: 23) { $0.attributes.contains(.underline) } == ["500x"])
    await robot.press(KeyPress(.enter))
    #expect(robot.rows[23].hasPrefix("filter: status>=500x"))
    await robot.press(KeyPress(.backspace))
    #expect(runs(robot, row: 23) { $0.attributes.contains(.underline) }.isEmpty)
    await robot.type(" n>>1")
    #expect(runs(robot, row: 23) { $0.attributes.contains(.underline) } == [">>1"])
    await robot.press(.control("u"))
    await robot.type("status>=\"500x\"")
    #expect(runs(robot, row: 23) { $0.attributes.contains(.underline) }.isEmpty)
  }

  @Test("shows its text in 20 columns, and uses all of 200")
  func sizes() async throws {
    let narrow = try await robot(columns: 20, rows: 5)
    await narrow.type("fstatus=500 orders")
    #expect(narrow.rows.last?.hasPrefix("f ") == true)
    #expect(narrow.rows.last?.contains("500 orders") == true)
    #expect(narrow.rows.last?.contains("of") == false)
    let wide = try await robot(columns: 200, rows: 50)
    let text = String(repeating: "word ", count: 30)
    await wide.type("f" + text)
    #expect(wide.rows.last?.hasPrefix("filter: " + text) == true)
  }

  @Test("completes names, then operators, then frequent values with their numbers")
  func completion() async throws {
    let robot = try await robot()
    let tab = KeyPress(.tab)
    await robot.type("fsta")
    await robot.press(tab)
    #expect(robot.rows.last?.hasPrefix("filter: status ") == true)
    await robot.press(tab)
    #expect(robot.rows.last?.hasPrefix("filter: status:") == true)
    await robot.press(tab)
    #expect(robot.rows.last?.hasPrefix("filter: status=") == true)
    await robot.press(.control("u"))
    await robot.type("x | status=")
    await robot.press(tab)
    #expect(robot.rows.last?.hasPrefix("filter: x | status=200") == true)
    #expect(robot.rows[22].hasPrefix(" 200 ("))
    await robot.press(tab)
    #expect(robot.rows.last?.hasPrefix("filter: x | status=500") == true)
  }

  @Test("an empty result shows how to end it")
  func nothing() async throws {
    let robot = try await robot()
    await robot.type("fstatus>=600\r")
    await robot.sees("Nothing matches status>=600. Esc shows all 1,000 rows, f edits.")
  }
}
