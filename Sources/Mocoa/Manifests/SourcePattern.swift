/// A pattern for the files that a manifest applies to: `*.ndjson`, `invoices-*.json`,
/// `/var/log/*.json`.
///
/// `*` matches any number of characters and `?` matches one; neither matches a slash. A pattern
/// without a slash must match the name of a file. A pattern that begins with a slash must match the
/// whole path. Any other pattern with slashes must match the whole path or a part of it that begins
/// after a slash and extends to the end.
public struct SourcePattern: Hashable, Sendable {
  /// The text of the pattern.
  public let text: String

  /// Creates a pattern.
  public init(_ text: String) {
    self.text = text
  }

  /// Returns `true` if the pattern matches a path.
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

  /// Returns `true` if a pattern matches bytes.
  ///
  /// After a mismatch, only the last star is tried again, so the running time is at most
  /// proportional to the product of the lengths.
  private static func matches(_ pattern: [UInt8], _ text: ArraySlice<UInt8>) -> Bool {
    var (index, position) = (0, text.startIndex)
    var star: (index: Int, position: Int)?
    while position < text.endIndex {
      let byte = text[position]
      if index < pattern.count, pattern[index] == UInt8(ascii: "*") {
        star = (index, position)
        index += 1
      } else if index < pattern.count, byte != UInt8(ascii: "/"),
        pattern[index] == UInt8(ascii: "?")
      {
        index += 1
        position += 1
        // A question mark matches all bytes of a character.
        while position < text.endIndex, text[position] & 0xC0 == 0x80 { position += 1 }
      } else if index < pattern.count, pattern[index] == byte {
        index += 1
        position += 1
      } else if let last = star, text[last.position] != UInt8(ascii: "/") {
        index = last.index + 1
        position = last.position + 1
        star = (last.index, position)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
