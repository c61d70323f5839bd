import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaExamples

@MainActor
@Suite("The example 20, a news feed")
struct FeedTests {
  func robot(columns: Int = 80, rows: Int = 24) async throws -> Robot {
    let robot = try await Robot("mocoa://examples/20/", columns: columns, rows: rows)
    robot.browser.setMotion(.off)
    robot.browser.message = nil
    // No time of day is said, which would be another in every recording.
    robot.browser.screen?.now = nil
    return robot
  }

  /// A robot before whom the first news have come.
  func settledRobot(columns: Int = 80, rows: Int = 24) async throws -> Robot {
    let robot = try await robot(columns: columns, rows: rows)
    await robot.wait(.seconds(1))
    return robot
  }

  func feed(_ robot: Robot) throws -> FeedPage {
    try #require(robot.browser.navigator.current as? FeedPage)
  }

  /// The groups that are shown, by their numbers.
  func gids(_ feed: FeedPage) -> [String] {
    feed.list.snapshot.sections.dropFirst().dropLast().map { "\($0.id)" }
  }

  @Test("looks as recorded", arguments: FirstExamplesTests.sizes)
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

  // MARK: - Refreshing

  @Test("the header says that it refreshes, from the start until the news are there")
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

  @Test("refreshing goes back to newer news; what stays keeps its view model")
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

  @Test("where there are no newer news, that is said and nothing changes")
  func noNews() async throws {
    let registry = Launch.registry()
    registry[Examples.address(20)].page("News feed") { options in
      FeedPage(
        url: options.url, table: registry["\(Examples.address(20))table"],
        server: FeedServer(clock: nil, cursor: 2), clock: nil)
    }
    let robot = try await Robot(
      "mocoa://examples/20/", columns: 80, rows: 24, registry: registry)
    let feed = try feed(robot)
    let before = gids(feed)
    #expect(before == ["1000"] + (1001...1007).map { "\($0)" })
    await robot.type("r")
    #expect(robot.rows.last?.hasSuffix("no new data") == true)
    #expect(gids(feed) == before && !feed.isHeaderRefreshing)
  }

  // MARK: - Loading more

