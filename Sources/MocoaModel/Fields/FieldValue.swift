/// One value of a record, as data formats know it.
public enum FieldValue: Sendable, Hashable {
  /// Nothing: JSON's `null`, SQL's NULL.
  case null

  /// A truth value.
  case bool(Bool)

  /// A whole number that fits 64 bits.
  case int(Int64)

  /// A number that is stored exactly, or near enough, as a double.
  case double(Double)

  /// A number that neither `int` nor `double` holds, as its digits stand in the data, so that
  /// nothing is lost.
  case decimal(String)

  /// Text.
  case text(String)

  /// Values in order.
  case list([FieldValue])

  /// Named values in the order of the data; a name may repeat.
  case object([Field])

  /// One named value of an object.
  public struct Field: Sendable, Hashable {
    /// The name as it stands in the data.
    public var name: String

    /// What the name stands for.
    public var value: FieldValue

    /// A field from its name and value.
    public init(name: String, value: FieldValue) {
      self.name = name
      self.value = value
    }
  }
}

extension FieldValue {
  /// Whether the value holds other values.
  public var isContainer: Bool {
    switch self {
    case .list, .object: true
    default: false
    }
  }

  /// The value of a scalar as a reader would write it; nil for a list or an object.
  public var scalarText: String? {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value): Self.text(of: value)
    case .decimal(let digits): digits
    case .text(let text): text
    case .list, .object: nil
    }
  }

  /// A double in its shortest exact form, without the `.0` that Swift puts behind whole numbers.
  private static func text(of value: Double) -> String {
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return String(whole) }
    return String(value)
  }
}
