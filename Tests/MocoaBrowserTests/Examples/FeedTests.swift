import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaExamples

@MainActor
@Suite("Example 20: a news feed")
struct FeedTests {
  func robot(columns: Int = 80, rows: Int = 24) async throws -> BrowserRobot {
    let robot = try await BrowserRobot("mocoa://examples/20/", columns: columns, rows: rows)
    robot.browser.setMotion(.off)
    robot.browser.message = nil
    // The time of the last change would differ in every recording.
    robot.browser.screen?.changeTracking?.clock = nil
    return robot
  }

  /// Creates a robot after the first news have loaded.
  func settledRobot(columns: Int = 80, rows: Int = 24) async throws -> BrowserRobot {
    let robot = try await robot(columns: columns, rows: rows)
    await robot.wait(.seconds(1))
    return robot
  }

  func feed(_ robot: BrowserRobot) throws -> FeedPage {
    try #require(robot.browser.navigator.focusedPage as? FeedPage)
  }

  /// Returns the identifiers of the groups that are shown.
  func gids(_ feed: FeedPage) -> [String] {
    feed.list.snapshot.sections.dropFirst().dropLast().map { "\($0.id)" }
  }

  @Test("is drawn as recorded", arguments: FirstExamplesTests.sizes)
  func golden(size: Size) async throws {
    let robot = try await settledRobot(columns: size.columns, rows: size.rows)
    let screen = try #require(robot.backend.screen)
    expectSnapshot(screen, named: "example-20-\(size.columns)x\(size.rows)")
    await robot.press(.character("G"))
    await robot.wait(.seconds(2))
    let end = try #require(robot.backend.screen)
    expectSnapshot(end, named: "example-20-end-\(size.columns)x\(size.rows)")
    await robot.press(.character("g"), KeyPress(.enter))
    let content = try #require(robot.backend.screen)
    expectSnapshot(content, named: "example-20-content-\(size.columns)x\(size.rows)")
  }

  // MARK: - Refresh

  @Test("shows in the header that it is refreshing until news arrive")
  func refreshing() async throws {
    let robot = try await robot()
    #expect(robot.rows[1].hasPrefix("   News ") || robot.rows[1].hasPrefix(" News "))
    #expect(robot.rows[1].hasSuffix("refreshing…"))
    #expect(robot.rows.last?.hasSuffix("refreshing…") == true)
    let feed = try feed(robot)
    #expect(feed.isHeaderRefreshing && gids(feed) == [])
    await robot.wait(.seconds(1))
    #expect(robot.rows[1].hasSuffix("r refreshes"))
    #expect(robot.rows.last?.contains("refreshed") == true)
    #expect(!feed.isHeaderRefreshing)
    #expect(gids(feed) == ["1000"] + (1098...1104).map { "\($0)" })
  }

  @Test("refreshing adds newer news and retains existing view models")
  func newer() async throws {
    let robot = try await settledRobot()
    let feed = try feed(robot)
    let old = feed.list.cell(at: ItemPath(section: 2, item: 0)) as? NewsCellViewModel
    var updates: [ListUpdate] = []
    let token = feed.list.observe { updates.append($0) }
    await robot.type("r")
    #expect(robot.rows[1].hasSuffix("refreshing…"))
    await robot.wait(.seconds(2))
    #expect(gids(feed) == ["1000"] + (1097...1103).map { "\($0)" })
    let changes = updates.filter { !$0.changes.isEmpty }.map(\.changes)
    #expect(changes.count == 1, "one update, found by comparing")
    #expect(changes.first?.sectionInsertions.count == 1)
    #expect(changes.first?.sectionDeletions.count == 1)
    #expect(feed.list.cell(at: ItemPath(section: 3, item: 0)) === old)
    token.cancel()
  }

  @Test("reports that no newer news exist and changes nothing")
  func noNews() async throws {
    let registry = Launch.registry()
    registry.define(Examples.address(20)).page("News feed") { options in
      FeedPage(
        url: options.url, table: registry.define("\(Examples.address(20))table"),
        server: FeedServer(clock: nil, cursor: 2), clock: nil)
    }
    let robot = try await BrowserRobot(
      "mocoa://examples/20/", columns: 80, rows: 24, registry: registry)
    let feed = try feed(robot)
    let before = gids(feed)
    #expect(before == ["1000"] + (1001...1007).map { "\($0)" })
    await robot.type("r")
    #expect(robot.rows.last?.hasSuffix("no new data") == true)
    #expect(gids(feed) == before && !feed.isHeaderRefreshing)
  }

  // MARK: - Loading more

