/// Creates complete and exact JSON on one line.
///
/// `FieldValue.description` may be truncated instead.
package enum CompactJSON {
  /// The maximum nesting depth of a JSON text that is read or written.
  package static let deepest = 1024

  /// Returns a value as JSON.
  package static func bytes(of value: FieldValue) -> [UInt8] {
    var line: [UInt8] = []
    write(value, depth: 0, to: &line)
    return line
  }

  /// Returns the JSON object that consists of some fields.
  package static func bytes(of fields: [FieldValue.Field]) -> [UInt8] { bytes(of: .object(fields)) }

  private static func write(_ value: FieldValue, depth: Int, to line: inout [UInt8]) {
    // The recursion depth is limited, independent of the data. Parsed values never exceed the
    // limit.
    guard depth <= deepest else { return line += "null".utf8 }
    switch value {
    case .string(let text): write(text, to: &line)
    case .double(let number) where !number.isFinite: line += "null".utf8
    case .array(let values):
      line.append(UInt8(ascii: "["))
      for (place, value) in values.enumerated() {
        if place > 0 { line.append(UInt8(ascii: ",")) }
        write(value, depth: depth + 1, to: &line)
      }
      line.append(UInt8(ascii: "]"))
    case .object(let fields):
      line.append(UInt8(ascii: "{"))
      for (place, field) in fields.enumerated() {
        if place > 0 { line.append(UInt8(ascii: ",")) }
        write(field.name, to: &line)
        line.append(UInt8(ascii: ":"))
        write(field.value, depth: depth + 1, to: &line)
      }
      line.append(UInt8(ascii: "}"))
    default: line += (value.scalarString ?? "null").utf8
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func write(_ text: String, to line: inout [UInt8]) {
    line.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): line += "\\\"".utf8
      case UInt8(ascii: "\\"): line += "\\\\".utf8
      case 0x0A: line += "\\n".utf8
      case 0x0D: line += "\\r".utf8
      case 0x09: line += "\\t".utf8
      case 0..<0x20:
        line += "\\u00".utf8
        line += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: line.append(byte)
      }
    }
    line.append(UInt8(ascii: "\""))
  }
}
