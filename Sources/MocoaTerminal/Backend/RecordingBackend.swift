/// A backend without a device that records frames and calls, and sends simulated events.
///
/// It is intended for tests, screenshots and programs without a terminal.
@MainActor
public final class RecordingBackend: Backend {
  /// The size of the terminal.
  public private(set) var size: Size

  /// The frames that were shown, oldest first.
  public private(set) var frames: [Surface] = []

  /// The number of glyphs in each frame that differ from the previous frame.
  public private(set) var glyphsWritten: [Int] = []

  /// The point of the cursor, or `nil` if it is hidden.
  public private(set) var cursor: Point?

  /// The names of the methods that were called, except `present`, in order.
  public private(set) var calls: [String] = []

  /// The texts that were copied, oldest first.
  public private(set) var copied: [String] = []

  /// A Boolean value that indicates whether copying is supported.
  public var hasClipboard = true

  /// A Boolean value that indicates whether mouse events are enabled.
  ///
  /// Tests can send mouse events in any case.
  public var isMouseOn = true

  private var receive: (@MainActor (TerminalEvent) -> Void)?

  /// Creates a backend with a terminal of a size.
  public init(size: Size) {
    self.size = size
  }

  /// The current frame, or `nil` before the first frame.
  public var screen: Surface? { frames.last }

  /// Sends an event as if it came from the terminal.
  public func send(_ event: TerminalEvent) {
    if case .resize(let size) = event { self.size = size }
    receive?(event)
  }

  /// Starts reporting events.
  public func start(_ receive: @escaping @MainActor (TerminalEvent) -> Void) {
    calls.append("start")
    self.receive = receive
  }

  /// Records a frame.
  public func present(_ frame: Surface, damage: [Damage], cursor: Point?) {
    frames.append(frame)
    glyphsWritten.append(damage.reduce(0) { $0 + $1.columns.count })
    self.cursor = cursor
  }

  /// Records the call.
  public func repaint() { calls.append("repaint") }

  /// Records the call and sends `resumed` immediately.
  public func suspend() {
    calls.append("suspend")
    send(.resumed)
  }

  /// Records the call, calls the closure, and sends `resumed`.
  ///
  /// The closure receives a terminal whose `stop` function does nothing.
  public func suspendTerminal(wholeScreen: Bool, _ perform: (SuspendedTerminal) -> Void) {
    calls.append("lend")
    perform(SuspendedTerminal())
    send(.resumed)
  }

  /// Records the text.
  public func copy(_ text: String) throws(ClipboardError) {
    guard hasClipboard else { throw .unavailable }
    guard text.utf8.count <= ClipboardError.byteLimit else { throw .tooLong(text.utf8.count) }
    copied.append(text)
  }

  /// Records the call.
  public func bell() { calls.append("bell") }

  /// Records the call and stops reporting events.
  public func close() {
    calls.append("close")
    receive = nil
  }
}
