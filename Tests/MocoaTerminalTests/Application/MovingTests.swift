import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("The event loop of an application with animations")
struct MovingTests {
  /// Content that shows only a list.
  final class Content: ApplicationContent {
    enum Action: Hashable { case quit }

    weak var control: (any ApplicationControl)?
    let renderer: ListRenderer
    var draws = 0

    init(_ renderer: ListRenderer) {
      self.renderer = renderer
      renderer.onChange = { [weak self] in self?.control?.setNeedsDisplay() }
    }

    var contextKeys: KeyTable<Action>? { nil }
    var allowsApplicationKeys: Bool { true }
    func perform(_ action: Action) { control?.quit(status: 0) }
    func receive(_ key: KeyPress) { renderer.move(key.key == .pageDown ? .pageDown : .down) }
    func receive(_ event: MouseEvent) {}
    func receive(pasted text: String, isComplete isWhole: Bool) {}

    func layOut(in size: Size) { renderer.layOut(in: size) }
    func commitLayout() { renderer.commitLayout() }

    func draw(into canvas: inout Canvas) -> Point? {
      draws += 1
      renderer.draw(into: &canvas)
      return nil
    }

    func didShow(_ frame: Surface) { renderer.didShow(frame) }

    var frameDelay: Duration? { renderer.frameDelay }
    func advance() { renderer.advance() }
  }

  /// An idle application that shows a list.
  @MainActor
  struct Stage {
    let source: FakeListSource
    let content: Content
    let backend = RecordingBackend(size: Size(columns: 60, rows: 10))
    let clock = ManualClock()
    let run: Task<Int32, any Error>

    init(_ motion: Motion) async {
      source = FakeListSource(notes(0..<20))
      let list = ListViewModel(source: source, module: notesRegistry().define("mocoa://notes/"))
      list.prepareIfNeeded()
      let renderer = ListRenderer(list)
      renderer.motion = motion
      let content = Content(renderer)
      let application = Application(
        backend: backend, content: content,
        keys: KeyTable([.init([.character("q")], .quit, "quit")]), clock: clock)
      content.control = application
      self.content = content
      run = Task { try await application.run() }
      await settle()
      await wait(.seconds(1))
    }

    /// Advances the clock, and waits until all due work is done.
    func wait(_ duration: Duration) async {
      clock.advance(by: duration)
      await settle()
    }

    /// Advances the clock in steps of a frame.
    func watch(_ duration: Duration) async {
      var passed = Duration.zero
      while passed < duration {
        await wait(.milliseconds(33))
        passed += .milliseconds(33)
      }
    }

    /// Deletes one row, inserts another and updates a third.
    func change() async {
      let new = note(90, "a new row with a text that takes a few steps to be seen")
      source.show(notes([0, 1, 3, 4]) + [new, note(5, "changed")] + notes(6..<20))
      await settle()
    }
  }

  @Test(
    "draws at most six frames per update, then stops all timers",
    arguments: [(Motion.full, 5), (.reduced, 2), (.off, 1)])
  func frames(motion: Motion, count: Int) async {
    let stage = await Stage(motion)
    #expect(stage.backend.frames.count == 1 && stage.clock.waiting == 0)
    await stage.change()
    await stage.watch(.seconds(1))
    // One of the six frames has no changes, because the collapsed row stays for one step.
    #expect(stage.backend.frames.count == 1 + count)
    #expect(stage.clock.waiting == 0)
    let draws = stage.content.draws
    await stage.watch(.seconds(1))
    #expect(stage.content.draws == draws)
    stage.backend.send(.key(.character("q")))
  }

  @Test("waits for the clock between frames, at most thirty a second")
  func pace() async {
    let stage = await Stage(.full)
    await stage.change()
    for step in 1...5 {
      #expect(stage.content.renderer.step == step)
      await stage.wait(.milliseconds(32))
      #expect(stage.content.renderer.step == step)
      await stage.wait(.milliseconds(1))
    }
    #expect(stage.content.renderer.transition == nil)
    stage.backend.send(.key(.character("q")))
  }

  @Test("shows marks for 600 milliseconds")
  func marks() async {
    let stage = await Stage(.reduced)
    await stage.change()
    #expect(stage.backend.frames.count == 2)
    await stage.wait(.milliseconds(599))
    #expect(stage.backend.frames.count == 2)
    await stage.wait(.milliseconds(1))
    #expect(stage.backend.frames.count == 3)
    #expect(stage.backend.screen?.description.contains("~") == false)
    stage.backend.send(.key(.character("q")))
  }

  @Test("draws keys between two frames without advancing the transition")
  func keys() async {
    let stage = await Stage(.full)
    await stage.change()
    for _ in 0..<4 {
      let count = stage.backend.frames.count
      stage.backend.send(.key(KeyPress(.down)))
      await settle()
      #expect(stage.backend.frames.count == count + 1)
      #expect(stage.content.renderer.step == 1)
    }
    stage.backend.send(.key(KeyPress(.pageDown)))
    await settle()
    #expect(stage.content.renderer.transition == nil)
    let count = stage.backend.frames.count
    await stage.watch(.seconds(1))
    #expect(stage.backend.frames.count == count, "it was ended by the key that scrolled")
    #expect(stage.clock.waiting == 0)
    stage.backend.send(.key(.character("q")))
  }

  @Test("sends no bytes for an invisible change")
  func offScreen() async {
    for motion in Motion.allCases {
      let stage = await Stage(motion)
      stage.source.show(notes(0..<19) + [note(19, "changed")])
      await stage.watch(.seconds(1))
      #expect(stage.backend.frames.count == 1)
      #expect(stage.clock.waiting == 0)
      stage.backend.send(.key(.character("q")))
    }
  }
}
