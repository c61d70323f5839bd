import MocoaTerminal

/// A key press, an event, or a reply that was decoded from the input of a terminal.
enum TerminalInput: Equatable {
  /// A key press.
  case key(KeyPress)

  /// A mouse event.
  case mouse(MouseEvent)

  /// Pasted text.
  ///
  /// `isComplete` is `false` if the end of the text is missing, because it was too long or never
  /// arrived.
  case paste(String, isComplete: Bool)

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

/// Text that is being pasted: all bytes up to `ESC [ 201 ~`.
struct PastedText {
  /// The maximum number of bytes of a pasted text.
  ///
  /// Further bytes are dropped.
  static let limit = 1 << 20

  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matched = 0
  private var isComplete = true

  /// The number of bytes since the last pause, and the first of these bytes.
  private var sincePause = (count: 0, first: UInt8(0))

  /// Adds a byte.
  ///
  /// - Returns: `true` if the byte completes the end sequence.
  mutating func take(_ byte: UInt8) -> Bool {
    if sincePause.count == 0 { sincePause.first = byte }
    sincePause.count += 1
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    // The end sequence contains only one Esc, at its start, so no other match can have begun.
    for matchedByte in Self.end[..<matched] { append(matchedByte) }
    matched = 0
    if byte == Self.end[0] { matched = 1 } else { append(byte) }
    return false
  }

  /// Processes a pause of the input.
  ///
  /// A pause alone does not end the paste, because slow connections pause in the middle of a text.
  /// The rest of the text would then act as keys. However, if the end sequence is lost, all later
  /// keys would be pasted text. A single Ctrl-C between two pauses is therefore a key of the user,
  /// and ends the paste. Any other Ctrl-C is part of the text.
  ///
  /// - Returns: `true` if the user ended the paste with Ctrl-C.
  mutating func pause() -> Bool {
    defer { sincePause.count = 0 }
    guard sincePause.count == 1, sincePause.first == 3 else { return false }
    if bytes.last == 3 { bytes.removeLast() }
    isComplete = false
    return true
  }

  /// The pasted text as input.
  ///
  /// Invalid UTF-8 is replaced.
  var input: TerminalInput {
    .paste(String(decoding: bytes, as: UTF8.self), isComplete: isComplete)
  }

  private mutating func append(_ byte: UInt8) {
    if bytes.count < Self.limit { bytes.append(byte) } else { isComplete = false }
  }
}
