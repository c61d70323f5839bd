internal import Glibc
internal import MocoaJSON
internal import MocoaModel

/// Enumerates the texts of the scalars in a JSON value, in order.
///
/// The names of members are not included. The enumeration creates no values and accepts invalid
/// JSON, of which it finds the readable parts. It never recurses.
enum JSONScalars {
  /// Calls a closure with the text of each scalar until it returns `false`.
  ///
  /// The text of a string is its content.
  ///
  /// - Returns: `true` if the closure was called with all scalars.
  @discardableResult
  static func forEach(
    in bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    var offset = 0
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        let string = string(in: bytes, from: offset)
        offset = string.end
        if isName(in: bytes, before: &offset) { continue }
        guard withText(of: string, in: bytes, body) else { return false }
      case UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
        offset += 1
      default:
        let start = offset
        while offset < bytes.count, !JSONText.ends(bytes[offset]) { offset += 1 }
        guard body(UnsafeRawBufferPointer(rebasing: bytes[start..<offset])) else { return false }
      }
    }
    return true
  }

  /// Calls a closure with the text of a scalar.
  static func withText<Result>(
    ofScalar bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    guard bytes.first == UInt8(ascii: "\"") else { return body(bytes) }
    return withText(of: string(in: bytes, from: 0), in: bytes, body)
  }

  /// Returns a JSON value without the whitespace between its tokens.
  static func withoutBlanks(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var offset = 0
    while offset < bytes.count {
      let end =
        bytes[offset] == UInt8(ascii: "\"") ? string(in: bytes, from: offset).end : offset + 1
      if !bytes[offset].isJSONBlank { text += bytes[offset..<end] }
      offset = end
    }
    return text
  }

  private struct JSONString {
    /// The range between the quotation marks.
    let inside: Range<Int>

    /// The offset after the string.
    let end: Int
    let hasEscapes: Bool
  }

  private static func string(in bytes: UnsafeRawBufferPointer, from start: Int) -> JSONString {
    var offset = start + 1
    var hasEscapes = false
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      if bytes[offset] == UInt8(ascii: "\\") {
        hasEscapes = true
        offset += 1
      }
      offset += 1
    }
    let end = min(offset, bytes.count)
    return JSONString(
      inside: min(start + 1, end)..<end, end: min(end + 1, bytes.count), hasEscapes: hasEscapes)
  }

  /// Returns `true` if the string that ends at an offset is the name of a member.
  ///
  /// The offset is then advanced to the value of the member.
  private static func isName(in bytes: UnsafeRawBufferPointer, before offset: inout Int) -> Bool {
    var next = offset
    while next < bytes.count, bytes[next].isJSONBlank { next += 1 }
    guard next < bytes.count, bytes[next] == UInt8(ascii: ":") else { return false }
    offset = next + 1
    return true
  }

  private static func withText<Result>(
    of string: JSONString, in bytes: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let inside = UnsafeRawBufferPointer(rebasing: bytes[string.inside])
    guard string.hasEscapes else { return body(inside) }
    let quoted = [UInt8(ascii: "\"")] + inside + [UInt8(ascii: "\"")]
    guard case .string(var text)? = try? JSON.parse(quoted) else { return body(inside) }
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  // MARK: - Fields

  /// Returns the byte range of the value of a field, or `nil` if the field does not exist.
  ///
  /// A path is the name of a member, or names and array indexes separated by periods.
  static func field(_ path: Substring, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    var (path, range) = (path, 0..<bytes.count)
    while true {
      let value = UnsafeRawBufferPointer(rebasing: bytes[range])
      if let whole = child(path, of: value) { return shifted(whole, range) }
      guard let dot = path.utf8.firstIndex(of: UInt8(ascii: ".")),
        let inner = child(path[..<dot], of: value)
      else { return nil }
      path = path[path.utf8.index(after: dot)...]
      range = shifted(inner, range)
    }
  }

  private static func shifted(_ range: Range<Int>, _ base: Range<Int>) -> Range<Int> {
    (range.lowerBound + base.lowerBound)..<(range.upperBound + base.lowerBound)
  }

  private static func child(_ name: Substring, of bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    var found: Range<Int>?
    var position = 0
    let isList = JSONScanner.container(of: bytes) == .array
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
