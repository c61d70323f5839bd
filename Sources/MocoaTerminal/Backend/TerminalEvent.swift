/// An event from the terminal.
public enum TerminalEvent: Sendable, Equatable {
  /// A key press.
  case key(KeyPress)

  /// A mouse event.
  case mouse(MouseEvent)

  /// Pasted text.
  ///
  /// It is always text, and never interpreted as keys.
  ///
  /// `isComplete` is `false` if the end of the text is missing, because it was too long or never
  /// arrived.
  case paste(String, isComplete: Bool = true)

  /// A report that the default background is light or dark.
  ///
  /// The backend requests it at the start. The terminal may reply at any time, or never.
  case background(isLight: Bool)

  /// A new size of the terminal.
  case resize(Size)

  /// The continuation of the program after a suspension.
  ///
  /// The whole screen must be drawn again.
  case resumed

  /// A termination signal, with its number.
  case terminate(signal: Int32)

  /// The loss of the terminal.
  ///
  /// No further keys arrive.
  case closed
}
