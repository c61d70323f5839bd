import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("The event loop of an application")
struct ApplicationTests {
  /// Content that shows how often its action was performed.
  final class Counter: ApplicationContent {
    enum Action: Hashable { case count, quit, suspend }

    weak var control: (any ApplicationControl)?
    var count = 0
    var typed = ""
    var draws = 0
    var isTyping = false

    /// The steps of the frames, in order.
    var steps = ""

    var contextKeys: KeyTable<Action>? {
      isTyping ? KeyTable([.init([.character("c")], .quit, "win over the application's")]) : nil
    }
    var allowsApplicationKeys: Bool { !isTyping }

    func perform(_ action: Action) {
      switch action {
      case .count: count += 1
      case .quit: control?.quit(status: 7)
      case .suspend: control?.suspend()
      }
    }

    func receive(_ key: KeyPress) { typed += key.description }
    func receive(_ event: MouseEvent) { typed += "\(event.action)" }
    func receive(pasted text: String, isComplete isWhole: Bool) {
      typed += isWhole ? "[\(text)]" : "[\(text)"
    }

    func layOut(in size: Size) { steps += "l" }
    func commitLayout() { steps += "c" }
    func didShow(_ frame: Surface) { steps += "s" }

    func draw(into canvas: inout Canvas) -> Point? {
      draws += 1
      steps += "d"
      canvas.write("count \(count) \(typed)", at: Point(column: 0, row: 0))
      return nil
    }
  }

  /// A running application on a terminal in memory.
  @MainActor
  struct Stage {
    let content = Counter()
    let backend = RecordingBackend(size: Size(columns: 20, rows: 2))
    let clock = ManualClock()
    let run: Task<Int32, any Error>

    init() async {
      let keys = KeyTable<Counter.Action>([
        .init([.character("c")], .count, "count"), .init([.control("z")], .suspend, "suspend"),
        .init([.character("q")], .quit, "quit"),
      ])
      let application = Application(backend: backend, content: content, keys: keys, clock: clock)
      content.control = application
      run = Task { try await application.run() }
      let backend = backend
      await eventually("the first frame") { backend.frames.count == 1 }
      // A turn that was requested while the frame was drawn is still pending.
      await Task { @MainActor in }.value
    }

    func press(_ keys: KeyPress...) {
      for key in keys { backend.send(.key(key)) }
    }
  }

  @Test("commits each layout once, before the frame is drawn")
  func committing() async {
    let stage = await Stage()
    #expect(stage.content.steps == "lcds")
    stage.press(.character("c"), .character("c"))
    await eventually("the next frame") { stage.backend.frames.count == 2 }
    #expect(stage.content.steps == "lcdslcds")
    stage.press(.character("q"))
  }

  @Test("merges many events into one frame")
  func coalesces() async {
    let stage = await Stage()
    for _ in 0..<50 { stage.press(.character("c")) }
    await eventually("the count") { stage.backend.screen?.rowText(0).hasPrefix("count 50") == true }
    #expect(stage.backend.frames.count == 2)
    stage.press(.character("q"))
  }

  @Test("sends no frame without changes")
  func sendsNothingUnchanged() async {
    let stage = await Stage()
    stage.content.control?.setNeedsDisplay()
    await settle()
    stage.clock.advance(by: .seconds(1))
    await eventually("the drawing") { stage.content.draws == 2 }
    #expect(stage.backend.frames.count == 1)
    stage.press(.character("q"))
  }

  @Test("writes only changed glyphs")
  func writesWhatChanged() async {
    let stage = await Stage()
    stage.press(.character("c"))
    await eventually("a second frame") { stage.backend.frames.count == 2 }
    #expect(stage.backend.glyphsWritten == [40, 1])
    stage.press(.character("q"))
  }

  /// Waits until the main actor has run all work that was scheduled before, which it does in order.
  func turn() async {
    await Task { @MainActor in }.value
  }

  @Test("limits the rate of frames, but not after a key")
  func rests() async {
    let stage = await Stage()
    for _ in 0..<10 {
      stage.content.count += 1
      stage.content.control?.setNeedsDisplay()
      await turn()
    }
    stage.clock.advance(by: .milliseconds(40))
    await eventually("the frame after the rest") { stage.backend.frames.count == 2 }
    // If one of the ten had not waited, it would have caused an additional frame or drawing.
    let row = stage.backend.frames.last?.rowText(0) ?? ""
    #expect(row.hasPrefix("count 10 "), "\(row) after \(stage.content.draws) drawings")
    #expect(stage.content.draws == 2)
    stage.content.control?.setNeedsDisplay()
    stage.press(.character("c"))
    await eventually("the answer to the key") { stage.backend.frames.count == 3 }
    #expect(stage.backend.frames.last?.rowText(0).hasPrefix("count 11 ") == true)
    stage.press(.character("q"))
  }

  @Test("uses no timer and does not wake after the last frame")
  func idles() async {
    let stage = await Stage()
    #expect(stage.clock.waiting == 1, "the rest after the first frame")
    for _ in 0..<3 {
      stage.clock.advance(by: .seconds(1))
      await turn()
      #expect(stage.clock.waiting == 0)
    }
    // Any work that woke up would have drawn before this key.
    stage.press(.character("c"))
    await eventually("the answer to the key") { stage.backend.frames.count == 2 }
    #expect(stage.content.draws == 2)
    #expect(stage.clock.waiting == 1, "the rest after the second frame")
    stage.press(.character("q"))
  }

  @Test("prefers the keys of the context, and types unbound ones")
  func contexts() async throws {
    let stage = await Stage()
    stage.content.isTyping = true
    stage.press(.character("x"), KeyPress(.up), .character("c"))
    #expect(try await stage.run.value == 7)
    #expect(stage.content.typed == "x↑")
  }

  @Test("passes mouse events and pasted text to the content")
  func pointing() async throws {
    let stage = await Stage()
    let event = MouseEvent(.wheelDown, at: Point(column: 0, row: 0))
    for _ in 0..<100 { stage.backend.send(.mouse(event)) }
    stage.backend.send(.paste("c"))
    stage.backend.send(.paste("q", isComplete: false))
    stage.press(.character("c"))
    await eventually("the count") { stage.content.count == 1 }
    await eventually("the second frame") { stage.backend.frames.count == 2 }
    #expect(stage.content.draws == 2)
    #expect(stage.content.typed.hasSuffix("wheelDown[c][q"))
    stage.content.control?.isMouseOn = false
    #expect(!stage.backend.isMouseOn && stage.content.control?.isMouseOn == false)
    stage.press(.character("q"))
    #expect(try await stage.run.value == 7)
  }

  @Test("handles resizing, signals, a lost terminal and suspension")
  func events() async throws {
    let stage = await Stage()
    stage.backend.send(.resize(Size(columns: 9, rows: 1)))
    await eventually("a frame of the new size") {
      stage.backend.screen?.size == Size(columns: 9, rows: 1)
    }
    stage.press(.control("z"))
    await eventually("the screen after the suspension") {
      stage.backend.calls.contains("repaint")
    }
    stage.backend.send(.terminate(signal: 15))
    #expect(try await stage.run.value == 143)
    #expect(stage.backend.calls == ["start", "suspend", "repaint", "close"])

    let other = await Stage()
    other.backend.send(.closed)
    #expect(try await other.run.value == 129)
  }
}
