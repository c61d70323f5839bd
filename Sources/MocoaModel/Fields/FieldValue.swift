internal import MocoaLocalization

/// A value in a record of any data format.
public enum FieldValue: Sendable, Hashable {
  /// The null value: `null` in JSON, NULL in SQL.
  case null

  /// A Boolean value.
  case bool(Bool)

  /// An integer that fits into 64 bits.
  case int(Int64)

  /// A number that is not an `int` and that a `Double` represents with exactly the digits in the
  /// data.
  case double(Double)

  /// A number that neither `int` nor `double` can represent, with the digits that it has in the
  /// data.
  case decimal(String)

  /// A string.
  case string(String)

  /// A list of values, in order.
  case array([FieldValue])

  /// The fields of an object, in the order of the data.
  ///
  /// Names may repeat.
  case object([Field])

  /// One named value of an object.
  public struct Field: Sendable, Hashable {
    /// The name as it appears in the data.
    public var name: String

    /// The value of the field.
    public var value: FieldValue

    /// Creates a field from its name and value.
    public init(name: String, value: FieldValue) {
      self.name = name
      self.value = value
    }
  }
}

extension FieldValue {
  /// A Boolean value that indicates whether the value contains other values: a list or an object.
  public var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }

  /// The text of a null value, a Boolean value, a number or a string, or `nil` for a list or an
  /// object.
  public var scalarString: String? {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value): Self.text(of: value)
    case .decimal(let digits): digits
    case .string(let text): text
    case .array, .object: nil
    }
  }

  /// Returns a double in its shortest exact form, without the `.0` that Swift appends to integers.
  private static func text(of value: Double) -> String {
    if let integer = Int64(exactly: value), integer.magnitude < 1 << 53 { return String(integer) }
    return String(value)
  }
}

extension FieldValue {
  /// Creates a `double` if its shortest text equals `text`, otherwise a `decimal` with the digits
  /// of `text`.
  package init(_ number: Double, writtenAs text: String) {
    let value = FieldValue.double(number)
    // The text of a larger integer differs.
    self = number.magnitude < 0x1p60 && value.scalarString == text ? value : .decimal(text)
  }

  /// Creates a `double` if its shortest text equals some digits, otherwise a `decimal` with the
  /// digits.
  package init(digits: String) {
    guard digits.utf8.count <= 25, let value = Double(digits) else {
      self = .decimal(digits)
      return
    }
    self.init(value, writtenAs: digits)
  }
}

extension FieldValue: CustomStringConvertible {
  /// The value as compact JSON, without a line break at the end.
  public var description: String { summary(limit: .max) }

  /// Returns the value as compact JSON, truncated with `…` after about `limit` characters.
  ///
  /// - Complexity: O(`limit`), independent of the size of the value. Truncated parts are not
  ///   visited.
  public func summary(limit: Int) -> String {
    var writer = SummaryWriter(limit: max(0, limit))
    writer.write(self, depth: 0)
    return writer.text
  }
}

/// A writer of JSON that stops after a number of characters.
private struct SummaryWriter {
  /// The maximum nesting depth; deeper values are written as `…`.
  ///
  /// The limit prevents recursion from exhausting the stack.
  private static let maxDepth = 64

  private let limit: Int
  var text = ""
  private var written = 0
  private var isFull = false

  init(limit: Int) {
    self.limit = limit
  }

  private mutating func put(_ part: some StringProtocol) {
    guard !isFull else { return }
    let available = limit - written
    // A character has at least one byte, so a piece with that few bytes fits without counting.
    if part.utf8.count <= available {
      text += part
      written += part.utf8.count
    } else {
      text += part.prefix(available) + "…"
      isFull = true
    }
  }

  private mutating func put(quoted string: String) {
    put("\"")
    for scalar in string.unicodeScalars {
      if isFull { return }
      if let byte = UInt8(exactly: scalar.value), JSONEscape.isRequired(for: byte) {
        put(JSONEscape.sequence(for: byte))
      } else {
        put(String(Character(scalar)))
      }
    }
    put("\"")
  }

  mutating func write(_ value: FieldValue, depth: Int) {
    guard !isFull else { return }
    guard depth <= Self.maxDepth else {
      put("…")
      return
    }
    switch value {
    case .string(let string): put(quoted: string)
    case .array(let values):
      put("[")
      for (index, element) in values.enumerated() {
        if isFull { return }
        if index > 0 { put(", ") }
        write(element, depth: depth + 1)
      }
      put("]")
    case .object(let fields):
      put("{")
      for (index, field) in fields.enumerated() {
        if isFull { return }
        if index > 0 { put(", ") }
        put(quoted: field.name)
        put(": ")
        write(field.value, depth: depth + 1)
      }
      put("}")
    default: put(value.scalarString ?? "")
    }
  }
}

extension FieldValue {
  /// The name of the type of the value in error messages.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: localized("a Boolean")
    case .int, .double, .decimal: localized("a number")
    case .string: localized("a string")
    case .array: localized("a list")
    case .object: localized("an object")
    }
  }
}