  @Test("more is loaded when the cursor comes to the end, which is behind it then")
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
    // Chosen, it loads once more, as often as there is something.
    var counts: [Int] = []
    for _ in 0..<4 {
      await robot.press(KeyPress(.enter))
      await robot.wait(.seconds(3))
      counts.append(feed.groups.count)
    }
    #expect(counts == [24, 28, 28, 28])
    #expect(robot.rows.last?.hasSuffix("no more") == true)
  }

  @Test("refreshing is refused while more is loaded, and the other way round, and both are said")
  func refused() async throws {
    let robot = try await settledRobot()
    let feed = try feed(robot)
    await robot.press(.character("G"))
    await robot.type("r")
    #expect(robot.rows.last == " not refreshed: more is being loaded")
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

  @Test("banners take turns while they are seen, and Enter opens the one that is")
  func banners() async throws {
    let robot = try await settledRobot()
    func dots() -> String? { robot.rows.first { $0.contains("●") } }
    #expect(dots() == "   ● ○ ○ ○ ○")
    await robot.wait(.seconds(3))
    #expect(dots() == "   ○ ● ○ ○ ○")
    let seen = try #require((robot.browser.screen?.selection as? BannerCellViewModel)?.current)
    await robot.press(KeyPress(.enter))
    #expect(seen.nid == 10_001)
    #expect(robot.rows[1] == " \(seen.title)" && robot.rows[2] == " \(seen.url)")
    // Left, the page waits for nothing; gone back to, it goes on from there.
    for _ in 0..<3 { await robot.wait(.seconds(3)) }
    #expect(robot.clock.waiting == 0)
    await robot.press(KeyPress(.backspace))
    #expect(dots() == "   ○ ● ○ ○ ○")
    for _ in 0..<4 { await robot.wait(.seconds(3)) }
    #expect(dots() == "   ● ○ ○ ○ ○")
  }

  @Test("several banners take turns as soon as there are several, though they were seen before")
  func severalBanners() async throws {
    let robot = try await settledRobot()
    let feed = try feed(robot)
    func group(_ count: Int) throws -> BannerGroup {
      let items = try FeedArchive.groups[0].list("items")
      return try BannerGroup(
        FieldValue.object([
          .init(name: "group", value: .text("102")), .init(name: "gid", value: .int(1000)),
          .init(name: "items", value: .list(Array(items.prefix(count)))),
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

  @Test("a page that was let go while it loaded waits for one answer that nobody hears")
  func leaving() throws {
    let clock = ManualClock()
    let navigator = Navigator(registry: Launch.registry(clock: clock))
    for url in ["mocoa://examples/", Examples.address(20)] {
      try navigator.push(ModuleURL(url))
    }
    weak let page = navigator.current as? FeedPage
    weak let server = page?.server
    #expect(page?.isHeaderRefreshing == true)
    #expect(try navigator.pop())
    #expect(page == nil && server == nil, "only the clock knows of it")
    #expect(clock.waiting == 1)
    clock.advance(by: .seconds(1))
    #expect(clock.waiting == 0)
  }

  @Test("the row below all news asks for more by an emission, in whatever page it is")
  func asking() throws {
    final class Hearing: ListPageViewModel {
      private(set) var heard: [Emission.Name] = []
      override func didReceive(_ emission: Emission) { heard.append(emission.name) }
    }
    let registry = ModuleRegistry()
    let table = registry["mocoa://h/table"]
    table.section("ends").cell.register(LoadMoreCellViewModel.self)
    registry["mocoa://h/page"].page("Page") { options in
      let section = Section(id: "more", name: "ends", items: [FeedEnd.more])
      return Hearing(
        url: options.url, list: ListViewModel(model: SectionedList([section]), module: table))
    }
    let page = try Navigator(registry: registry).push(ModuleURL("mocoa://h/page")) as? Hearing
    page?.list.cell(at: ItemPath(section: 0, item: 0)).didSelect()
    #expect(page?.heard.contains(.loadMore) == true)
  }

  // MARK: - Content

  @Test("the content needs its option, and says so in one line")
  func content() async throws {
    let robot = try await settledRobot()
    await robot.type(":\(Examples.address(20))content")
    await robot.press(KeyPress(.enter))
    #expect(robot.rows.last == " option \"url\" is missing: it is a text")
    let page = try robot.browser.navigator.push(
      ModuleURL("\(Examples.address(20))content"), options: ["url": "https://a.example/b"])
    #expect(page.title == "News")
    await robot.press(.control("l"))
    #expect(robot.rows[2] == " https://a.example/b")
  }

  @Test("a group that no module is registered for shows as a placeholder, and ends nothing")
  func unknownGroup() async throws {
    let robot = try await settledRobot()
    let feed = try feed(robot)
    let record = FieldValue.object([
      .init(name: "group", value: .text("103")), .init(name: "gid", value: .int(7)),
    ])
    _ = feed.show([feed.section(of: record), feed.section(of: .null)])
    await robot.type("d")
    #expect(robot.rows.contains { $0.contains("placeholder  examples/20/table/103") })
  }
}

@MainActor
@Suite("The pretended server of the news feed")
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

  @Test("has 125 groups: 115 of 100, 9 of 101, and one of 102 with five banners")
  func archive() throws {
    let groups = FeedArchive.groups
    let kinds = try Dictionary(grouping: groups) { try $0.text("group") }.mapValues(\.count)
    #expect(kinds == ["100": 115, "101": 9, "102": 1])
    #expect(try Set(groups.map { try $0.integer("gid") }).count == 125)
    for group in groups {
      let items = try group.list("items").map { try NewsItem($0) }
      let kind = try group.text("group")
      #expect(items.count == (kind == "102" ? 5 : 1))
      #expect(items.allSatisfy { $0.images.count == (kind == "101" ? 3 : 1) })
    }
    let banners = try BannerGroup(groups[0])
    #expect(banners.itemCount == 1 && banners.banners.items.count == 5)
    #expect(throws: FieldError.missing(field: "gid")) {
      try NewsGroup(FieldValue.object([.init(name: "group", value: .text("100"))]))
    }
  }

  @Test(
    "each refreshing goes one or two back, down to 1, and answers the first group and seven others")
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

  @Test("more is what stands behind what one has, up to eight groups")
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

  @Test("answers after one, two and three seconds, and nobody when it is gone")
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
