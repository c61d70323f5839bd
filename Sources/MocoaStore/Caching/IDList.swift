/// A compact encoding of identities in order.
///
/// An integer is stored as the difference from the previous one, because the IDs in a list are
/// often consecutive.
enum IDList {
  /// The kind of an encoded word, in its two lowest bits.
  private enum Tag {
    static let difference: UInt64 = 0
    static let text: UInt64 = 1
    static let tagged: UInt64 = 2
    /// A marker before a difference that is too large for a word with a tag.
    ///
    /// The next word contains only the difference.
    static let wide: UInt64 = 3
  }

  /// Returns the encoded identities.
  static func bytes(of ids: some Sequence<StoredID>) -> [UInt8] {
    var bytes: [UInt8] = []
    var last: Int64 = 0
    for id in ids {
      switch id {
      case .integer(let value):
        let difference = value &- last
        last = value
        let word = UInt64(bitPattern: difference << 1 ^ difference >> 63)
        if word >> 62 == 0 {
          append(word << 2 | Tag.difference, to: &bytes)
        } else {
          append(Tag.wide, to: &bytes)
          append(word, to: &bytes)
        }
      case .text(let text): append(text, Tag.text, to: &bytes)
      case .tagged(let text): append(text, Tag.tagged, to: &bytes)
      }
    }
    return bytes
  }

  private static func append(_ text: String, _ tag: UInt64, to bytes: inout [UInt8]) {
    append(UInt64(text.utf8.count) << 2 | tag, to: &bytes)
    bytes += text.utf8
  }

  private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    var remaining = word
    while remaining >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: remaining) | 0x80)
      remaining >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: remaining))
  }

  /// Returns the decoded identities, or `nil` if the bytes are damaged.
  static func ids(of bytes: [UInt8]) -> [StoredID]? {
    var reader = Reader(bytes: bytes[...])
    var ids: [StoredID] = []
    var last: Int64 = 0
    while !reader.bytes.isEmpty {
      guard let word = reader.word() else { return nil }
      switch word & 3 {
      case Tag.text, Tag.tagged:
        guard let text = reader.text(count: word >> 2) else { return nil }
        ids.append(word & 3 == Tag.text ? .text(text) : .tagged(text))
      default:
        guard let word = word & 3 == Tag.wide ? reader.word() : word >> 2 else { return nil }
        last &+= Int64(bitPattern: word >> 1) ^ -Int64(bitPattern: word & 1)
        ids.append(.integer(last))
      }
    }
    return ids
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    mutating func word() -> UInt64? {
      var word: UInt64 = 0
      var shift: UInt64 = 0
      while let byte = bytes.popFirst(), shift < 64 {
        word |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return word }
        shift += 7
      }
      return nil
    }

    mutating func text(count: UInt64) -> String? {
      guard count <= bytes.count else { return nil }
      defer { bytes = bytes.dropFirst(Int(count)) }
      return String(decoding: bytes.prefix(Int(count)), as: UTF8.self)
    }
  }
}
