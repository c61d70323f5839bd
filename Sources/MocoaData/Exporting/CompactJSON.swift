package import MocoaModel

/// Functions that create complete and exact JSON on one line.
///
/// `FieldValue.description` may be truncated.
package enum CompactJSON {
  /// Returns valid JSON on one line.
  ///
  /// JSON on several lines is returned without whitespace between its tokens.
  static func line(_ json: [UInt8]) -> [UInt8] {
    json.contains { $0 == 0x0A || $0 == 0x0D } ? compact(json) : json
  }

  private static func compact(_ json: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(json.count)
    var isInString = false
    var isEscaped = false
    for byte in json {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte.isJSONBlank {
        continue
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      }
      line.append(byte)
    }
    return line
  }

  /// Returns a value as JSON.
  package static func bytes(of value: FieldValue) -> [UInt8] {
    var line: [UInt8] = []
    write(value, depth: 0, to: &line)
    return line
  }

  /// Returns an object as JSON.
  static func bytes(of fields: [FieldValue.Field]) -> [UInt8] { bytes(of: .object(fields)) }

  private static func write(_ value: FieldValue, depth: Int, to line: inout [UInt8]) {
    // The recursion depth is limited, independent of the data. Parsed values never exceed the
    // limit.
    guard depth <= JSON.deepest else { return line += "null".utf8 }
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
