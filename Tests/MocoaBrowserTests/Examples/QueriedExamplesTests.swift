import Mocoa
import MocoaModel
import MocoaQuery
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaData
@testable import MocoaExamples

@MainActor
@Suite("Queries on the example pages")
struct QueriedExamplesTests {
  /// A list with a fixed snapshot, which serves as the base of a new query.
  private final class FixedList: ListSource {
    let snapshot: ListSnapshot
    var phase: ListPhase { .finished }

    init(_ snapshot: ListSnapshot) { self.snapshot = snapshot }

    func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
      ObservationToken {}
    }
  }

  private func ids(_ list: ListSnapshot) -> [[ItemID]] {
    list.sections.map { section in
      [section.id] + (0..<section.items.count).map { section.items.id(at: $0) }
    }
  }

  private func page(_ robot: BrowserRobot) throws -> ListPageViewModel {
    try #require(robot.browser.listPage)
  }

  /// Expects that the visible list equals the result of a new query on the content.
  private func expectAnswer(
    _ robot: BrowserRobot, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let page = try page(robot)
    await eventually("it is answered", sourceLocation: sourceLocation) {
      page.queried?.isUpdatingResults != true
    }
    let fresh = QueryResults(FixedList(page.list.content.snapshot))
    fresh.query = page.queried?.query ?? ListQuery()
    await eventually("it is asked anew") { !fresh.isUpdatingResults }
    #expect(
      ids(page.list.snapshot) == ids(fresh.snapshot), "\(what)", sourceLocation: sourceLocation)
    for place in 0..<page.list.snapshot.itemCount {
      guard let path = page.list.snapshot.path(forItemAt: place),
        !(page.list.snapshot.element(at: path) is ItemGroup)
      else { continue }
      let whole = page.list.contentPath(of: path)
      #expect(
        whole.map { page.list.content.snapshot.id(at: $0) } == page.list.snapshot.id(at: path),
        "\(what)", sourceLocation: sourceLocation)
    }
  }

  /// Applies and ends each kind of query.
  private func askAll(
    _ robot: BrowserRobot, text: String, field: String,
    meanwhile: @MainActor (String) async throws -> Void
  ) async throws {
    for keys in ["filter \(text)", "sort \(field)", "sort -\(field)", "group \(field)"] {
      await robot.type(":\(keys)\r")
      try await expectAnswer(robot, keys)
      try await meanwhile(keys)
      try await expectAnswer(robot, "\(keys), changed")
      if keys.hasPrefix("group") {
        await robot.type("Z")
        try await expectFolded(robot)
        try await meanwhile("\(keys) folded")
        try await expectFolded(robot)
      }
      await robot.press(KeyPress(.escape))
      let page = try page(robot)
      await eventually("it is ended") { page.queried?.isUpdatingResults != true }
      #expect(ids(page.list.snapshot) == ids(page.list.content.snapshot), "\(keys), ended")
    }
  }

  /// Expects a row for each group, with its number of items.
  private func expectFolded(_ robot: BrowserRobot) async throws {
    let page = try page(robot)
    await eventually("it is folded") { page.queried?.isUpdatingResults != true }
    let list = page.list.snapshot
    let counts = list.sections.compactMap { ($0.items.element(at: 0) as? ItemGroup)?.count }
    #expect(counts.count == list.sections.count)
    #expect(counts.reduce(0, +) == page.list.content.snapshot.itemCount)
  }

  // MARK: - Regressions

  @Test("21: a filter includes changes of actions, which stay after it ends")
  func contacts() async throws {
    let contacts = try await ContactRobot(21)
    try await contacts.perform("list 1: A–F")
    let list = try contacts.page.list
    let before = ids(list.snapshot)
    #expect(list.snapshot.itemCount == 6)
    await contacts.robot.type("fA")
    #expect(contacts.robot.rows.contains { $0.contains("1 of 6") })
    #expect(list.snapshot.itemCount == 1)
    await contacts.robot.press(KeyPress(.escape))
    #expect(ids(list.snapshot) == before)
    await contacts.robot.type("#")
    await contacts.robot.sees("6 rows")
  }

  @Test("users: a filter includes users that are fetched")
  func fetchedUsers() async throws {
    let robot = try await UsersTests().robot()
    await robot.wait(UserServer.delay)
    let list = try page(robot).list
    let count = list.snapshot.itemCount
    #expect(count > 0)
    await robot.type("f7")
    let page = try page(robot)
    await eventually("it is answered") { page.queried?.isUpdatingResults == false }
    #expect(robot.rows.contains { $0.contains("\(list.snapshot.itemCount) of \(count)") })
    try await expectAnswer(robot, "f7")
    await robot.press(KeyPress(.escape))
    #expect(list.snapshot.itemCount == count)
    await robot.type("#")
    await robot.sees("\(count) rows")
  }

  // MARK: - Every page with every query

  @Test(
    "every page shows the query results, and all items afterwards",
    arguments: [
      ("", "a", "title"), ("12/", "三", "id"), ("30/", "a", "name"),
      ("31/", "a", "name"), ("20/", "a", "title"), ("21/", "1", "phone"), ("22/", "1", "phone"),
    ])
  func pages(path: String, text: String, field: String) async throws {
    let robot = try await BrowserRobot("mocoa://examples/\(path)", columns: 80, rows: 24)
    await robot.wait(.seconds(2))
    let before = try ids(page(robot).list.snapshot)
    try await askAll(robot, text: text, field: field) { _ in }
    #expect(try ids(page(robot).list.snapshot) == before)
    await robot.type("/\(text)\r")
    let count = try page(robot).list.content.snapshot.itemCount
    await robot.type("#")
    await robot.sees("\(count) row")
  }

  @Test(
    "report an unknown field and show no column for it",
    arguments: ["cnosuch\r", "snosuch\r", "bnosuch\r", "fnosuch=1\r"])
  func unknownFields(keys: String) async throws {
    let robot = try await BrowserRobot("mocoa://examples/20/", columns: 80, rows: 24)
    await robot.wait(.seconds(2))
    await robot.type(keys)
    let page = try page(robot)
    await eventually("it is answered") { page.queried?.isUpdatingResults != true }
    #expect(robot.rows.contains { $0.contains("no field nosuch in the sampled items") })
    let labels = robot.rows.dropLast().filter { $0.contains("nosuch") }
    #expect(labels.allSatisfy { $0.contains("(no nosuch)") }, "\(labels)")
  }

  @Test("10 and 11: report that the page has no list", arguments: [10, 11])
  func noList(number: Int) async throws {
    let robot = try await BrowserRobot("mocoa://examples/\(number)/", columns: 80, rows: 24)
    await robot.type("f")
    #expect(robot.rows.last?.contains("not a list") == true)
  }

  @Test("21 and 22: queries follow every action", arguments: [21, 22])
  func actions(number: Int) async throws {
    let contacts = try await ContactRobot(number)
    var random = SeededGenerator(seed: UInt64(number))
    try await askAll(contacts.robot, text: "1", field: "phone") { what in
      for action in ContactRobot.actions.shuffled(using: &random).prefix(6) {
        try await contacts.perform(action)
        if !what.hasSuffix("folded") {
          try await expectAnswer(contacts.robot, "\(what): \(action)")
        }
      }
      try await contacts.perform("list 2: 0 1 2 3 4 F 6 E 8 9 10 11 C")
    }
  }

  @Test("20: queries follow refreshing and loading more")
  func feed() async throws {
    let robot = try await FeedTests().settledRobot()
    try await askAll(robot, text: "a", field: "comments") { _ in
      await robot.type("r")
      await robot.wait(.seconds(2))
      await robot.type("G")
      await robot.wait(.seconds(2))
    }
  }

  @Test("users: queries follow repeated fetches")
  func users() async throws {
    let robot = try await UsersTests().robot()
    await robot.wait(UserServer.delay)
    try await askAll(robot, text: "1", field: "age") { _ in
      for _ in 0..<3 {
        await robot.type("r")
        await robot.wait(UserServer.delay)
      }
    }
  }

  @Test("messages: queries follow events of the server")
  func messages() async throws {
    let messages = try await MessagesRobot()
    try await askAll(messages.robot, text: "a", field: "text") { _ in
      await messages.wait()
      await messages.wait()
    }
  }

  @Test("catalog: queries apply to each list", arguments: ["", "artists"])
  func catalog(path: String) async throws {
    let catalog = try await CatalogRobot(path)
    try await askAll(catalog.robot, text: "a", field: "name") { _ in }
  }

  // MARK: - Marks and jumps

  @Test("marks stay on their contacts when a filtered list changes")
  func marks() async throws {
    let contacts = try await ContactRobot(21)
    let list = try contacts.page.list
    let first = list.snapshot.id(at: ItemPath(section: 0, item: 0))
    await contacts.robot.type(" ")
    await contacts.robot.type("f0\r")
    try await contacts.perform("insert at the beginning")
    try await contacts.perform("sort by name, descending")
    await contacts.robot.press(KeyPress(.escape))
    var marked: [ItemID] = []
    contacts.robot.browser.listScreen?.targetItems?.forEach { item in
      marked.append(item.itemID)
      return true
    }
    #expect(marked == [first])
  }
}
