/// Something that comes from the terminal.
public enum TerminalEvent: Sendable, Equatable {
  /// A key was pressed.
  case key(KeyPress)

  /// The terminal has another size now.
  case resize(Size)

  /// The program goes on after it was suspended; the screen is to be drawn whole.
  case resumed

  /// A signal asks the program to end; its number.
  case terminate(signal: Int32)

  /// The terminal is gone: no more keys will come.
  case closed
}
