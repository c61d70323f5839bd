internal import MocoaModel

/// JSON for people to read and go on with.
enum JSONText {
  /// A value in lines, each level two blanks further in; lists stay in one line.
  static func indented(_ value: FieldValue, depth: Int = 0) -> String {
    guard case .object(let fields) = value, !fields.isEmpty, depth < 8 else {
      return value.description
    }
    let blanks = String(repeating: "  ", count: depth + 1)
    let lines = fields.map { field in
      "\(blanks)\(FieldValue.text(field.name)): \(indented(field.value, depth: depth + 1))"
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n" + blanks.dropLast(2) + "}"
  }
}
