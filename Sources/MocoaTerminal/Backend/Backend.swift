/// A type that controls a terminal: it shows frames and reports events.
///
/// A backend owns its terminal from `start` to `close`. It receives complete frames together with
/// their differences from the previous frame, and sends only these differences. While idle, it
/// neither writes nor wakes up.
@MainActor
public protocol Backend: AnyObject {
  /// The size of the terminal, valid after `start`.
  var size: Size { get }

  /// Starts the terminal and reports its events.
  ///
  /// - Parameter receive: A closure that receives the events.
  /// - Throws: An error with a one-line description. The terminal is then unchanged.
  func start(_ receive: @escaping @MainActor (TerminalEvent) -> Void) throws

  /// Shows a frame.
  ///
  /// - Parameters:
  ///   - frame: The complete surface, in the size of the terminal.
  ///   - damage: The runs of glyphs that differ from the previous frame.
  ///   - cursor: The point of the terminal's cursor, or `nil` to hide it.
  func present(_ frame: Surface, damage: [Damage], cursor: Point?)

  /// Sends the complete last frame again, because another program has written on the screen.
  func repaint()

  /// Restores the terminal and stops the process until it is continued.
  ///
  /// When the process continues, the backend starts the terminal again and sends `resumed`.
  func suspend()

  /// Suspends terminal output while a closure uses the terminal.
  ///
  /// If a termination signal arrives during the call, the program ends without drawing another
  /// frame.
  ///
  /// - Parameters:
  ///   - wholeScreen: A Boolean value that indicates whether the closure uses the whole screen, as
  ///     an editor does, or only writes lines.
  ///   - perform: A closure that uses the terminal, and returns when it no longer needs it. The
  ///     closure can stop this process with ``SuspendedTerminal/stop``.
  func suspendTerminal(wholeScreen: Bool, _ perform: (SuspendedTerminal) -> Void)

  /// A Boolean value that indicates whether mouse events are reported.
  ///
  /// If so, the terminal does not select text with the mouse.
  ///
  /// The property can be set before `start` too. It stays `false` if the terminal does not support
  /// a mouse.
  var isMouseOn: Bool { get set }

  /// Copies text to the clipboard of the terminal's user.
  ///
  /// Control characters in the text have no effect on the terminal.
  ///
  /// The method cannot detect whether the terminal accepts the text, because terminals can be
  /// configured not to.
  ///
  /// - Throws: ``ClipboardError`` if the terminal has no clipboard or the text is too long.
  func copy(_ text: String) throws(ClipboardError)

  /// Rings the bell, or flashes the screen.
  func bell()

  /// Restores the terminal to its previous state.
  ///
  /// Further calls do nothing.
  func close()
}
