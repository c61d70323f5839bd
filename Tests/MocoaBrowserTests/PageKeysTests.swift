import Mocoa
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Keys of a page")
struct PageKeysTests {
  /// A page that records its commands.
  final class Board: ListPageViewModel {
    var done: [String] = []

    override var statusText: String { done.joined(separator: ",") }

    override var commands: [PageCommand] {
      [("add", "a"), ("down", "j"), ("refresh", "r")].map { title, letter in
        PageCommand(title, letter: letter) { [weak self] in
          self?.done.append(title)
          self?.redraw()
        }
      }
    }
  }

  private func registry() -> ModuleRegistry {
    let registry = Launch.registry()
    let module = registry.define("mocoa://board/")
    module.page("board") { options in
      let items = Section(id: "s", items: (0..<3).map { note($0) })
      return Board(
        url: options.url, list: ListViewModel(model: SectionedList([items]), module: module))
    }
    registry.define("mocoa://form/").page("form") {
      FormPageViewModel(options: $0, fields: [.init("name", "Ada")])
    }
    return registry
  }

  @Test("a page command takes precedence over the global meaning of its key")
  func commands() async throws {
    let robot = try await BrowserRobot("mocoa://board/", registry: registry())
    #expect(robot.rows.last?.hasPrefix(" a add  r refresh  ") == true)
    await robot.type("ar")
    await robot.wait(.milliseconds(50))
    #expect(robot.rows.last?.contains("  add,refresh · ") == true)
  }

  @Test("omits whole hints that do not fit but keeps the help hint")
  func fitting() {
    let hints = [KeyHint("a", "add"), KeyHint("e", "edit"), KeyHint("D", "delete")]
    func line(_ room: Int, and last: KeyHint? = KeyHint("?", "help")) -> String {
      KeyHint.fitting(hints, and: last, in: room).map(\.text).joined(separator: "  ")
    }
    #expect(line(31) == "a add  e edit  D delete  ? help")
    #expect(line(30) == "a add  e edit  ? help")
    #expect(line(21) == "a add  e edit  ? help")
    #expect(line(20) == "a add  ? help")
    #expect(line(12) == "? help" && line(5) == "" && line(0) == "")
    #expect(line(12, and: nil) == "a add" && line(4, and: nil) == "" && line(-3) == "")
  }

  @Test("a page cannot replace navigation keys")
  func reserved() async throws {
    let robot = try await BrowserRobot("mocoa://board/", debug: true, registry: registry())
    await robot.type("j")
    let board = try #require(robot.browser.navigator.focusedPage as? Board)
    #expect(board.done.isEmpty)
    #expect(robot.rows[0].hasSuffix(" 2/3"))
  }

  @Test("the help begins with the keys of the page")
  func help() async throws {
    let robot = try await BrowserRobot("mocoa://board/", registry: registry())
    await robot.type("?")
    #expect(robot.rows[1].hasPrefix(" Useful here  ─"))
    #expect(robot.rows[2].split(separator: " ") == ["a", "add"])
    #expect(robot.rows[3].split(separator: " ") == ["r", "refresh"])
    #expect(robot.rows.contains { $0.hasPrefix(" This page  ─") })
  }

  @Test("forms accept letters, F1 opens help, and Esc leaves")
  func forms() async throws {
    let robot = try await BrowserRobot("mocoa://board/", rows: 7, registry: registry())
    await robot.type(":over mocoa://form/")
    await robot.press(KeyPress(.enter))
    await robot.type("qQ:?dt ")
    let form = try #require(robot.browser.navigator.focusedPage as? FormPageViewModel)
    #expect(form.fields[0].text == "AdaqQ:?dt ")
    #expect(robot.backend.cursor == Point(column: 19, row: 1))
    await robot.press(KeyPress(.function(1)))
    #expect(robot.rows.contains { $0.contains("cancel") })
    #expect(robot.backend.cursor == nil)
    await robot.press(.character("q"))
    #expect(robot.rows[1].hasPrefix(" ▌ name  AdaqQ:?dt"))
    robot.backend.send(.mouse(MouseEvent(.press(.left), at: Point(column: 10, row: 1))))
    robot.backend.send(.paste("one\ntwo", isComplete: false))
    await settle()
    #expect(robot.rows.last == " ! text too long, pasted in part")
    #expect(form.fields[0].text == "AdaqQ:?dt one two")
    await robot.press(KeyPress(.escape))
    #expect(robot.browser.navigator.focusedPage is Board)

    let alone = try await BrowserRobot("mocoa://form/", registry: registry())
    await alone.press(KeyPress(.enter), KeyPress(.escape))
    #expect(try await alone.status == 0)
  }
}
