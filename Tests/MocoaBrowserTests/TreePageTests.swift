import Glibc
import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Nested data as a tree")
struct TreePageTests {
  private let folder: TemporaryFolder

  private static let api = #"""
    {"status": "ok", "data": {"users": [
      {"id": 0, "name": "User 0", "tags": []}, {"id": 1, "name": "用户", "tags": ["x", null]}]},
     "a very long name that exceeds the limit": true, "": 1.5, "Status": "\u001b[31mred"}
    """#

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("api.json", Self.api)
    try folder.write("users.json", #"[{"id": 1, "tag": {"a": 1}}, {"id": 2, "tag": {"a": 2}}]"#)
  }

  private func robot(
    _ name: String, options: String = "", columns: Int = 80, rows: Int = 24
  ) async throws -> BrowserRobot {
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(folder.path(of: name))\(options)", columns: columns, rows: rows,
      tellsTime: false)
    robot.browser.motion = .off
    return robot
  }

  /// The rows of the list without blanks at their ends.
  private func list(_ robot: BrowserRobot) -> [String] {
    robot.rows.dropFirst().dropLast().map { String($0.trimmingSuffix(while: { $0 == " " })) }
      .filter { !$0.isEmpty }
  }

  @Test("opens an object with the levels that fit")
  func opens() async throws {
    let robot = try await robot("api.json")
    #expect(
      list(robot) == [
        #" ▌ status                    "ok""#, "   ▾ data                    {1}",
        "   │ ▾ users  [2]", "   │ │ ▾ 0  {3}", "   │ │ │ id      0",
        #"   │ │ │ name    "User 0""#, "   │ │ │ tags    []", "   │ │ ▾ 1  {3}",
        "   │ │ │ id      1",
        #"   │ │ │ name    "用户""#, "   │ │ │ ▾ tags  [2]", #"   │ │ │ │ 0  "x""#,
        "   │ │ │ │ 1  ∅", "   a very long name that e…  true",
        #"   ""                        1.5"#,
        #"   Status                    "\u001b[31mred""#,
      ])
    #expect(robot.rows.last?.hasPrefix(" l open  h close  1-9 level  T table  y copy") == true)
    #expect(robot.rows.last?.hasSuffix("$.status") == true)
  }

  @Test("steps in and out with l and h, and leaves at the top")
  func steps() async throws {
    let robot = try await robot("api.json", rows: 10)
    #expect(list(robot).count == 8, "deeper levels do not fit")
    await robot.type("0jl")
    #expect(list(robot)[2] == "   │ ▸ users  [2]")
    await robot.type("lll")
    #expect(list(robot).contains(" ▌ │ │ ▸ 0  {3}  User 0"))
    #expect(robot.rows.last?.contains("$.data.users[0]") == true)
    await robot.type("hhhh")
    #expect(list(robot)[1] == " ▌ ▸ data                    {1}")
    await robot.type("zz")
    #expect(list(robot).count == 5)
    await robot.type("3")
    await robot.sees("User 0")
    await robot.type("0h")
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ api.json") == false, "it leaves the page")
  }

  @Test("performs keys that follow the opening of a record at once")
  func keysAtOnce() async throws {
    try folder.write("two.ndjson", "{\"id\":1,\"list\":[5]}\n{\"id\":2,\"list\":[6,7]}\n")
    let robot = try await robot("two.ndjson")
    for key in [KeyPress(.enter), .character("j"), .character("l")] {
      robot.backend.send(.key(key))
    }
    await robot.sees { $0.hasPrefix(" ▌ │ 0") }
    #expect(list(robot).contains { $0.contains("▾ list") })
  }

  @Test("keeps values within 26 columns of their names")
  func columns() async throws {
    for row in list(try await robot("api.json")) {
      let text = row.dropFirst(3).drop { "│ ▾▸".contains($0) }
      let value = text.range(of: "  ")
      guard let value else { continue }
      #expect(text.distance(from: text.startIndex, to: value.lowerBound) <= 24)
    }
  }

  @Test("opens an array of objects as a table, and switches lists to trees")
  func tables() async throws {
    let robot = try await robot("api.json")
    await robot.type("jj")
    #expect(robot.rows.last?.hasPrefix(" ↵ open as table") == true)
    await robot.type("T")
    await robot.sees("User 0")
    #expect(robot.rows[0].hasPrefix(" mocoa ▸ api.json ▸ data ▸ users"))
    #expect(robot.rows[1].contains("name"))
    await robot.type("T")
    #expect(list(robot) == [" ▌ ▸ 0  {3}  User 0", "   ▸ 1  {3}  用户"])
    await robot.type("H")
    await robot.sees { $0.hasPrefix(" ▌ │ ▾ users") }
    let users = try await self.robot("users.json")
    await users.type("T")
    #expect(list(users) == [" ▌ ▸ 0  {2}  id 1", "   ▸ 1  {2}  id 2"])
    await users.type("Y")
    #expect(users.backend.copied.last?.contains("view=tree") == true)
    let again = try await self.robot("users.json", options: "&view=tree")
    #expect(list(again).contains { $0.hasPrefix(" ▌ ▾ 0") })
    await again.type("T")
    #expect(again.rows[1].contains("tag"))
  }

  @Test("keeps a filter for each form")
  func filters() async throws {
    let robot = try await robot("users.json")
    await robot.type("fid=2\r")
    #expect(robot.rows[0].hasSuffix("1/1 of 2"))
    await robot.type("T")
    #expect(robot.rows[0].hasSuffix("/2"))
    await robot.type("T")
    await robot.sees { $0.hasSuffix("1/1 of 2") }
  }

  @Test("keeps folds, the cursor and marks when the file is reloaded")
  func reload() async throws {
    let robot = try await robot("api.json")
    await robot.type("jjjjj k")
    let row = try #require(list(robot).first { $0.hasPrefix(" ▌") })
    try folder.write("api.json", Self.api.replacing("[]}", with: #"[7, 8], "more": {}}"#))
    await robot.type("r")
    await robot.sees("[2]") { robot.rows.contains { $0.contains("more") } }
    #expect(list(robot).contains(row))
    #expect(robot.browser.listScreen?.markedCount == 1)
    #expect(list(robot).contains { $0.hasSuffix("▸ tags  [2]") }, "the count is true")
  }

  @Test("expands with a click on the sign")
  func mouse() async throws {
    let robot = try await robot("api.json")
    let row = try #require(robot.rows.firstIndex { $0.contains("▾ users") })
    robot.backend.send(.mouse(.init(.press(.left), at: Point(column: 5, row: row))))
    await robot.sees { $0.contains("▸ users") }
  }

  @Test("copies values, paths and rows from a menu")
  func copies() async throws {
    let robot = try await robot("api.json")
    func copied(_ keys: String) async -> String? {
      await robot.type(keys)
      return robot.backend.copied.last
    }
    await robot.type("jjjjjy")
    #expect(
      robot.rows.last?.hasPrefix(
        " copy  y row  v value  p path  P pointer  j JSON  c CSV  t text  k key  u URL") == true)
    #expect(await copied("p") == "$.data.users[0].name")
    #expect(robot.rows.last?.contains("copied $.data.users[0].name · 20 characters") == true)
    #expect(await copied("yP") == "/data/users/0/name")
    #expect(await copied("yv") == "User 0")
    #expect(robot.rows.last?.contains("copied $.data.users[0].name · 6 characters") == true)
    #expect(await copied("yj") == #""User 0""#)
    #expect(await copied("yk") == "name")
    #expect(await copied("yc") == "name,value\nname,User 0\n")
    #expect(await copied("kkyv")?.hasPrefix(#"{"id": 0, "name": "User 0""#) == true)
    await robot.type("y")
    await robot.press(KeyPress(.escape))
    #expect(robot.browser.overlay == nil)
    await robot.type("  yk")
    #expect(robot.backend.copied.last == "0\nid")
  }

  @Test("copies the value and the path of a column")
  func columnCopies() async throws {
    let robot = try await robot("users.json")
    await robot.type(".yv")
    #expect(robot.backend.copied.last == "1")
    await robot.type("yp")
    #expect(robot.backend.copied.last == "$[0].tag.a")
    await robot.type("yj")
    #expect(robot.backend.copied.last == #"{"id": 1, "tag": {"a": 1}}"#)
    await robot.type("yt")
    #expect(robot.backend.copied.last?.contains("\t") == true)
  }

  @Test("draws in every size", arguments: [(1, 1), (12, 4), (20, 5), (40, 12), (200, 50)])
  func sizes(columns: Int, rows: Int) async throws {
    let robot = try await robot("api.json", columns: columns, rows: rows)
    await robot.type("9G0jlll")
    #expect(columns < 12 || robot.rows.contains { $0.contains("▌") })
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !isTrimmed($0) }.map { index(after: $0) } ?? startIndex)]
  }
}

extension Substring {
  fileprivate func range(of text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }.map {
      $0..<index($0, offsetBy: text.count)
    }
  }
}
