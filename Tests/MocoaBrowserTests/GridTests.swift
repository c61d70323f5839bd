import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("A grid in the browser")
struct GridTests {
  /// A tile that opens the music page and counts its selections.
  final class Tile: CellViewModel<SampleItem> {
    private var count = 0

    override var content: TextContent? {
      TextContent([.init("\(model.text)\(count > 0 ? " ×\(count)" : "")", .title)])
    }

    override var destination: ModuleURL? {
      model.id == 4 ? try? ModuleURL("mocoa://music/") : nil
    }

    override func didSelect() {
      count += 1
      emit(.redraw)
    }
  }

  func robot() async throws -> BrowserRobot {
    let registry = Launch.registry()
    let tiles = registry.define("mocoa://tiles/")
    tiles.section.grid(GridStyle(.perLine(3))).cell("note").register(Tile.self)
    tiles.page("tiles") { options in
      let items: [any CellModel] = (0..<7).map { note($0) }
      let model = SectionedList([Section(id: ItemID(0), items: items)])
      return ListPageViewModel(url: options.url, list: ListViewModel(model: model, module: tiles))
    }
    return try await BrowserRobot("mocoa://tiles/", columns: 60, rows: 8, registry: registry)
  }

  @Test("← and → move between items; h and l leave and open")
  func keys() async throws {
    let robot = try await robot()
    #expect(robot.rows[1] == " ▌ item 0              item 1              item 2")
    await robot.press(KeyPress(.right), KeyPress(.right), KeyPress(.right))
    #expect(robot.rows[1] == "   item 0              item 1            ▌ item 2")
    #expect(robot.rows[0].hasSuffix(" 3/7"))
    await robot.press(KeyPress(.down), KeyPress(.left))
    #expect(robot.rows[2] == "   item 3            ▌ item 4              item 5")
    await robot.press(.character("l"))
    #expect(robot.rows[0].contains("music"))
    // In a list, ← shows the parent page.
    await robot.press(KeyPress(.left))
    #expect(!robot.rows[0].contains("music"))
  }

  @Test("Enter and a second click select the item")
  func choosing() async throws {
    let robot = try await robot()
    await robot.press(KeyPress(.enter))
    #expect(robot.rows[1].hasPrefix(" ▌ item 0 ×1"))
    for _ in 0..<3 {
      robot.backend.send(.mouse(MouseEvent(.press(.left), at: Point(column: 25, row: 2))))
      await settle()
      if robot.rows[0].contains("music") { break }
    }
    #expect(robot.rows[0].contains("music"), "the first click went there, the second opened it")
  }

  @Test("shows the keys of a grid in the help")
  func help() async throws {
    let robot = try await robot()
    await robot.type("?")
    #expect(robot.rows.contains { $0.contains("item to the left") })
  }
}
