/// Creates complete and exact JSON on one line.
///
/// In contrast, `FieldValue.description` truncates deeply nested values.
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
    case .string(let text): JSONEscape.append(text, to: &line)
    case .double(let number) where !number.isFinite: line += "null".utf8
    case .array(let values):
      line.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        write(value, depth: depth + 1, to: &line)
      }
      line.append(UInt8(ascii: "]"))
    case .object(let fields):
      line.append(UInt8(ascii: "{"))
      for (place, field) in fields.enumerated() {
        if place > 0 { line.append(UInt8(ascii: ",")) }
        JSONEscape.append(field.name, to: &line)
        line.append(UInt8(ascii: ":"))
        write(field.value, depth: depth + 1, to: &line)
      }
      line.append(UInt8(ascii: "}"))
    default: line += (value.scalarString ?? "null").utf8
    }
  }
}
