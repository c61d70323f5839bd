import Mocoa
import MocoaModel
import MocoaStore
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaExamples

/// A simulated user of the messages example, whose server sends the same events in every run.
@MainActor
struct MessagesRobot {
  let robot: BrowserRobot
  let service: MessageService

  /// The clock of the server.
  let time = ManualClock()

  /// Creates a robot on a page of the example.
  ///
  /// - Parameters:
  ///   - url: The URL of the page.
  ///   - columns: The width of the screen.
  ///   - rows: The height of the screen.
  ///   - seed: The seed of the server.
  ///   - hasAnswer: A Boolean value that indicates whether the server has already responded once.
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
    robot = try await BrowserRobot(
      url, columns: columns, rows: rows, registry: registry,
      tellsTime: false)
    robot.browser.setMotion(.off)
    robot.browser.message = nil
    if hasAnswer { await wait() }
  }

  /// Advances the clock until the server has responded and sent an event.
  func wait() async {
    time.advance(by: .seconds(4))
    // The second clock advances until the result is drawn.
    await robot.wait(.seconds(1))
  }

  var page: MessagesPage {
    get throws { try #require(robot.browser.navigator.shownPages.first as? MessagesPage) }
  }

  /// The texts that the view models of the panes show.
  var left: [String] { get throws { try Self.texts(page.left) } }
  var right: [String] { get throws { try Self.texts(page.right) } }

  private static func texts(_ pane: (any MessagesPane)?) -> [String] {
    guard let list = (pane as? ListPageViewModel)?.list else { return [] }
    return (0..<list.snapshot.itemCounts[0]).map { item in
      let spans = list.cell(at: ItemPath(section: 0, item: item)).content?.lines.first?.leading
      return (spans ?? []).map(\.text).joined(separator: " ")
    }
  }

  /// Writes a message to the person in the current row or pane.
  func write(_ text: String) async {
    await robot.type("w\(text)")
    await robot.press(KeyPress(.enter))
  }

  /// Confirms the current question.
  func agree() async { await robot.press(KeyPress(.enter)) }

  /// Returns the cell at an index in a pane.
  func cell(_ pane: (any MessagesPane)?, _ item: Int) throws -> AnyCellViewModel {
    try #require(pane as? ListPageViewModel).list.cell(at: ItemPath(section: 0, item: item))
  }
}
