internal import MocoaModel

/// A field of a template, in braces: the sources of its value, its format and its style.
struct TemplateField: Hashable, Sendable {
  /// A source of the value of the field.
  ///
  /// The first source that is not empty is used.
  enum Source: Hashable, Sendable {
    case path(FieldPath)
    case text(String)
  }

  var sources: [Source] = []
  var format = ValueFormat()
  var role = TextContent.Role.text

  /// The minimum width of the text, in characters.
  var width = 0

  /// The maximum width of the text, in characters, or `nil` for no limit.
  var limit: Int?
  var alignment: TextContent.Alignment?

  /// The text to add before a value that is not empty.
  var prefix = ""

  /// The text to add after a value that is not empty.
  var suffix = ""

  /// The conditions that change the appearance of the field.
  ///
  /// The first condition that is true determines the appearance.
  var conditions: [TemplateCondition] = []

  /// Returns the span of a record, or `nil` if the text is empty and the field has no minimum
  /// width.
  func span(of record: any FieldReadable, isJoined: Bool) -> TextContent.Span? {
    var (text, value) = content(of: record)
    var role = role
    switch conditions.first(where: { $0.isSatisfied(by: value, in: record) })?.effect {
    case .role(let other)?: role = other
    case .hidden?: text = ""
    case nil: break
    }
    if text.isEmpty, width == 0 { return nil }
    return TextContent.Span(
      text.isEmpty ? "" : prefix + text + suffix, role, width: width, limit: limit,
      alignment: alignment, isJoined: isJoined)
  }

  private func content(of record: any FieldReadable) -> (text: String, value: FieldValue?) {
    var first: FieldValue?
    for source in sources {
      switch source {
      case .text(let text): return (text, first)
      case .path(let path):
        guard let value = path.value(in: record) else { continue }
        first = first ?? value
        let text = format.text(of: value)
        if !text.isEmpty { return (text, value) }
      }
    }
    return ("", first)
  }
}

/// A condition that changes the appearance of a field: `?warning if > 100`.
struct TemplateCondition: Hashable, Sendable {
  /// A comparison operator.
  enum Comparison: String, Hashable, Sendable, CaseIterable {
    case equal = "="
    case different = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// The right operand of a comparison.
  enum Operand: Hashable, Sendable {
    case number(Double)
    case text(String)
    case bool(Bool)
    case path(FieldPath)
  }

  /// A test of the value of a field.
  enum Test: Hashable, Sendable {
    case compare(Comparison, Operand)
    case contains(String)
    case empty
  }

  /// The change of the appearance of the field if the condition is true.
  var effect: Effect

  /// The path of the value to test, or `nil` for the value of the field itself.
  var path: FieldPath?

  var test: Test

  /// A Boolean value that indicates whether the test is negated.
  var isNegated = false

  /// A change of the appearance of a field: another role, which determines the style, or hiding it.
  enum Effect: Hashable, Sendable {
    case role(TextContent.Role)
    case hidden
  }

  /// Returns `true` if the condition is true for a record.
  ///
  /// - Parameters:
  ///   - value: The value of the field to which the condition belongs.
  ///   - record: The record.
  func isSatisfied(by value: FieldValue?, in record: any FieldReadable) -> Bool {
    passes(path.map { $0.value(in: record) } ?? value, record) != isNegated
  }

  private func passes(_ value: FieldValue?, _ record: any FieldReadable) -> Bool {
    switch test {
    case .empty: return value?.isEmpty ?? true
    case .contains(let part):
      if case .array(let values)? = value { return values.contains { $0.scalarString == part } }
      return value?.scalarString.map { Self.contains($0, part) } ?? false
    case .compare(let comparison, let operand):
      guard let value, value != .null else { return comparison == .different }
      switch operand {
      case .number(let number):
        return Self.compare(NumberFormatting.number(value), comparison, number)
      case .text(let text): return Self.compare(value.scalarString, comparison, text)
      case .bool(let isTrue):
        guard case .bool(let other) = value else { return comparison == .different }
        return (other == isTrue) == (comparison == .equal)
      case .path(let path):
        guard let other = path.value(in: record), other != .null else {
          return comparison == .different
        }
        if let left = NumberFormatting.number(value), let right = NumberFormatting.number(other) {
          return Self.compare(left, comparison, right)
        }
        return Self.compare(value.scalarString, comparison, other.scalarString ?? other.description)
      }
    }
  }

  /// Returns `true` if a comparison of two values is true.
  ///
  /// If the left value is `nil`, because its type cannot be compared, only `!=` is true.
  private static func compare<Value: Comparable>(
    _ left: Value?, _ comparison: Comparison, _ right: Value
  ) -> Bool {
    guard let left else { return comparison == .different }
    return switch comparison {
    case .equal: left == right
    case .different: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    part.isEmpty || text.utf8.firstRange(of: part.utf8) != nil
  }
}

extension FieldValue {
  /// A Boolean value that indicates whether the value has no visible text.
  var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let values): values.isEmpty
    case .object(let fields): fields.isEmpty
    case .bool, .int, .double, .decimal: false
    }
  }
}
