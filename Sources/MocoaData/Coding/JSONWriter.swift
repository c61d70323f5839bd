/// Compact JSON, piece by piece.
struct JSONWriter {
  var bytes: [UInt8] = []

  init() {
    // Most entities are smaller.
    bytes.reserveCapacity(256)
  }

  // MARK: - Structure

  /// Adds a byte as it is.
  mutating func append(byte: Unicode.Scalar) {
    bytes.append(UInt8(truncatingIfNeeded: byte.value))
  }

  /// Adds text as it is.
  mutating func append(verbatim text: StaticString) {
    text.withUTF8Buffer { bytes += $0 }
  }

  /// Adds the name of the next member of an object.
  mutating func append(key: String) {
    if bytes.last != UInt8(ascii: "{") { append(byte: ",") }
    append(key)
    append(byte: ":")
  }

  /// Adds what is between the elements of a list.
  mutating func appendSeparator() {
    if bytes.last != UInt8(ascii: "[") { append(byte: ",") }
  }

  // MARK: - Members

  // One call each, since a class that holds this is asked for it with every call.

  mutating func appendNull(member key: String) {
    append(key: key)
    append(verbatim: "null")
  }

  mutating func append(member key: String, _ value: Bool) {
    append(key: key)
    append(value)
  }

  mutating func append(member key: String, _ value: String) {
    append(key: key)
    append(value)
  }

  mutating func append(member key: String, _ value: Double) {
    append(key: key)
    append(value)
  }

  mutating func append(member key: String, _ value: some FixedWidthInteger) {
    append(key: key)
    append(value)
  }

  // MARK: - Values

  mutating func append(_ value: Bool) {
    append(verbatim: value ? "true" : "false")
  }

  /// Adds a whole number.
  mutating func append(_ value: some FixedWidthInteger) {
    guard let magnitude = UInt64(exactly: value.magnitude) else {
      bytes += Array(String(value).utf8)
      return
    }
    if value < 0 { append(byte: "-") }
    if magnitude < 10 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude))
      return
    }
    var rest = magnitude
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var first = 20
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      bytes += UnsafeBufferPointer(rebasing: digits[first...])
    }
  }

  /// Adds a number in its shortest exact form; as a text where JSON has no number for it.
  mutating func append(_ value: Double) {
    let isQuoted = !value.isFinite
    if isQuoted { append(byte: "\"") }
    var text = value.description
    text.withUTF8 { bytes += $0 }
    if isQuoted { append(byte: "\"") }
  }

  /// Adds a text.
  mutating func append(_ text: String) {
    var text = text
    append(byte: "\"")
    text.withUTF8 { utf8 in
      if !utf8.contains(where: Self.isEscaped) {
        bytes += utf8
        return
      }
      for byte in utf8 {
        if Self.isEscaped(byte) { append(escaped: byte) } else { bytes.append(byte) }
      }
    }
    append(byte: "\"")
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func append(escaped byte: UInt8) {
    append(byte: "\\")
    switch byte {
    case 0x0A: append(byte: "n")
    case 0x09: append(byte: "t")
    case 0..<0x20:
      append(verbatim: "u00")
      bytes.append(UInt8(ascii: "0") + byte >> 4)
      bytes.append(Array("0123456789abcdef".utf8)[Int(byte & 15)])
    default: bytes.append(byte)
    }
  }

  /// Adds an identity: a number or a text, or an object around the spelling of a rare one.
  mutating func append(_ id: StoredID) {
    switch id {
    case .integer(let value): append(value)
    case .text(let text): append(text)
    case .tagged(let spelling):
      append(verbatim: "{\"\":")
      append(spelling)
      append(byte: "}")
    }
  }
}