  @Test("loads more when the cursor reaches the end")
  func more() async throws {
    let robot = try await settledRobot()
    let feed = try feed(robot)
    await robot.press(.character("G"))
    #expect(feed.isFooterRefreshing)
    #expect(robot.rows.contains { $0.contains("▌ loading more…") })
    await robot.wait(.seconds(2))
    #expect(!feed.isFooterRefreshing)
    #expect(robot.rows.last?.contains("8 loaded") == true)
    #expect(gids(feed) == ["1000"] + (1098...1112).map { "\($0)" })
    #expect(robot.rows.contains { $0.contains("▌ load more") }, "the cursor is where it was")
    // Enter loads more again while the server has more.
    var counts: [Int] = []
    for _ in 0..<4 {
      await robot.press(KeyPress(.enter))
      await robot.wait(.seconds(3))
      counts.append(feed.groups.count)
    }
    #expect(counts == [24, 28, 28, 28])
    #expect(robot.rows.last?.hasSuffix("no more") == true)
  }

  @Test("rejects a refresh while loading more, and the reverse")
  func refused() async throws {
    let robot = try await settledRobot()
    let feed = try feed(robot)
    await robot.press(.character("G"))
    await robot.type("r")
    #expect(robot.rows.last == " ! not refreshed: more is being loaded")
    #expect(feed.isFooterRefreshing && !feed.isHeaderRefreshing)
    await robot.wait(.seconds(2))
    let count = feed.groups.count
    #expect(count == 16)

    await robot.press(.character("g"))
    await robot.type("r")
    #expect(feed.isHeaderRefreshing)
    await robot.press(.character("G"))
    #expect(robot.rows.last?.hasSuffix("no more is loaded while this is being refreshed") == true)
    #expect(!feed.isFooterRefreshing && feed.groups.count == count)
    await robot.wait(.seconds(3))
    #expect(feed.groups.count == 8 && !feed.isHeaderRefreshing)
  }

  // MARK: - Banners

  @Test("cycles through visible banners, and Enter opens the current one")
  func banners() async throws {
    let robot = try await settledRobot()
    func dots() -> String? { robot.rows.first { $0.contains("●") } }
    #expect(dots() == "   ● ○ ○ ○ ○")
    await robot.wait(.seconds(3))
    #expect(dots() == "   ○ ● ○ ○ ○")
    let seen = try #require(
      (robot.browser.listScreen?.currentCell as? BannerCellViewModel)?.current)
    await robot.press(KeyPress(.enter))
    #expect(seen.nid == 10_001)
    #expect(robot.rows[1] == " \(seen.title)" && robot.rows[2] == " \(seen.url)")
    // After the page is closed, no timer runs. After it is shown again, the cycle continues.
    for _ in 0..<3 { await robot.wait(.seconds(3)) }
    #expect(robot.clock.waiting == 0)
    await robot.press(KeyPress(.backspace))
    #expect(dots() == "   ○ ● ○ ○ ○")
    for _ in 0..<4 { await robot.wait(.seconds(3)) }
    #expect(dots() == "   ● ○ ○ ○ ○")
  }

  @Test("starts to cycle when a second banner arrives")
  func severalBanners() async throws {
    let robot = try await settledRobot()
    let feed = try feed(robot)
    func group(_ count: Int) throws -> BannerGroup {
      let items = try FeedArchive.groups[0].array("items")
      return try BannerGroup(
        FieldValue.object([
          .init(name: "group", value: .string("102")), .init(name: "gid", value: .int(1000)),
          .init(name: "items", value: .array(Array(items.prefix(count)))),
        ]))
    }
    func dots() -> String? { robot.rows.first { $0.contains("●") } }
    for count in [1, 3] {
      _ = feed.show([try group(count)])
      await robot.wait(.seconds(3))
    }
    #expect(dots() == "   ○ ● ○")
    await robot.wait(.seconds(3))
    #expect(dots() == "   ○ ○ ●", "one at a time")
  }

  @Test("releases a page that loads; only its timer remains")
  func leaving() throws {
    let clock = ManualClock()
    let navigator = Navigator(registry: Launch.registry(clock: clock))
    for url in ["mocoa://examples/", Examples.address(20)] {
      try navigator.push(ModuleURL(url))
    }
    weak let page = navigator.focusedPage as? FeedPage
    weak let server = page?.server
    #expect(page?.isHeaderRefreshing == true)
    #expect(try navigator.pop())
    #expect(page == nil && server == nil, "only the clock knows of it")
    #expect(clock.waiting == 1)
    clock.advance(by: .seconds(1))
    #expect(clock.waiting == 0)
  }

  @Test("requests more with an emission in any page")
  func asking() throws {
    final class Hearing: ListPageViewModel {
      private(set) var heard: [Emission.Name] = []
      override func didReceive(_ emission: Emission) { heard.append(emission.name) }
    }
    let registry = ModuleRegistry()
    let table = registry.define("mocoa://h/table")
    table.section("ends").cell.register(LoadMoreCellViewModel.self)
    registry.define("mocoa://h/page").page("Page") { options in
      let section = Section(id: "more", moduleName: "ends", items: [FeedBoundary.more])
      return Hearing(
        url: options.url, list: ListViewModel(model: SectionedList([section]), module: table))
    }
    let page = try Navigator(registry: registry).push(ModuleURL("mocoa://h/page")) as? Hearing
    page?.list.cell(at: ItemPath(section: 0, item: 0)).didSelect()
    #expect(page?.heard.contains(.loadMore) == true)
  }

  // MARK: - Content

  @Test("the content page requires its option")
  func content() async throws {
    let robot = try await settledRobot()
    await robot.type(":\(Examples.address(20))content")
    await robot.press(KeyPress(.enter))
    #expect(robot.rows.last == " ! missing option \"url\": a string")
    let page = try robot.browser.navigator.push(
      ModuleURL("\(Examples.address(20))content"), options: ["url": "https://a.example/b"])
    #expect(page.title == "News")
    await robot.press(.control("l"))
    #expect(robot.rows[2] == " https://a.example/b")
  }

  @Test("shows a placeholder for an unregistered group")
  func unknownGroup() async throws {
    let robot = try await settledRobot()
    let feed = try feed(robot)
    let record = FieldValue.object([
      .init(name: "group", value: .string("103")), .init(name: "gid", value: .int(7)),
    ])
    _ = feed.show([feed.section(of: record), feed.section(of: .null)])
    await robot.type("d")
    #expect(robot.rows.contains { $0.contains("placeholder  examples/20/table/103") })
  }
}

