/// The event loop of an application.
///
/// The content processes all pending events, and then one frame is drawn. While idle, the
/// application waits for the next event without a timer. A frame in response to an event is drawn
/// immediately. All other frames are limited to thirty a second. During an animation, the
/// application requests one clock call for each frame.
///
/// All code runs in callbacks of the main actor. Iterating an `AsyncStream`, or sleeping in a task,
/// would start a thread pool, and the system would then wake the idle program once a second.
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
  private var isTurnScheduled = false
  private var isThrottled = false
  private var isMoving = false
  private var isHandling = false
  private var finish: (@MainActor (Int32) -> Void)?

  /// The minimum time between two frames, except frames in response to an event.
  static var minFrameInterval: Duration { .milliseconds(33) }

  /// Creates an application that is not running yet.
  ///
  /// - Parameters:
  ///   - backend: The terminal.
  ///   - content: The content.
  ///   - keys: The key bindings of the application. If the context keys of the content contain the
  ///     same key, they take precedence.
  ///   - clock: The clock for the time between frames.
  public init(
    backend: any Backend, content: Content, keys: KeyTable<Content.Action>,
    clock: any FrameClock
  ) {
    self.backend = backend
    self.content = content
    self.keys = keys
    self.clock = clock
  }

  /// Starts the terminal, and runs until the content quits or a signal ends the application.
  ///
  /// - Parameter finish: A closure that is called once with the exit status, after the terminal is
  ///   restored. The status is 128 + n for signal n.
  /// - Throws: The error of the backend if it cannot start. In that case `finish` is not called.
  public func start(_ finish: @escaping @MainActor (Int32) -> Void) throws {
    try backend.start { [weak self] in self?.enqueue($0) }
    self.finish = finish
    present()
    scheduleTurn()
  }

  /// Starts the application and waits for its end.
  ///
  /// If the caller only exits afterwards, use ``start(_:)``, which is faster: resuming the
  /// suspended caller needs another thread.
  ///
  /// - Returns: The exit status.
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

  /// Requests a new frame.
  public func setNeedsDisplay() {
    guard !needsDisplay else { return }
    needsDisplay = true
    // A turn follows soon in any case while events are handled or the frame limit is active.
    if !isHandling, !isThrottled { scheduleTurn() }
  }

  /// Ends the program.
  public func quit(status: Int32) {
    exitStatus = exitStatus ?? status
    scheduleTurn()
  }

  /// Restores the terminal and stops the process until it is continued.
  public func suspend() {
    backend.suspend()
  }

  /// Suspends terminal output while a closure uses the terminal.
  public func suspendTerminal(wholeScreen: Bool, _ perform: (SuspendedTerminal) -> Void) {
    backend.suspendTerminal(wholeScreen: wholeScreen, perform)
  }

  /// Sends the complete last frame again.
  public func repaint() {
    backend.repaint()
  }

  /// A Boolean value that indicates whether mouse events are reported.
  ///
  /// It stays `false` if the terminal does not support a mouse.
  public var isMouseOn: Bool {
    get { backend.isMouseOn }
    set { backend.isMouseOn = newValue }
  }

  /// Copies text to the clipboard.
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
    scheduleTurn()
  }

  /// Schedules one call of `runTurn()` on the main actor.
  ///
  /// If a call is already scheduled, the method does nothing.
  private func scheduleTurn() {
    guard !isTurnScheduled else { return }
    isTurnScheduled = true
    Task { [weak self] in self?.runTurn() }
  }

  /// Processes all pending events, then draws at most one frame.
  private func runTurn() {
    isTurnScheduled = false
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

  /// Returns the leading events that are key presses without an action.
  ///
  /// If the content does not collect such keys, the result is empty.
  private func typedKeys(before events: ArraySlice<TerminalEvent>) -> [KeyPress] {
    guard content.collectsTypedKeys else { return [] }
    let (context, own) = (content.contextKeys, content.allowsApplicationKeys ? keys : nil)
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
    case .paste(let text, let isWhole): content.receive(pasted: text, isComplete: isWhole)
    case .background(let isLight): content.backgroundDidChange(isLight: isLight)
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
    } else if content.allowsApplicationKeys, let action = keys.action(for: key) {
      content.perform(action)
    } else {
      content.receive(key)
    }
  }

  // MARK: - Frames

  private func present() {
    needsDisplay = false
    var frame = Surface(size: backend.size)
    content.layOut(in: frame.size)
    content.commitLayout()
    var cursor: Point?
    frame.draw { cursor = content.draw(into: &$0) }
    let damage = frame.damage(since: shown?.frame)
    // Without changes, not even the request to hide the cursor is sent.
    if !damage.isEmpty || shown == nil || shown?.cursor != cursor {
      backend.present(frame, damage: damage, cursor: cursor)
    }
    shown = (frame, cursor)
    content.didShow(frame)
    throttleFrames()
    move()
  }

  /// Schedules the next frame of the running animation.
  ///
  /// Frames in response to events may be drawn in between. They do not speed up the animation.
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

  /// Starts the minimum interval before the next frame.
  ///
  /// A frame in response to an event is drawn immediately, even during the interval.
  private func throttleFrames() {
    guard !isThrottled else { return }
    isThrottled = true
    clock.call(after: Self.minFrameInterval) { [weak self] in self?.frameIntervalDidEnd() }
  }

  private func frameIntervalDidEnd() {
    isThrottled = false
    if needsDisplay { scheduleTurn() }
  }
}
