import Mocoa
import MocoaData
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaExamples

/// A user of the example messages, whose server says the same in every run.
@MainActor
struct MessagesRobot {
  let robot: Robot
  let service: MessageService

  /// The time of the server.
  let time = ManualClock()

  /// - Parameter hasAnswer: whether the server has answered once before.
  init(
    _ url: String = MessagesPage.address, columns: Int = 80, rows: Int = 24, seed: UInt64 = 7,
    hasAnswer: Bool = true
  ) async throws {
    let registry = Launch.registry()
    let service = MessageService(
      server: MessageServer(clock: time, random: SeededGenerator(seed: seed)), path: nil)
    MessagesPage.register(in: registry) { service }
    self.service = service
    if hasAnswer {
      service.refresh()
      time.advance(by: .seconds(2))
    }
    robot = try await Robot(
      url, columns: columns, rows: rows, registry: registry,
      tellsTime: false)
    robot.browser.setMotion(.off)
    robot.browser.message = nil
    if hasAnswer { await wait() }
  }

  /// Lets so much time pass that the server has answered, and told something by itself.
  func wait() async {
    time.advance(by: .seconds(4))
    // And so much that it is drawn.
    await robot.wait(.seconds(1))
  }

  var page: MessagesPage {
    get throws { try #require(robot.browser.navigator.shownPages.first as? MessagesPage) }
  }

  /// What the panes show, as their view models have it.
  var left: [String] { get throws { try Self.texts(page.left) } }
  var right: [String] { get throws { try Self.texts(page.right) } }

  private static func texts(_ pane: (any MessagesPane)?) -> [String] {
    guard let list = (pane as? ListPageViewModel)?.list else { return [] }
    return (0..<list.snapshot.itemCounts[0]).map { item in
      let spans = list.cell(at: ItemPath(section: 0, item: item)).content?.lines.first?.leading
      return (spans ?? []).map(\.text).joined(separator: " ")
    }
  }

  /// Writes something to whom the cursor or the pane is about.
  func write(_ text: String) async {
    await robot.type("w\(text)")
    await robot.press(KeyPress(.enter))
  }

  /// Answers the question that was asked with yes.
  func agree() async { await robot.press(KeyPress(.enter)) }

  /// The cell at a position of a pane.
  func cell(_ pane: (any MessagesPane)?, _ item: Int) throws -> AnyCellViewModel {
    try #require(pane as? ListPageViewModel).list.cell(at: ItemPath(section: 0, item: item))
  }
}
