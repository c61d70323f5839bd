/// Which files a manifest is for: `*.ndjson`, `invoices-*.json`, `/var/log/*.json`.
///
/// `*` stands for any characters and `?` for one, of which none is a slash. A pattern without a slash
/// is compared with the name of a file, another with the whole path or with the end of it that begins
/// at a slash.
public struct SourcePattern: Hashable, Sendable {
  /// The pattern as it is written.
  public let text: String

  /// A pattern.
  public init(_ text: String) {
    self.text = text
  }

  /// Whether it is for a file.
  public func matches(_ path: String) -> Bool {
    let pattern = Array(text.utf8)
    let path = Array(path.utf8)
    let slash = UInt8(ascii: "/")
    guard pattern.contains(slash) else {
      let start = path.lastIndex(of: slash).map { $0 + 1 } ?? 0
      return Self.matches(pattern, path[start...])
    }
    if pattern.first == slash { return Self.matches(pattern, path[...]) }
    let starts = [0] + path.indices.filter { path[$0] == slash }.map { $0 + 1 }
    return starts.contains { Self.matches(pattern, path[$0...]) }
  }

  /// Goes back to the last star where something does not fit: never further, so that no pattern takes
  /// long.
  private static func matches(_ pattern: [UInt8], _ text: ArraySlice<UInt8>) -> Bool {
    var (place, position) = (0, text.startIndex)
    var star: (place: Int, position: Int)?
    while position < text.endIndex {
      let byte = text[position]
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        star = (place, position)
        place += 1
      } else if place < pattern.count, byte != UInt8(ascii: "/"),
        pattern[place] == UInt8(ascii: "?")
      {
        place += 1
        position += 1
        // A question mark stands for all bytes of a character.
        while position < text.endIndex, text[position] & 0xC0 == 0x80 { position += 1 }
      } else if place < pattern.count, pattern[place] == byte {
        place += 1
        position += 1
      } else if let last = star, text[last.position] != UInt8(ascii: "/") {
        place = last.place + 1
        position = last.position + 1
        star = (last.place, position)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
