/// A value in a record of any data format.
public enum FieldValue: Sendable, Hashable {
  /// The null value: `null` in JSON, NULL in SQL.
  case null

  /// A Boolean value.
  case bool(Bool)

  /// An integer that fits into 64 bits.
  case int(Int64)

  /// A number that is not an `int` and whose digits in the data a double reproduces.
  case double(Double)

  /// A number that neither `int` nor `double` can represent, with the digits that it has in the
  /// data.
  case decimal(String)

  /// A text.
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
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return String(whole) }
    return String(value)
  }
}
