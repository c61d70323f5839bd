internal import Glibc
internal import MocoaModel

/// The texts of a JSON value's scalars, in order and without the names of members.
///
/// It makes no values, and refuses nothing: of broken JSON it finds what can be read. Never recursive.
enum JSONScalars {
  /// Calls with the text of each scalar, of strings what they say; until it returns false.
  ///
  /// - Returns: whether all were called with.
  @discardableResult
  static func forEach(
    in bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        let string = string(in: bytes, from: place)
        place = string.end
        if isName(in: bytes, before: &place) { continue }
        guard withText(of: string, in: bytes, body) else { return false }
      case UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
        place += 1
      default:
        let start = place
        while place < bytes.count, !JSONText.ends(bytes[place]) { place += 1 }
        guard body(UnsafeRawBufferPointer(rebasing: bytes[start..<place])) else { return false }
      }
    }
    return true
  }

  /// Calls with what a scalar says; with nothing for a list or an object.
  static func withText<Result>(
    ofScalar bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    guard bytes.first == UInt8(ascii: "\"") else { return body(bytes) }
    return withText(of: string(in: bytes, from: 0), in: bytes, body)
  }

  /// A value as it is written, without the blanks between what it is made of.
  static func withoutBlanks(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      let end = bytes[place] == UInt8(ascii: "\"") ? string(in: bytes, from: place).end : place + 1
      if !bytes[place].isJSONBlank { text += bytes[place..<end] }
      place = end
    }
    return text
  }

  private struct JSONString {
    /// What is between the quotes.
    let inside: Range<Int>

    /// The place behind it.
    let end: Int
    let hasEscapes: Bool
  }

  private static func string(in bytes: UnsafeRawBufferPointer, from start: Int) -> JSONString {
    var place = start + 1
    var hasEscapes = false
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      if bytes[place] == UInt8(ascii: "\\") {
        hasEscapes = true
        place += 1
      }
      place += 1
    }
    let end = min(place, bytes.count)
    return JSONString(
      inside: min(start + 1, end)..<end, end: min(end + 1, bytes.count), hasEscapes: hasEscapes)
  }

  /// Whether what ends at a place is a member's name; then the place is that of its value.
  private static func isName(in bytes: UnsafeRawBufferPointer, before place: inout Int) -> Bool {
    var next = place
    while next < bytes.count, bytes[next].isJSONBlank { next += 1 }
    guard next < bytes.count, bytes[next] == UInt8(ascii: ":") else { return false }
    place = next + 1
    return true
  }

  private static func withText<Result>(
    of string: JSONString, in bytes: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let inside = UnsafeRawBufferPointer(rebasing: bytes[string.inside])
    guard string.hasEscapes else { return body(inside) }
    let quoted = [UInt8(ascii: "\"")] + inside + [UInt8(ascii: "\"")]
    guard case .text(var text)? = try? JSON.parse(quoted) else { return body(inside) }
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  // MARK: - Fields

  /// Where the value of a field is: of a member whose name is all of the path, or of what is in the one
  /// that the path begins with, whose elements are called by their positions.
  static func field(_ path: Substring, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    var (path, place) = (path, 0..<bytes.count)
    while true {
      let value = UnsafeRawBufferPointer(rebasing: bytes[place])
      if let whole = child(path, of: value) { return shifted(whole, place) }
      guard let dot = path.utf8.firstIndex(of: UInt8(ascii: ".")),
        let inner = child(path[..<dot], of: value)
      else { return nil }
      path = path[path.utf8.index(after: dot)...]
      place = shifted(inner, place)
    }
  }

  private static func shifted(_ range: Range<Int>, _ place: Range<Int>) -> Range<Int> {
    (range.lowerBound + place.lowerBound)..<(range.upperBound + place.lowerBound)
  }

  private static func child(_ name: Substring, of bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    var found: Range<Int>?
    var position = 0
    let isList = JSONScanner.container(of: bytes) == .list
    let wanted = isList ? Int(name) : nil
    if isList, wanted == nil { return nil }
    let text = String(name)
    JSONScanner.forEachChild(of: bytes) { child in
      if let key = child.key {
        guard JSONScanner.isName(UnsafeRawBufferPointer(rebasing: bytes[key]), text) else {
          return true
        }
      } else if position != wanted {
        position += 1
        return true
      }
      found = child.value
      return false
    }
    return found
  }
}
