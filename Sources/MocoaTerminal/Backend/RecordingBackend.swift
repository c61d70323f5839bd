/// A terminal that only exists in memory: it keeps what was shown, and types what it is told to.
///
/// What a test, a screenshot or a program without a terminal draws on.
@MainActor
public final class RecordingBackend: Backend {
  /// The size of the terminal.
  public private(set) var size: Size

  /// The frames that were shown, oldest first.
  public private(set) var frames: [Surface] = []

  /// For each frame, how many glyphs of it differed from the one before.
  public private(set) var glyphsWritten: [Int] = []

  /// Where the cursor stands; nil while it is hidden.
  public private(set) var cursor: Point?

  /// What was called besides `transmit`, in order.
  public private(set) var calls: [String] = []

  /// What was copied, oldest first.
  public private(set) var copied: [String] = []

  /// Whether it has a clipboard.
  public var hasClipboard = true

  /// Whether the mouse is told of; nothing hinders a test from sending it anyway.
  public var isMouseOn = true

  private var receive: (@MainActor (TerminalEvent) -> Void)?

  /// A terminal of a size.
  public init(size: Size) {
    self.size = size
  }

  /// The frame that is shown; nil before the first.
  public var screen: Surface? { frames.last }

  /// Sends an event, as if it came from the terminal.
  public func send(_ event: TerminalEvent) {
    if case .resize(let size) = event { self.size = size }
    receive?(event)
  }

  /// Begins to tell of events.
  public func start(_ receive: @escaping @MainActor (TerminalEvent) -> Void) {
    calls.append("start")
    self.receive = receive
  }

  /// Keeps a frame.
  public func transmit(_ frame: Surface, damage: [Damage], cursor: Point?) {
    frames.append(frame)
    glyphsWritten.append(damage.reduce(0) { $0 + $1.columns.count })
    self.cursor = cursor
  }

  /// Notes the call.
  public func repaint() { calls.append("repaint") }

  /// Notes the call, and is continued at once.
  public func suspend() {
    calls.append("suspend")
    send(.resumed)
  }

  /// Notes the call, and is never stopped.
  public func lend(wholeScreen: Bool, _ perform: (LentTerminal) -> Void) {
    calls.append("lend")
    perform(LentTerminal())
    send(.resumed)
  }

  /// Keeps the text.
  public func copy(_ text: String) throws(ClipboardError) {
    guard hasClipboard else { throw .absent }
    guard text.utf8.count <= ClipboardError.byteLimit else { throw .tooLong(text.utf8.count) }
    copied.append(text)
  }

  /// Notes the call.
  public func bell() { calls.append("bell") }

  /// Notes the call, and tells of nothing any more.
  public func close() {
    calls.append("close")
    receive = nil
  }
}
