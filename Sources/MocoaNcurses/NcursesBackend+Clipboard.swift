public import MocoaTerminal

extension NcursesBackend {
  /// Copies text to the clipboard of the terminal's user with xterm's OSC 52.
  ///
  /// The text is encoded in base64, so that no part of it controls the terminal.
  ///
  /// Consoles would print the sequence, so they do not receive it.
  ///
  /// - Throws: `ClipboardError.unavailable` for such terminals, `ClipboardError.tooLong` for
  ///   long text.
  public func copy(_ text: String) throws(ClipboardError) {
    guard isOpen, !isSuspended, capabilities.ignoresUnknownSequences, descriptor >= 0 else {
      throw .unavailable
    }
    let bytes = Array(text.utf8)
    guard bytes.count <= ClipboardError.byteLimit else { throw .tooLong(bytes.count) }
    writeAll(ClipboardSequence.bytes(copying: bytes), to: descriptor)
  }
}

/// The escape sequence that copies text to the terminal's clipboard.
enum ClipboardSequence {
  static func bytes(copying text: [UInt8]) -> [UInt8] {
    Array("\u{1B}]52;c;".utf8) + base64(text) + [0x07]
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the base64 encoding of bytes (RFC 4648).
  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for place in 0..<4 {
        let digit = Int(bits >> (18 - 6 * UInt32(place)) & 63)
        result.append(place <= group.count ? digits[digit] : UInt8(ascii: "="))
      }
    }
    return result
  }
}