@MainActor
@Suite("The simulated server of the news feed")
struct FeedServerTests {
  func response(_ request: ((@escaping @MainActor (FieldValue) -> Void) -> Void)) throws
    -> FeedResponse
  {
    var answer: FieldValue?
    request { answer = $0 }
    return try FeedResponse(#require(answer))
  }

  func gids(_ response: FeedResponse) throws -> [Int] {
    try response.groups.map { try $0.integer("gid") - 1000 }
  }

  @Test("has 125 groups of three kinds")
  func archive() throws {
    let groups = FeedArchive.groups
    let kinds = try Dictionary(grouping: groups) { try $0.string("group") }.mapValues(\.count)
    #expect(kinds == ["100": 115, "101": 9, "102": 1])
    #expect(try Set(groups.map { try $0.integer("gid") }).count == 125)
    for group in groups {
      let items = try group.array("items").map { try NewsItem($0) }
      let kind = try group.string("group")
      #expect(items.count == (kind == "102" ? 5 : 1))
      #expect(items.allSatisfy { $0.images.count == (kind == "101" ? 3 : 1) })
    }
    let banners = try BannerGroup(groups[0])
    #expect(banners.itemCount == 1 && banners.banners.items.count == 5)
    #expect(throws: FieldError.missing(field: "gid")) {
      try NewsGroup(FieldValue.object([.init(name: "group", value: .string("100"))]))
    }
  }

  @Test("a refresh returns the first group and seven newer ones")
  func refreshing() throws {
    let server = FeedServer(clock: nil)
    var cursor = 100
    while cursor > 1 {
      let answer = try response(server.refresh)
      let gids = try gids(answer)
      #expect(answer.code == 0 && answer.message == "refreshed")
      #expect(gids.count == 8 && gids[0] == 0)
      let next = gids[1]
      #expect((1...2).contains(cursor - next) && Array(gids[1...]) == Array(next..<next + 7))
      cursor = next
    }
    let answer = try response(server.refresh)
    #expect(answer.message == "no new data" && answer.groups.isEmpty)
  }

  @Test("loading more returns up to eight following groups")
  func more() throws {
    let server = FeedServer(clock: nil, cursor: 108)
    func more(_ count: Int) throws -> [Int] {
      try gids(response { server.loadMore(after: count, $0) })
    }
    #expect(try more(0) == Array(108..<116))
    #expect(try more(8) == Array(116..<124))
    #expect(try more(16) == [124])
    #expect(try more(17) == [])
    #expect(try more(1000) == [])
  }

  @Test("answers after one, two and three seconds until it is released")
  func delays() {
    let clock = ManualClock()
    var answers = 0
    var server: FeedServer? = FeedServer(clock: clock)
    for _ in 0..<3 { server?.refresh { _ in answers += 1 } }
    for expected in 1...2 {
      clock.advance(by: .seconds(1))
      #expect(answers == expected)
    }
    server = nil
    clock.advance(by: .seconds(1))
    #expect(answers == 2 && clock.waiting == 0)
  }
}
