import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaExamples

@MainActor
@Suite("Examples 10, 11 and 12")
struct FirstExamplesTests {
  /// The sizes of the recorded screens.
  nonisolated static let sizes = [Size(columns: 80, rows: 24), Size(columns: 20, rows: 5)]

  func robot(_ url: String, _ size: Size = Size(columns: 60, rows: 12)) async throws -> BrowserRobot
  {
    try await BrowserRobot("mocoa://examples/\(url)", columns: size.columns, rows: size.rows)
  }

  @Test("are drawn as recorded in two sizes", arguments: [10, 11, 12], sizes)
  func golden(number: Int, size: Size) async throws {
    let robot = try await robot("\(number)/", size)
    await robot.wait(.seconds(1))
    let screen = try #require(robot.backend.screen)
    expectSnapshot(screen, named: "example-\(number)-\(size.columns)x\(size.rows)")
  }

  @Test("draw, move and accept clicks in windows of every size", arguments: [10, 11, 12, 20])
  func sizes(number: Int) throws {
    for rows in [1, 2, 3, 4, 5, 8, 12] {
      for columns in [1, 2, 3, 7, 12, 20, 33, 59, 60, 61] {
        let size = Size(columns: columns, rows: rows)
        let stage = try SizesTests.Stage("mocoa://examples/\(number)/", size)
        stage.move()
        stage.browser.receive(MouseEvent(.press(.left), at: Point(column: 0, row: rows / 2)))
        stage.draw("a click")
      }
    }
  }

  // MARK: - 10

  @Test(
    "format phone numbers in groups",
    arguments: [
      ("", ""), ("1", "1"), ("139", "139"), ("1392", "139-2"), ("1392345", "139-2345"),
      ("13923459", "139-2-3459"), ("13923459876", "139-2345-9876"),
    ])
  func phones(phone: String, text: String) {
    #expect(ContactText.grouped(phone) == text)
  }

  @Test("10: shows the card beside or above the text, which scrolls")
  func plainModule() async throws {
    let wide = try await robot("10/", Size(columns: 70, rows: 12))
    #expect(wide.rows.contains { $0.contains("╭──") && $0.contains("1.  The card is") })
    let narrow = try await robot("10/", Size(columns: 30, rows: 10))
    #expect(
      narrow.rows[1...4] == [
        " Foo Bar", " 139-2345-9876", " 北京市海淀区西二旗", " 1.  The card is a module: a",
      ])
    await narrow.press(.character("G"))
    #expect(narrow.rows.contains { $0.contains("Foo Bar") })
    #expect(narrow.rows.contains { $0.contains("any kind.") })
  }

  // MARK: - 11

  @Test("11: sends one signal after loading and draws once")
  func selfContained() async throws {
    let robot = try await robot("11/")
    #expect(robot.rows[1] == " loading…")
    let frames = robot.backend.frames.count
    await robot.wait(.seconds(1))
    #expect(robot.rows.contains { $0.contains("139-2345-9876") })
    #expect(robot.backend.frames.count == frames + 1)
    await robot.wait(.seconds(1))
    #expect(robot.clock.waiting == 0, "nothing is waited for any more")
  }

  @Test("11: has its model immediately without a clock")
  func atOnce() throws {
    let registry = ModuleRegistry()
    Examples.register(in: registry)
    let navigator = Navigator(registry: registry)
    let page = try navigator.push(ModuleURL("mocoa://examples/11/")) as? SelfContainedPage
    #expect(page?.contact?.text?.name == "Foo Bar")
  }

  // MARK: - 12

  @Test("12: shows a flat array in three sections of one cell")
  func simpleList() async throws {
    let robot = try await robot("12/")
    let page = try #require(robot.browser.navigator.focusedPage as? SimpleListPage)
    #expect(page.list.snapshot.itemCounts == [1, 1, 1])
    #expect(
      robot.rows[1...6] == [
        " ▌ 张三", "   139-2345-9876", "   李四", "   138-1234-5678", "   王五", "   137-8765-4321",
      ])
    let cell = page.list.cell(at: .init(section: 1, item: 0)) as? PersonCellViewModel
    #expect(cell?.height == 2 && cell?.name == "李四")
  }

  @Test("12: asks for confirmation of a call and shows the answer")
  func calling() async throws {
    let robot = try await robot("12/")
    await robot.press(KeyPress(.down), KeyPress(.enter))
    #expect(robot.rows.contains { $0.contains("Call 李四?") })
    await robot.press(KeyPress(.enter))
    #expect(!robot.rows.contains { $0.contains("Call") })
    #expect(robot.rows.last?.hasSuffix("called 李四") == true)
    await robot.press(KeyPress(.enter), KeyPress(.down), KeyPress(.enter))
    #expect(robot.rows.last?.hasSuffix("李四 was not called") == true)
    // Closing the question means no.
    await robot.press(KeyPress(.up), KeyPress(.enter), KeyPress(.escape))
    #expect(robot.rows.last?.hasSuffix("张三 was not called") == true)
  }

  @Test("12: the question is as high as its content")
  func height() async throws {
    let robot = try await robot("12/", Size(columns: 80, rows: 24))
    await robot.press(KeyPress(.enter))
    let top = try #require(robot.rows.firstIndex { $0.contains("╭") })
    let bottom = try #require(robot.rows.firstIndex { $0.contains("╰") })
    #expect(bottom - top == 4, "a question and two answers")
    #expect(robot.rows[top + 1].contains("Call 张三?"))
    #expect(robot.rows[top + 3].contains("No"))
  }

  @Test("12: reports why the question cannot be opened")
  func noCaller() async throws {
    let registry = Launch.registry()
    registry.define(ConfirmPage.address).page("Confirm") { _ -> PageViewModel in
      throw ListEditError.detached
    }
    let robot = try await BrowserRobot("mocoa://examples/12/", columns: 80, registry: registry)
    await robot.press(KeyPress(.enter))
    #expect(robot.rows.last?.contains("张三 was not called: ") == true)
  }

  @Test("12: the question requires its option")
  func question() async throws {
    let robot = try await robot("12/")
    await robot.type(":\(ConfirmPage.address)")
    await robot.press(KeyPress(.enter))
    #expect(robot.rows.last?.contains("missing option \"question\"") == true)
    #expect(robot.browser.navigator.focusedPage is SimpleListPage)
  }
}
