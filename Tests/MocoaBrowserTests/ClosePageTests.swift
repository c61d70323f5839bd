import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Cells of shown and hidden pages")
struct ClosePageTests {
  @Test("are displayed while their page is shown, also under a panel")
  func pages() async throws {
    let registry = notesRegistry()
    let notes = registry.define("mocoa://notes/")
    let list = ListViewModel(source: FakeListSource((0..<40).map { note($0) }), module: notes)
    notes.page("Notes") { ListPageViewModel(url: $0.url, list: list) }
    let other = ListViewModel(source: FakeListSource([note(1)]), module: notes)
    registry.define("mocoa://other/").page("Other") { ListPageViewModel(url: $0.url, list: other) }
    func displayed(_ list: ListViewModel) -> [Int] {
      list.children.flatMap(\.children).compactMap { child in
        (child as? AnyCellViewModel).flatMap { $0.isDisplayed ? $0.path?.item : nil }
      }
    }

    let robot = try await BrowserRobot("mocoa://notes/", rows: 10, registry: registry)
    #expect(displayed(list) == Array(0..<8))
    await robot.type("?")
    #expect(displayed(list) == Array(0..<8))
    await robot.type("q:mocoa://other/")
    await robot.press(KeyPress(.enter))
    #expect(displayed(list) == [])
    #expect(displayed(other) == [0])
    await robot.press(KeyPress(.backspace))
    #expect(displayed(list) == Array(0..<8))
    #expect(displayed(other) == [])
  }

  @Test("are first created at the initial cursor")
  func fragment() async throws {
    let registry = notesRegistry()
    let notes = registry.define("mocoa://notes/")
    let list = ListViewModel(source: FakeListSource((0..<400).map { note($0) }), module: notes)
    notes.page("Notes") { ListPageViewModel(url: $0.url, list: list) }
    let robot = try await BrowserRobot("mocoa://notes/#300", rows: 10, registry: registry)
    #expect(robot.rows[1].hasSuffix("item 300"))
    #expect(list.cell(at: ItemPath(section: 0, item: 300)).isDisplayed)
    #expect(list.existingCell(at: ItemPath(section: 0, item: 0)) == nil)
  }
}
