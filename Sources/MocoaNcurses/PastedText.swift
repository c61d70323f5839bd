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
    for held in Self.end[..<matched] { append(held) }
    matched = 0
    if byte == Self.end[0] { matched = 1 } else { append(byte) }
    return false
  }

  /// Processes a pause of the input.
  ///
  /// Returns `true` if the user ended the paste with Ctrl-C.
  ///
  /// The end sequence may be lost, and all keys would then be pasted text. A pause alone does not
  /// end the paste, because slow connections pause in the middle, and the rest of the text would
  /// act as keys. A Ctrl-C between two pauses was typed by the user. Within a text it is text.
  mutating func pause() -> Bool {
    defer { sincePause.count = 0 }
    guard sincePause.count == 1, sincePause.first == 3 else { return false }
    if bytes.last == 3 { bytes.removeLast() }
    isComplete = false
    return true
  }

  /// The text.
  ///
  /// Invalid UTF-8 is replaced.
  var input: TerminalInput { .paste(String(decoding: bytes, as: UTF8.self), isWhole: isComplete) }

  private mutating func append(_ byte: UInt8) {
    if bytes.count < Self.limit { bytes.append(byte) } else { isComplete = false }
  }
}
