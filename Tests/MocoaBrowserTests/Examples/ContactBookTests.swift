import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Examples 21 and 22: a contact book as list and grid")
struct ContactBookTests {
  /// The actions that create the states in which every action is tested.
  nonisolated static let states: [[String]] = [
    [], ["list 1: A–F"], ["list 2: 0 1 2 3 4 F 6 E 8 9 10 11 C"], ["delete all"],
    ["delete all", "insert at the end"], ["list 1: A–F", "sort by phone, descending"],
  ]

  /// Returns the expected contacts after an action, or `nil` if the result is not determined.
  private func result(_ action: String, of before: [ShownContact], _ after: [ShownContact])
    -> [ShownContact]?
  {
    /// Returns the contacts with the new one inserted, or `nil` if it is not at an index.
    func inserted(at place: Int) -> [ShownContact]? {
      guard after.indices.contains(place), !before.contains(after[place]) else { return nil }
      return before[..<place] + [after[place]] + before[place...]
    }
    switch action {
    case "sort by name": return before.sorted { $0.name < $1.name }
    case "sort by name, descending": return before.sorted { $0.name > $1.name }
    case "sort by phone": return before.sorted { $0.phone < $1.phone }
    case "sort by phone, descending": return before.sorted { $0.phone > $1.phone }
    case "insert at the beginning": return inserted(at: 0)
    case "insert in the middle": return inserted(at: before.count / 2)
    case "insert at the end": return inserted(at: before.count)
    case "delete the first": return Array(before.dropFirst())
    case "delete the last": return Array(before.dropLast())
    case "delete any":
      let gone = before.firstIndex { !after.contains($0) }
      return gone.map { place in before.enumerated().filter { $0.offset != place }.map(\.element) }
        ?? (before.isEmpty ? [] : nil)
    case "delete all": return []
    default: return nil
    }
  }

  private func tags(_ contacts: [ShownContact]) -> [String] {
    contacts.map { $0.name.split(separator: " ").first.map(String.init) ?? "" }
  }

  @Test(
    "every action in every state changes screen and list as described",
    arguments: [21, 22], states)
  func actions(number: Int, state: [String]) async throws {
    // A short run tests every third pair of state and action.
    let first = (Self.states.firstIndex(of: state) ?? 0) + number
    for (index, action) in ContactRobot.actions.enumerated()
    where TestLength.isLong || (index + first) % 3 == 0 {
      let user = try await ContactRobot(number)
      for step in state { try await user.perform(step) }
      let before = user.shown
      try await user.perform(action)
      let after = user.shown
      let context: Comment = "\(action) after \(state): \(before) became \(after)"
      #expect(try user.listed == after, context)
      switch action {
      case "start again with ten contacts":
        #expect(tags(after) == (1...9).map { "0\($0)" } + ["10"], context)
        #expect(after.first?.name == "01 张三", context)
      case "list 1: A–F": #expect(tags(after) == ["A", "B", "C", "D", "E", "F"], context)
      case "list 2: 0 1 2 3 4 F 6 E 8 9 10 11 C":
        #expect(
          tags(after) == ["0", "1", "2", "3", "4", "F", "6", "E", "8", "9", "10", "11", "C"],
          context)
      default: #expect(result(action, of: before, after) == after, context)
      }
      #expect(user.robot.rows.last?.contains(action.prefix { $0 != ":" }) == true, context)
    }
  }

  @Test("an action is one update after half a second")
  func oneUpdate() async throws {
    let user = try await ContactRobot(21)
    var updates: [ListUpdate] = []
    let token = try user.page.list.observe { updates.append($0) }
    defer { token.cancel() }
    let before = user.shown
    await user.robot.type("ajjjj")
    await user.robot.press(KeyPress(.enter))
    #expect(user.shown == before, "one sees the list as it was")
    await user.robot.wait(.milliseconds(490))
    #expect(updates.isEmpty)
    await user.robot.wait(.milliseconds(10))
    #expect(updates.count == 1)
    #expect(updates.first?.changes.moves.isEmpty == false)
    #expect(updates.first?.changes.deletions.isEmpty == true)
    let frames = user.robot.backend.frames.count
    await user.rest()
    #expect(user.robot.backend.frames.count > frames, "one sees them move")
    #expect(user.shown == before.reversed())
  }

  @Test("the two original lists move shared contacts", arguments: [21, 22])
  func lists(number: Int) async throws {
    let user = try await ContactRobot(number)
    try await user.perform("list 1: A–F")
    var updates: [ListUpdate] = []
    let token = try user.page.list.observe { updates.append($0) }
    defer { token.cancel() }
    let cell = try user.page.list.cell(at: ItemPath(section: 0, item: 5))
    try await user.perform("list 2: 0 1 2 3 4 F 6 E 8 9 10 11 C")
    let update = try #require(updates.first { !$0.changes.isEmpty })
    #expect(update.changes.deletions.reduce(0) { $0 + $1.range.count } == 3)
    #expect(update.changes.insertions.reduce(0) { $0 + $1.range.count } == 10)
    #expect(update.changes.updates.isEmpty)
    #expect(try user.page.list.cell(at: ItemPath(section: 0, item: 5)) === cell)
  }

  @Test("canceling an action or leaving the page changes nothing")
  func leaving() async throws {
    let user = try await ContactRobot(21)
    let before = user.shown
    await user.robot.press(.character("a"), KeyPress(.backspace))
    await user.rest()
    #expect(user.shown == before)
    await user.robot.press(.character("a"), KeyPress(.enter), .character("h"))
    await user.rest()
    #expect(user.robot.rows[0].contains("examples"))
    #expect(user.robot.clock.waiting == 0)
  }

  @Test("r recreates all cells")
  func readAgain() async throws {
    let user = try await ContactRobot(21)
    let cell = try user.page.list.cell(at: ItemPath(section: 0, item: 0))
    await user.robot.press(.character("r"))
    await user.rest()
    #expect(try user.page.list.cell(at: ItemPath(section: 0, item: 0)) !== cell)
    #expect(user.shown.count == 10)
  }

  @Test("the status line and the help show the key for actions")
  func keys() async throws {
    let user = try await ContactRobot(21, rows: 24)
    #expect(user.robot.rows.last?.hasPrefix(" a actions  ↵ open") == true)
    await user.robot.press(.character("?"))
    #expect(user.robot.rows[2].hasPrefix(" a  ") && user.robot.rows[2].contains("actions"))
  }

  @Test("are drawn as recorded", arguments: [(21, "contact-book"), (22, "contact-grid")])
  func screens(number: Int, name: String) async throws {
    for (columns, rows) in [(80, 24), (20, 5)] {
      let user = try await ContactRobot(number, columns: columns, rows: rows)
      expectSnapshot(
        try #require(user.robot.backend.screen), named: "example-\(name)-\(columns)x\(rows)")
      guard number == 21 else { continue }
      await user.robot.press(.character("a"))
      expectSnapshot(
        try #require(user.robot.backend.screen),
        named: "example-contact-actions-\(columns)x\(rows)")
    }
  }
}
