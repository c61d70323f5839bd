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

  /// Returns the filter text for items whose field has a value from a lower bound up to and without
  /// an upper bound.
  ///
  /// - Returns: The text, or `nil` if a filter cannot describe the field or the bounds.
  package static func condition(
    field: String, from lower: String, upTo upper: String
  ) -> String? {
    guard let name = quoted(field, isPlain: isPlainName),
      let lower = quoted(lower, isPlain: isPlainValue),
      let upper = quoted(upper, isPlain: isPlainValue)
    else { return nil }
    return "\(name)>=\(lower) \(name)<\(upper)"
  }

  /// Returns filter text whose items match another filter text and a condition.
  ///
  /// - Returns: The text, or `nil` if the other text is not complete, so that text after it would
  ///   have another meaning.
  public static func text(_ text: String, and condition: String) -> String? {
    guard let former = try? Filter(text), !former.isEmpty else { return condition }
    guard let added = try? Filter(condition) else { return nil }
    let separator = text.last?.isWhitespace == true ? "" : " "
    var parts = [former.root]
    if case .all(let nodes) = former.root { parts = nodes }
    // The parentheses separate alternatives from the condition.
    return [
      (text + separator + condition, Node.all(parts + [added.root])),
      ("(\(text)) \(condition)", Node.all([former.root, added.root])),
    ].first { (try? Filter($0.0))?.root == $0.1 }?.0
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

extension Filter.Node {
  /// The conditions of which an item must satisfy each, in a form that does not depend on
  /// parentheses or on the letters that a word matches.
  var comparableConditions: [Filter.Node] {
    if case .all(let nodes) = self { nodes.flatMap(\.comparableConditions) } else { [comparable] }
  }

  private var comparable: Filter.Node {
    switch self {
    case .all:
      let nodes = comparableConditions
      return nodes.count == 1 ? nodes[0] : .all(nodes)
    case .any(let nodes): return .any(nodes.map(\.comparable))
    case .not(let node): return .not(node.comparable)
    case .value(let pattern) where pattern.kind == .scattered:
      return .value(.init(kind: .fuzzy, text: pattern.text))
    case .value, .field: return self
    }
  }
}
