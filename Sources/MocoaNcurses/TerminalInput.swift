import MocoaTerminal

/// A key press, an event, or a reply that was decoded from the input of a terminal.
enum TerminalInput: Equatable {
  /// A key press.
  case key(KeyPress)

  /// A mouse event.
  case mouse(MouseEvent)

  /// Pasted text.
  ///
  /// `isWhole` is `false` if the end of the text is missing, because it was too long or never
  /// arrived.
  case paste(String, isWhole: Bool)

  /// A reply of the terminal to a query.
  case reply(TerminalReply)
}

/// A reply of the terminal to a query.
enum TerminalReply: Equatable {
  /// The state of a private mode (DECRQM): 0 unknown, 1 set, 2 reset, 3 permanently set, 4
  /// permanently reset.
  case mode(Int, state: Int)

  /// The lightness of the default background (OSC 11), from 0 for black to 1 for white.
  case background(light: Double)

  /// The device attributes (DA1).
  ///
  /// All terminals send this reply, and replies arrive in the order of the queries.
  case attributes
}
