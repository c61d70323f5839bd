/// The device that a program draws on and hears from.
///
/// A backend owns its terminal from `start` to `close`. It is given whole frames together with what
/// differs from the frame before, and sends nothing else; idle, it neither writes nor wakes.
@MainActor
public protocol Backend: AnyObject {
  /// The size of the terminal; known from `start` on.
  var size: Size { get }

  /// Takes the terminal and begins to tell of events.
  ///
  /// - Throws: an error that describes itself in one line, and leaves the terminal as it was.
  func start(_ receive: @escaping @MainActor (TerminalEvent) -> Void) throws

  /// Shows a frame.
  ///
  /// - Parameters:
  ///   - frame: the whole surface, of the terminal's size.
  ///   - damage: the runs of it that differ from the frame shown before.
  ///   - cursor: where the terminal's cursor is to stand; nil hides it.
  func transmit(_ frame: Surface, damage: [Damage], cursor: Point?)

  /// Sends the last frame again from scratch, for a screen that something else wrote on.
  func repaint()

  /// Gives the terminal back and stops the process until it is continued; then takes it again and
  /// tells of `resumed`.
  func suspend()

  /// Gives the terminal back while something else has it, and takes it again.
  ///
  /// A signal that asks for the end meanwhile ends the program without another frame.
  ///
  /// - Parameters:
  ///   - wholeScreen: whether it is used as a screen, which an editor does, and not line by line.
  ///   - perform: uses the terminal, and returns when it is free again.
  func lend(wholeScreen: Bool, _ perform: (LentTerminal) -> Void)

  /// Whether the mouse is told of; then the terminal selects no text with it.
  ///
  /// Setting it counts before `start` as well. It stays false where the terminal knows no mouse.
  var isMouseOn: Bool { get set }

  /// Puts a text into the clipboard of whoever looks at the terminal; nothing in the text acts on it.
  ///
  /// Whether the terminal takes it is not known: it may be set not to.
  func copy(_ text: String) throws(ClipboardError)

  /// Rings the bell, or flashes.
  func bell()

  /// Gives the terminal back as it was; later calls do nothing.
  func close()
}
