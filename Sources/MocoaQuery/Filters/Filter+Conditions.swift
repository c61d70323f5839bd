public import MocoaModel

extension Filter {
  /// Returns the filter text for items whose field has a value.
  ///
  /// - Parameters:
  ///   - field: The name of the field, or several names separated by periods.
  ///   - value: The value, or `nil` for items without the field.
  ///   - isNegated: A Boolean value that indicates whether the items must not have the value.
  /// - Returns: The text, or `nil` if a filter cannot describe the value. Examples are arrays,
  ///   objects, and very long texts.
  public static func condition(
    field: String, equals value: FieldValue?, isNegated: Bool = false
  ) -> String? {
    guard let name = quoted(field, isPlain: isPlainName) else { return nil }
    guard let value else { return (isNegated ? "" : "!") + name + ":" }
    let text: String?
    switch value {
    case .null: text = "null"
    case .array, .object: text = nil
    case .bool, .int, .double, .decimal, .string: text = value.scalarString
    }
    guard let text, let operand = quoted(text, isPlain: isPlainValue) else { return nil }
    return name + (isNegated ? "!=" : "=") + operand
  }

  /// Returns filter text whose items match another filter text and a condition.
  public static func text(_ text: String, and condition: String) -> String {
    guard let filter = try? Filter(text), !filter.isEmpty else { return condition }
    // A condition after an alternative would belong to the alternative alone.
    if case .any = filter.root { return "(\(text)) \(condition)" }
    return text.last == " " ? text + condition : "\(text) \(condition)"
  }

  /// The maximum length of a quoted text, in UTF-8 bytes.
  private static let quotedLimit = 1_000

  /// Returns a text as it is if it is plain, otherwise in quotation marks.
  ///
  /// - Returns: `nil` if quotation marks cannot enclose the text.
  static func quoted(_ text: String, isPlain: (String) -> Bool) -> String? {
    guard text.utf8.count <= quotedLimit else { return nil }
    if isPlain(text) { return text }
    // A backslash before the closing mark would escape it.
    guard text.last != "\\" else { return nil }
    return "\"" + text.replacing("\"", with: "\\\"") + "\""
  }

  static func isPlainName(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || "_$@#".contains(first) else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || "_-.$@#/".contains($0) }
  }

  static func isPlainValue(_ text: String) -> Bool {
    guard let first = text.first, !"\"!(=<>".contains(first) else { return false }
    return !text.contains { $0.isWhitespace || "|()".contains($0) }
  }
}
