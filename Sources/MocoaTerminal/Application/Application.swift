/// The loop: events come in, content handles them, and at most one frame goes out for many.
///
/// Idle, it waits for the next event without any timer. Frames that nobody typed for are held back
/// so that at most thirty go out a second; a key is always answered at once. While something moves,
/// the clock is asked for its next frame, and for nothing afterwards.
///
/// Everything runs in callbacks of the main actor. Iterating an `AsyncStream` instead, or sleeping in
/// a task, would start a thread pool that the system then looks after once a second for ever.
@MainActor
public final class Application<Content: ApplicationContent>: ApplicationControl {
  private let backend: any Backend
  private let content: Content
  private let keys: KeyTable<Content.Action>
  private let clock: any FrameClock

  private var pending: [TerminalEvent] = []
  private var needsDisplay = true
  private var exitStatus: Int32?
  private var shown: (frame: Surface, cursor: Point?)?
  private var isTurnComing = false
  private var isResting = false
  private var isMoving = false
  private var isHandling = false
  private var finish: (@MainActor (Int32) -> Void)?

  /// The shortest time between two frames that nobody typed for.
  static var rest: Duration { .milliseconds(33) }

  /// An application that is not running yet.
  ///
  /// - Parameters:
  ///   - keys: the keys that count wherever no context has keys of its own.
  ///   - clock: what the rest between frames is measured with.
  public init(
    backend: any Backend, content: Content, keys: KeyTable<Content.Action>,
    clock: any FrameClock
  ) {
    self.backend = backend
    self.content = content
    self.keys = keys
    self.clock = clock
  }

  /// Takes the terminal, and runs until the content quits or a signal ends it.
  ///
  /// - Parameter finish: called once, when the terminal has been given back, with the exit status;
  ///   128 + n for signal n.
  /// - Throws: what the backend throws when it cannot take the terminal; `finish` is not called then.
  public func start(_ finish: @escaping @MainActor (Int32) -> Void) throws {
    try backend.start { [weak self] in self?.enqueue($0) }
    self.finish = finish
    present()
    comeRound()
  }

  /// Does what `start` does, and waits for the end.
  ///
  /// Where nothing else has to be done, `start` ends faster: to go on behind a wait takes a thread.
  ///
  /// - Returns: the exit status.
  public func run() async throws -> Int32 {
    try await withCheckedThrowingContinuation { continuation in
      do {
        try start { continuation.resume(returning: $0) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  // MARK: - ApplicationControl

  /// Asks for a new frame.
  public func setNeedsDisplay() {
    guard !needsDisplay else { return }
    needsDisplay = true
    // While events are handled, and while frames rest, somebody will look soon.
    if !isHandling, !isResting { comeRound() }
  }

  /// Ends the program.
  public func quit(status: Int32) {
    exitStatus = exitStatus ?? status
    comeRound()
  }

  /// Gives the terminal back to the shell until it is continued.
  public func suspend() {
    backend.suspend()
  }

  /// Gives the terminal back while something else has it, and takes it again.
  public func lendTerminal(wholeScreen: Bool, _ perform: (LentTerminal) -> Void) {
    backend.lend(wholeScreen: wholeScreen, perform)
  }

  /// Sends the whole screen again.
  public func repaint() {
    backend.repaint()
  }

  /// Whether the mouse is told of; it stays false where the terminal has none.
  public var isMouseOn: Bool {
    get { backend.isMouseOn }
    set { backend.isMouseOn = newValue }
  }

  /// Puts a text into the clipboard.
  public func copy(_ text: String) throws(ClipboardError) {
    try backend.copy(text)
  }

  /// Rings the bell.
  public func bell() {
    backend.bell()
  }

  // MARK: - Events

  private func enqueue(_ event: TerminalEvent) {
    pending.append(event)
    comeRound()
  }

  /// Has a turn taken as soon as the main actor is free; several requests come to one.
  private func comeRound() {
    guard !isTurnComing else { return }
    isTurnComing = true
    Task { [weak self] in self?.takeTurn() }
  }

  /// Handles all that is pending, then draws at most once.
  private func takeTurn() {
    isTurnComing = false
    handlePending()
    if let exitStatus {
      end(exitStatus)
    } else if needsDisplay {
      present()
    }
  }

  private func end(_ status: Int32) {
    guard let finish else { return }
    self.finish = nil
    backend.close()
    finish(status)
  }

  private func handlePending() {
    isHandling = true
    defer { isHandling = false }
    while !pending.isEmpty, exitStatus == nil {
      var events = pending[...]
      pending = []
      while exitStatus == nil, let event = events.first {
        let typed = typedKeys(before: events)
        if typed.count > 1 {
          needsDisplay = true
          content.receive(typed: typed)
        } else {
          handle(event)
        }
        events = events.dropFirst(max(1, typed.count))
      }
    }
  }

  /// Returns the first keys of some events that are bound to nothing, if the content collects them.
  private func typedKeys(before events: ArraySlice<TerminalEvent>) -> [KeyPress] {
    guard content.collectsTypedKeys else { return [] }
    let (context, own) = (content.contextKeys, content.usesApplicationKeys ? keys : nil)
    var typed: [KeyPress] = []
    for event in events {
      guard case .key(let key) = event, context?.action(for: key) == nil,
        own?.action(for: key) == nil
      else { break }
      typed.append(key)
    }
    return typed
  }

  private func handle(_ event: TerminalEvent) {
    needsDisplay = true
    switch event {
    case .key(let key): handle(key)
    case .mouse(let event): content.receive(event)
    case .paste(let text, let isWhole): content.receive(pasted: text, isWhole: isWhole)
    case .background(let isLight): content.receive(isLight: isLight)
    case .resize: shown = nil
    case .resumed:
      shown = nil
      backend.repaint()
    case .terminate(let signal): quit(status: 128 + signal)
    case .closed: quit(status: 129)
    }
  }

  private func handle(_ key: KeyPress) {
    if let action = content.contextKeys?.action(for: key) {
      content.perform(action)
    } else if content.usesApplicationKeys, let action = keys.action(for: key) {
      content.perform(action)
    } else {
      content.receive(key)
    }
  }

  // MARK: - Frames

  private func present() {
    needsDisplay = false
    var frame = Surface(size: backend.size)
    var cursor: Point?
    frame.draw { cursor = content.draw(into: &$0) }
    let damage = frame.damage(since: shown?.frame)
    // Without anything new the terminal is not even asked to hide its cursor.
    if !damage.isEmpty || shown == nil || shown?.cursor != cursor {
      backend.transmit(frame, damage: damage, cursor: cursor)
    }
    shown = (frame, cursor)
    content.didShow(frame.size)
    rest()
    move()
  }

  /// Has what moves go on after a while; frames for which somebody types come in between, and do not
  /// make it faster.
  private func move() {
    guard !isMoving, let delay = content.frameDelay else { return }
    isMoving = true
    clock.call(after: delay) { [weak self] in self?.advance() }
  }

  private func advance() {
    isMoving = false
    guard content.frameDelay != nil else { return }
    content.advance()
    setNeedsDisplay()
  }

  /// Holds back frames that nobody types for; a key does not wait for its end.
  private func rest() {
    guard !isResting else { return }
    isResting = true
    clock.call(after: Self.rest) { [weak self] in self?.endRest() }
  }

  private func endRest() {
    isResting = false
    if needsDisplay { comeRound() }
  }
}
