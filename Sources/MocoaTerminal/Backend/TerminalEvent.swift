/// Something that comes from the terminal.
public enum TerminalEvent: Sendable, Equatable {
  /// A key was pressed.
  case key(KeyPress)

  /// The mouse did something.
  case mouse(MouseEvent)

  /// Text was pasted: it is text whatever it contains, and never keys.
  ///
  /// `isWhole` is false where the rest of it was too much, or never came.
  case paste(String, isWhole: Bool = true)

  /// The terminal says what text stands on, where no colour is behind it.
  ///
  /// It was asked at the start, and may answer at any time, or never.
  case background(isLight: Bool)

  /// The terminal has another size now.
  case resize(Size)

  /// The program goes on after it was suspended; the screen is to be drawn whole.
  case resumed

  /// A signal asks the program to end; its number.
  case terminate(signal: Int32)

  /// The terminal is gone: no more keys will come.
  case closed
}
