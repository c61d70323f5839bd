/// Text that is being pasted: everything up to `ESC [ 201 ~`, whatever it is.
struct PastedText {
  /// The most bytes that are kept; what goes beyond is left out.
  static let limit = 1 << 20

  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matched = 0
  private var isWhole = true

  /// How many bytes came since the last pause, and the first of them.
  private var sincePause = (count: 0, first: UInt8(0))

  /// Takes a byte; true if it was the last, which belongs to the end.
  mutating func take(_ byte: UInt8) -> Bool {
    if sincePause.count == 0 { sincePause.first = byte }
    sincePause.count += 1
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    // The end begins with the only Esc in it, so that nothing shorter can have begun meanwhile.
    for held in Self.end[..<matched] { keep(held) }
    matched = 0
    if byte == Self.end[0] { matched = 1 } else { keep(byte) }
    return false
  }

  /// Says that nothing more came at once; true if somebody wants the paste to be over.
  ///
  /// The end may be lost, and then a keyboard that only pastes is no keyboard. A pause is no sign of
  /// it: on a slow line it comes in the middle, and what follows would act as keys. Ctrl-C is, typed
  /// by hand, that is with nothing before or behind it; within a text it is text.
  mutating func pause() -> Bool {
    defer { sincePause.count = 0 }
    guard sincePause.count == 1, sincePause.first == 3 else { return false }
    if bytes.last == 3 { bytes.removeLast() }
    isWhole = false
    return true
  }

  /// The text, with what is no UTF-8 replaced.
  var input: TerminalInput { .paste(String(decoding: bytes, as: UTF8.self), isWhole: isWhole) }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < Self.limit { bytes.append(byte) } else { isWhole = false }
  }
}
