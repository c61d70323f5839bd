import Mocoa
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Windows of every size")
struct SizesTests {
  /// A browser without a terminal.
  @MainActor
  struct Stage {
    let browser: Browser
    let size: Size

    init(_ url: String, debug: Bool = false, _ size: Size) throws {
      let navigator = Navigator(registry: Launch.registry(), isDebugging: debug)
      try navigator.push(ModuleURL(url))
      browser = Browser(navigator: navigator)
      self.size = size
      draw()
    }

    /// Draws the browser, and expects a complete frame with the cursor inside the window.
    @discardableResult
    func draw(_ what: String = "") -> String {
      var surface = Surface(size: size)
      var cursor: Point?
      browser.layOut(in: size)
      surface.draw { cursor = browser.draw(into: &$0) }
      let violation = surface.invariantViolation()
      if let violation { Issue.record("\(size) \(what): \(violation)") }
      if let cursor {
        let isInside =
          (0..<size.columns).contains(cursor.column) && (0..<size.rows).contains(cursor.row)
        if !isInside { Issue.record("\(size) \(what): the cursor at \(cursor)") }
      }
      return surface.description
    }

    /// Performs every movement of the key table and the mouse.
    func move(_ expectation: (String, String) -> Void = { _, _ in }) {
      for movement in Movement.allCases {
        browser.perform(.move(movement))
        expectation(draw("\(movement)"), "\(movement)")
      }
      let corner = Point(column: size.columns - 1, row: size.rows - 1)
      for action in [MouseEvent.Action.wheelDown, .wheelDown, .wheelUp] {
        browser.receive(MouseEvent(action, at: corner))
        expectation(draw("\(action)"), "\(action)")
      }
    }
  }

  /// Calls a closure for every size in a long test run.
  ///
  /// A short run uses the narrow sizes and a third of the others.
  private func atEverySize(_ body: (Size) throws -> Void) rethrows {
    for rows in 1...12 {
      for columns in 1...40 where TestLength.isLong || columns < 6 || (rows + columns) % 3 == 0 {
        try body(Size(columns: columns, rows: rows))
      }
    }
  }

  @Test("a list is drawn with a visible cursor after every movement", arguments: [false, true])
  func lists(isDebugging: Bool) throws {
    try atEverySize { size in
      let stage = try Stage("mocoa://music/", debug: isDebugging, size)
      stage.move { screen, what in
        if size.columns > 1, !screen.contains("▌") {
          Issue.record("\(size) \(what): no cursor\n\(screen)")
        }
      }
    }
  }

  @Test("a click at any point is harmless")
  func clicks() throws {
    for (columns, rows) in [(1, 1), (2, 2), (9, 3), (20, 4), (40, 7), (40, 12)] {
      let size = Size(columns: columns, rows: rows)
      for row in -1...rows {
        for column in [-1, 0, columns / 2, columns - 1, columns, 1 << 20] {
          let stage = try Stage("mocoa://music/artist/album?id=107", size)
          for button in [MouseEvent.Button.left, .middle, .right] {
            let event = MouseEvent(.press(button), at: Point(column: column, row: row))
            stage.browser.receive(event)
            stage.draw("a click at \(column), \(row)")
          }
        }
      }
    }
  }

  @Test("panels, prompts and messages are drawn")
  func overlays() throws {
    try atEverySize { size in
      let stage = try Stage("mocoa://music/", size)
      for panel in [Action.help, .inspect, .showLog] {
        stage.browser.perform(panel)
        stage.move()
        stage.browser.perform(.escape)
      }
      stage.browser.perform(.prompt)
      stage.draw("an empty prompt")
      stage.browser.receive(pasted: "日本 e\u{301} \u{1B}[2J the end", isComplete: false)
      stage.draw("a prompt that says something")
      for edit in [LineEditor.Edit.left, .start, .right, .deleteForward, .end, .deleteWord] {
        stage.browser.perform(.edit(edit))
        stage.draw("\(edit)")
      }
      let message = try Stage("mocoa://nowhere/", debug: true, size)
      message.move()
    }
  }

  @Test(
    "random sizes, keys and mouse input end with the last size",
    arguments: 0..<6 as Range<UInt64>)
  func storms(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let robot = try await BrowserRobot("mocoa://music/", columns: 40, rows: 12)
    let actions = KeyBindings.global.bindings.map(\.action).filter { action in
      ![.quit, .closePage, .suspend].contains(action)
    }
    let keys = KeyBindings.global.bindings.filter { actions.contains($0.action) }.flatMap(\.keys)
    for _ in 0..<40 {
      for _ in 0..<8 {
        let size = Size(
          columns: .random(in: 1...60, using: &generator),
          rows: .random(in: 1...14, using: &generator))
        robot.backend.send(.resize(size))
        let place = Point(
          column: .random(in: 0..<60, using: &generator),
          row: .random(in: 0..<14, using: &generator))
        switch generator.next() % 4 {
        case 0: robot.backend.send(.mouse(MouseEvent(.press(.left), at: place)))
        case 1: robot.backend.send(.mouse(MouseEvent(.wheelDown, at: place)))
        case 2: robot.backend.send(.paste("x\r\n\u{1B}"))
        default:
          if let key = keys.randomElement(using: &generator) { robot.backend.send(.key(key)) }
        }
      }
      await settle()
      let screen = try #require(robot.backend.screen)
      #expect(screen.size == robot.backend.size)
      #expect(screen.invariantViolation() == nil)
    }
  }
}
