import MocoaTerminal

/// What the bytes of a terminal mean.
enum TerminalInput: Equatable {
  /// A key was pressed.
  case key(KeyPress)

  /// The mouse did something.
  case mouse(MouseEvent)

  /// Text was pasted; not whole where its rest was too much, or never came.
  case paste(String, isWhole: Bool)

  /// The terminal answers what it was asked.
  case answer(TerminalAnswer)
}

/// An answer of the terminal.
enum TerminalAnswer: Equatable {
  /// How it stands with a private mode (DECRQM): 0 unknown, 1 set, 2 not set, 3 and 4 for ever so.
  case mode(Int, state: Int)

  /// What is behind text that has no colour there (OSC 11), by its light: from 0, black, to 1.
  case background(light: Double)

  /// What the terminal is (DA1), which all of them answer, and in the order they were asked.
  case attributes
}
