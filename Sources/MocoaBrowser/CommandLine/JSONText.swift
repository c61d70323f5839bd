package import MocoaModel

/// Formats JSON that users read and edit.
package enum JSONText {
  /// Formats a value over several lines, with an indentation of two spaces for each level.
  ///
  /// Arrays and levels below the eighth stay on one line.
  package static func indented(_ value: FieldValue, depth: Int = 0) -> String {
    guard case .object(let fields) = value, !fields.isEmpty, depth < 8 else {
      return value.description
    }
    let blanks = String(repeating: "  ", count: depth + 1)
    let lines = fields.map { field in
      "\(blanks)\(FieldValue.string(field.name)): \(indented(field.value, depth: depth + 1))"
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n" + blanks.dropLast(2) + "}"
  }
}
