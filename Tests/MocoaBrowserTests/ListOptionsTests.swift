import Glibc
import Mocoa
import MocoaModel
import MocoaQuery
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("A query in a URL")
struct ListOptionsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let albums = [
      #"{"id": 1, "title": "Kind of Blue", "year": 1959, "label": {"name": "Columbia"}}"#,
      #"{"id": 2, "title": "Blue Train", "year": 1958, "label": {"name": "Blue Note"}}"#,
      #"{"id": 3, "title": "Giant Steps", "year": 1960, "label": {"name": "Atlantic"}}"#,
      #"{"id": 4, "title": "Bitches Brew", "year": 1970, "label": {"name": "Columbia"}}"#,
    ]
    try folder.write("albums.ndjson", albums.joined(separator: "\n"))
  }

  private var url: String { "mocoa://file/?path=\(folder.path(of: "albums.ndjson"))" }

  private func robot(_ excerpt: String) async throws -> BrowserRobot {
    let robot = try await BrowserRobot(url + excerpt, columns: 80, rows: 9)
    robot.browser.motion = .off
    await robot.sees("the file is read") { robot.rows[0].contains("/") }
    return robot
  }

  private func titles(_ robot: BrowserRobot) -> [String] {
    robot.rows.compactMap { row in
      ["Kind of Blue", "Blue Train", "Giant Steps", "Bitches Brew"].first { row.contains($0) }
    }
  }

  /// Returns the list options in the URL of the page.
  private func excerpt(_ robot: BrowserRobot) throws -> String {
    robot.browser.syncCursorFragments()
    let text = try #require(robot.browser.navigator.state.shownURL).description
    try #require(text.hasPrefix(url))
    return String(text.dropFirst(url.count))
  }

  @Test("opens with columns and stores them")
  func columns() async throws {
    let robot = try await robot("&fields=year \"label.name\"&sort=year#3")
    #expect(robot.rows[1] == "   year▲  label.name")
    #expect(robot.rows[5] == " ▌  1970  Columbia")
    #expect(try excerpt(robot) == "&sort=year&fields=year%20label.name#3")
    await robot.type("c")
    await robot.press(.control("u"))
    await robot.type("\r")
    #expect(robot.rows[2].contains("Blue Train"))
    #expect(try excerpt(robot) == "&sort=year#3")
    await robot.type("c\r")
    #expect(try excerpt(robot) == "&sort=year&fields=%2A#3")
    let others = try await self.robot("&fields=-title -label")
    #expect(others.rows[1] == "   id  year")
  }

  @Test("stores that the columns of a table were removed")
  func noColumns() async throws {
    try folder.write("t.csv", "id,name\n1,Ann\n")
    let url = "mocoa://file/?path=\(folder.path(of: "t.csv"))"
    let robot = try await BrowserRobot(url, columns: 60, rows: 9)
    #expect(robot.rows[1] == "   id  name")
    await robot.type("c-*\r")
    #expect(robot.rows[1].contains("Ann  id 1"))
    robot.browser.syncCursorFragments()
    let kept = try #require(robot.browser.navigator.state.shownURL)
    #expect(kept.description.contains("&fields=-%2A"))
    let again = try await BrowserRobot("\(kept)", columns: 60, rows: 9)
    #expect(again.rows[1].contains("Ann  id 1"))
  }

  @Test("opens filtered, sorted and grouped with the cursor on its item")
  func opening() async throws {
    let robot = try await robot("&filter=year>=1959&sort=-year title#2")
    #expect(titles(robot) == ["Bitches Brew", "Giant Steps", "Kind of Blue"])
    #expect(robot.rows[0].hasSuffix("2/3 of 4"))
    #expect(robot.rows.last?.hasSuffix("  year>=1959") == true)
    #expect(robot.rows[1].contains("title▲2") && robot.rows[1].contains("year▼*"))
    #expect(try excerpt(robot) == "&filter=year%3E%3D1959&sort=-year%20title#2")
    await robot.type("f")
    #expect(robot.rows.last?.hasPrefix("filter: year>=1959") == true)
    await robot.press(KeyPress(.escape), KeyPress(.escape), KeyPress(.escape))
    #expect(titles(robot).count == 4)
    #expect(try excerpt(robot) == "#2")
    await robot.type(":\(url)&group=label.name\r")
    await robot.sees("the groups") { robot.rows.contains { $0.contains("Columbia ──") } }
  }

  @Test("preserves the text that the user typed")
  func saying() async throws {
    let robot = try await robot("")
    #expect(try excerpt(robot) == "")
    await robot.type(#"f"kind of" | !/^x&y=#%+/"#)
    await robot.press(KeyPress(.enter))
    await robot.type("blabel.name\r")
    let text = try excerpt(robot)
    #expect(text.hasSuffix("&group=label.name"), "\(text)")
    let (query, fault) = ListQuery.read(try ModuleURL(url + text).listOptions)
    #expect(fault == nil)
    #expect(query == robot.browser.queries.results?.query)
    #expect(query.filter?.text == #""kind of" | !/^x&y=#%+/"#)
  }

  @Test("with an invalid filter, shows an error and the sorted list")
  func unreadable() async throws {
    let robot = try await robot("&filter=blue%20%22tr&sort=year")
    #expect(titles(robot) == ["Blue Train", "Kind of Blue", "Giant Steps", "Bitches Brew"])
    #expect(
      robot.rows.suffix(2).joined().contains(
        "filter=blue \"tr: at 6: missing closing \" (filter not")
    )
    await robot.type("j")
    #expect(!robot.rows.suffix(2).joined().contains("missing closing \""))
  }

  @Test("applies only to its page, and remains after returning")
  func children() async throws {
    let robot = try await robot("&filter=columbia#0")
    #expect(titles(robot) == ["Kind of Blue", "Bitches Brew"])
    await robot.type("jl")
    await robot.sees("the record") { robot.rows[0].contains("albums.ndjson ▸ 3") }
    #expect(robot.rows.contains { $0.contains("Bitches Brew") })
    #expect(robot.browser.navigator.focusedPage?.url.listOptions == [])
    // The parent page is the filtered page in the history, not a new one.
    await robot.type("h")
    #expect(titles(robot) == ["Kind of Blue", "Bitches Brew"])
    #expect(robot.browser.navigator.history.count == 1)
  }

  @Test("reuses a restored page as the parent page")
  func sleeping() throws {
    let navigator = Navigator(registry: Launch.registry())
    let urls = ["&filter=columbia", "&at=/3"].map { url + $0 }
    navigator.restore(
      NavigatorState(tabs: [.init(urls: try urls.map { try ModuleURL($0) }, shown: 1)]))
    #expect(try navigator.goToParent())
    #expect(navigator.history.count == 1)
    #expect(navigator.state.shownURL?.listOptions == [.init(name: "filter", value: "columbia")])
  }

  @Test("moves the cursor to an item when a long filter finds it")
  func long() async throws {
    let lines = (0..<8000).map { "{\"id\": \($0), \"even\": \($0.isMultiple(of: 2))}\n" }
    let path = try folder.write("long.ndjson", lines.joined())
    let robot = try await BrowserRobot(
      "mocoa://file/?path=\(path)&filter=even=true&sort=-id#6000", columns: 80, rows: 9)
    await robot.sees("the item") { robot.rows[0].hasSuffix("1,000/4,000 of 8,000") }
  }

  @Test(
    "reports a field that no item has",
    arguments: ["&filter=yaer>1", "&sort=year -yaer", "&group=yaer"])
  func unknown(excerpt: String) async throws {
    let robot = try await BrowserRobot(url + excerpt, columns: 80, rows: 9)
    await robot.sees("no field yaer in the sampled items (did you mean year?)")
    let known = try await self.robot("&filter=label.name:blue&sort=-year title&group=label.name")
    #expect(known.browser.message == nil)
  }

  /// A page with two lists.
  private final class DeskPage: PageViewModel {
    var lists: [PageViewModel] = []

    override func prepare() {
      for text in ["mocoa://left/", "mocoa://right/?sort=-id"] {
        if let url = try? ModuleURL(text), let list = try? embed(url) { lists.append(list) }
      }
    }
  }

  @Test("applies to the first list of a page with several lists")
  func composed() async throws {
    let registry = ModuleRegistry()
    for name in ["left", "right"] {
      let items = (1...3).map { SampleRecord(["id": .int($0), "title": .string("\(name) \($0)")]) }
      let module = registry.define("mocoa://\(name)/")
      module.section.cell.register(RecordCellViewModel.self).height(1)
      module.page(name, showing: SectionedList(items: items))
    }
    registry.define("mocoa://desk/").page("Desk") { DeskPage(options: $0) }
      .screen { (page: DeskPage, context) in
        ComposedScreen(page, context, page.lists.map { .page($0) }) { size in
          [
            Rect(column: 0, row: 0, columns: size.columns, rows: size.rows / 2),
            Rect(column: 0, row: size.rows / 2, columns: size.columns, rows: size.rows / 2),
          ]
        }
      }
    let robot = try await BrowserRobot(
      "mocoa://desk/?x=1&filter=id>1", rows: 12, registry: registry)
    robot.browser.motion = .off
    func shown() -> [String] {
      robot.rows.compactMap { row in
        row.split(separator: " ").firstIndex { ["left", "right"].contains($0) }.map { place in
          row.split(separator: " ")[place...].prefix(2).joined(separator: " ")
        }
      }
    }
    #expect(shown() == ["left 2", "left 3", "right 3", "right 2", "right 1"])
    #expect(robot.browser.makeLocationURL()?.options.map(\.name) == ["x", "filter"])
    await robot.type("s-title\r")
    #expect(shown() == ["left 3", "left 2", "right 3", "right 2", "right 1"])
    #expect(robot.browser.makeLocationURL()?["sort"] == "-title")
    robot.browser.syncCursorFragments()
    #expect(robot.browser.navigator.state.shownURL?["filter"] == "id>1")
    // The query of the second list is not stored.
    await robot.press(KeyPress(.tab))
    await robot.type("fid=2\r")
    #expect(shown() == ["left 3", "left 2", "right 2"])
    #expect(robot.browser.makeLocationURL()?["filter"] == "id>1")
  }

  @Test("does not report a field before the list has loaded")
  func early() async throws {
    let source = GrowingSource()
    let registry = ModuleRegistry()
    let module = registry.define("mocoa://growing/")
    module.section.cell.register(RecordCellViewModel.self).height(1)
    module.page("Growing") { url in
      ListPageViewModel(url: url.url, list: ListViewModel(source: source, module: module))
    }
    let robot = try await BrowserRobot("mocoa://growing/?sort=late", registry: registry)
    source.show([SampleRecord(["id": 1, "title": "a"])])
    await robot.sees { $0.hasSuffix("1/1") }
    #expect(robot.browser.message == nil)
    source.finish()
    await robot.sees("no field late in the sampled items")
    let other = try await BrowserRobot("mocoa://growing/?sort=late", registry: registry)
    await other.sees("no field late in the sampled items")
  }

  @Test("applies to a list that is not from a file")
  func samples() async throws {
    let robot = try await BrowserRobot("mocoa://music/?filter=kind", columns: 60, rows: 12)
    #expect(robot.rows.contains { $0.contains("Kind of Blue") })
    #expect(!robot.rows.contains { $0.contains("Blue Train") })
  }

  @Test("Y copies the URL of the location")
  func copying() async throws {
    let robot = try await robot("&sort=year")
    await robot.type("jY")
    #expect(robot.backend.copied.last == "\(url)&sort=year#0")
    let home = try await BrowserRobot("mocoa://file/?path=/dev/null")
    await home.type("Y")
    #expect(home.backend.copied.isEmpty)
    #expect(home.rows.last?.contains("this page has no URL") == true)
  }

  @Test("works in the smallest windows", arguments: [(1, 1), (10, 3), (20, 5)])
  func small(columns: Int, rows: Int) async throws {
    let robot = try await BrowserRobot(url + "&filter=%22&group=year", columns: columns, rows: rows)
    await robot.type("j")
    #expect(robot.rows.count == rows)
  }

  @Test("reports an invalid filter and an unknown field together")
  func faults() async throws {
    let user = try await robot("&filter=year%3E%3E1&sort=nosuch&fields=zork")
    await user.sees("all that is wrong") {
      let text = user.browser.message?.text ?? ""
      return text.contains("invalid operator >>") && text.contains("no field zork")
    }
    await user.type("j")
    #expect(user.browser.message == nil)
    await user.type("snosuch\r")
    #expect(user.browser.message?.text == "no field nosuch in the sampled items")
  }
}

/// A list that is loading until the test finishes it.
@MainActor
private final class GrowingSource: ListSource {
  private(set) var snapshot = ListSnapshot(sections: [])
  private(set) var phase = ListPhase.loading(fraction: nil)
  private let observers = Observers<ListUpdate>()

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  func show(_ items: [SampleRecord]) {
    let before = snapshot
    snapshot = ListSnapshot(
      sections: [SectionSnapshot(id: "all", items: ElementSequence(items: items))])
    observers.notify(
      ListUpdate(
        before: before, after: snapshot, changes: ChangeSet(from: before, to: snapshot)))
  }

  func finish() {
    phase = .finished
    observers.notify(
      ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)))
  }
}
