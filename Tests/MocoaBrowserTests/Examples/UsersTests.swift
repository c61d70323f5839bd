import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaExamples

@MainActor
@Suite("Users example: a bound list")
struct UsersTests {
  /// Returns a robot on the page.
  ///
  /// Its server sends the same data in every run.
  func robot(columns: Int = 80, rows: Int = 24, seed: UInt64 = 7) async throws -> BrowserRobot {
    let clock = ManualClock()
    let registry = Launch.registry(clock: clock)
    registry.define(UsersPage.address).page("Users") { options in
      UsersPage(
        options: options,
        server: UserServer(clock: clock, random: SeededGenerator(seed: seed)), clock: clock)
    }
    let robot = try await BrowserRobot(
      UsersPage.address, columns: columns, rows: rows, registry: registry, clock: clock)
    robot.browser.setMotion(.off)
    robot.browser.message = nil
    robot.browser.screen?.changeTracking?.clock = nil
    return robot
  }

  func page(_ robot: BrowserRobot) throws -> UsersPage {
    try #require(robot.browser.navigator.focusedPage as? UsersPage)
  }

  func users(_ robot: BrowserRobot) throws -> [User] {
    let snapshot = try page(robot).list.snapshot
    return (0..<snapshot.itemCounts[0]).compactMap {
      snapshot.element(at: ItemPath(section: 0, item: $0)) as? User
    }
  }

  @Test("matches its snapshots", arguments: MessagesTests.sizes)
  func golden(size: Size) async throws {
    let robot = try await robot(columns: size.columns, rows: size.rows)
    await robot.wait(UserServer.delay)
    await robot.press(.character("j"), KeyPress(.enter))
    await robot.wait(UsersPage.pause)
    expectSnapshot(
      try #require(robot.backend.screen), named: "example-users-\(size.columns)x\(size.rows)")
  }

  @Test("shows the fetch, then the number of users")
  func fetching() async throws {
    let robot = try await robot()
    #expect(robot.rows[1] == "   loading…")
    #expect(robot.rows.last?.hasSuffix("fetching…") == true)
    #expect(try page(robot).list.phase == .loading(fraction: nil))
    await robot.wait(UserServer.delay)
    let users = try users(robot)
    #expect((1...20).contains(users.count))
    #expect(users.map(\.name) == (1...users.count).map { "user--\($0)" })
    #expect(robot.rows[1].hasPrefix(" ▌ user--1 "))
    #expect(robot.rows.last?.hasSuffix(" \(users.count) users") == true)
    #expect(try page(robot).list.phase == .finished)
    await robot.wait(.seconds(5))
    #expect(robot.clock.waiting == 0)
    await robot.type("r")
    let waiting = robot.clock.waiting
    await robot.type("r")
    #expect(robot.clock.waiting == waiting, "one request at a time")
  }

  @Test("each fetch is one update that keeps the remaining view models")
  func comparing() async throws {
    let robot = try await robot()
    await robot.wait(UserServer.delay)
    let list = try page(robot).list
    let first = list.cell(at: ItemPath(section: 0, item: 0))
    for _ in 0..<3 {
      let before = try users(robot)
      var updates: [ListUpdate] = []
      let token = list.observe { if !$0.changes.isEmpty { updates.append($0) } }
      await robot.type("rr")
      await robot.wait(UserServer.delay)
      let after = try users(robot)
      let updated = zip(before, after).filter { $0 != $1 }.count
      #expect(updates.count == 1)
      #expect(updates.first?.changes.updates.count == updated)
      #expect(updates.first?.after.itemCounts == [after.count])
      #expect(list.cell(at: ItemPath(section: 0, item: 0)) === first)
      token.cancel()
    }
  }

  @Test("every fifth fetch fails, reports it and keeps the users")
  func failing() async throws {
    let robot = try await robot()
    await robot.wait(UserServer.delay)
    for _ in 0..<3 {
      await robot.type("r")
      await robot.wait(UserServer.delay)
    }
    let before = try users(robot)
    await robot.type("r")
    await robot.wait(UserServer.delay)
    #expect(try users(robot) == before)
    #expect(robot.rows.last?.hasPrefix(" ✗ no answer (r asks again)") == true)
    #expect(robot.rows.last?.hasSuffix("as fetched before") == true)
    #expect(try page(robot).list.phase == .failed("no answer (r asks again)"))
    await robot.type("r")
    await robot.wait(UserServer.delay)
    #expect(try page(robot).list.phase == .finished)
    #expect(try users(robot) != before)
  }

  @Test("reports the selected user and rejects a second selection")
  func selecting() async throws {
    let robot = try await robot()
    await robot.wait(UserServer.delay)
    let users = try users(robot)
    await robot.press(.character("j"), KeyPress(.enter))
    #expect(robot.rows.last?.hasSuffix("selecting user--2…") == true)
    await robot.press(.character("j"), KeyPress(.enter))
    #expect(robot.rows.last?.hasSuffix("busy: user--3 was not selected") == true)
    await robot.wait(UsersPage.pause)
    #expect(robot.rows.last?.hasSuffix("selected user--2 (\(users[1].age))") == true)
    await robot.press(KeyPress(.enter))
    await robot.wait(UsersPage.pause)
    #expect(robot.rows.last?.hasSuffix("selected user--3 (\(users[2].age))") == true)
  }

  @Test("canceling a fetch ignores the response")
  func stopping() async throws {
    let robot = try await robot()
    await robot.press(.control("c"))
    #expect(robot.rows.last == " loading stopped: the list may be incomplete")
    #expect(robot.rows[1] == "   empty")
    await robot.wait(UserServer.delay)
    #expect(try users(robot) == [])
    await robot.type("r")
    await robot.wait(UserServer.delay)
    #expect(try !users(robot).isEmpty)
  }

  @Test("a page that closes while fetching and selecting is released immediately")
  func leaving() throws {
    let clock = ManualClock()
    let navigator = Navigator(registry: Launch.registry(clock: clock))
    for url in [Examples.address, UsersPage.address] { try navigator.push(ModuleURL(url)) }
    weak let page = navigator.focusedPage as? UsersPage
    clock.advance(by: UserServer.delay)
    page?.list.select(ItemPath(section: 0, item: 0))
    #expect(page?.statusText.hasPrefix("selecting") == true)
    #expect(try navigator.pop())
    #expect(page == nil)
    clock.advance(by: UsersPage.pause)
    #expect(clock.waiting == 0)
  }

  @Test("without a clock, all data is available immediately")
  func atOnce() throws {
    let navigator = Navigator(registry: Launch.registry())
    let page = try #require(navigator.push(ModuleURL(UsersPage.address)) as? UsersPage)
    var settled: [String?] = []
    page.onInitialLoad { settled.append($0) }
    #expect(settled == [nil])
    #expect(page.list.snapshot.itemCounts[0] > 0)
    page.list.select(ItemPath(section: 0, item: 0))
    #expect(page.statusText.hasPrefix("selected user--1 ("))
  }

  @Test("draws, moves and handles clicks in windows of every size")
  func everySize() throws {
    for rows in [1, 2, 3, 4, 5, 8, 12] {
      for columns in [1, 2, 3, 7, 12, 20, 33, 60] {
        let stage = try SizesTests.Stage(UsersPage.address, Size(columns: columns, rows: rows))
        stage.move()
        stage.draw("at the end")
      }
    }
  }
}
