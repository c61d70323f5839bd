internal import MocoaLanguage
public import MocoaModel

/// The items that have the same in a field: what stands above them, and for them where they are folded.
///
/// As a record it has the field by its name, and `count`: a list with all groups folded is a table of
/// how often each value occurs.
public struct ItemGroup: CellModel, FieldReadable, Hashable {
  /// The name of the field.
  public let field: String

  /// What the items have in it.
  public let value: Value

  /// How many of them are shown, or would be.
  public let count: Int

  /// Whether it stands for its items.
  public let isFolded: Bool

  /// What items can have in a field.
  public enum Value: Hashable, Sendable {
    /// A value, null among them; of a long one its beginning, as a text.
    ///
    /// Numbers are one value however they are written; that of the first item counts.
    case value(FieldValue)

    /// Nothing: the items do not have the field.
    case missing

    /// One of the values for which there are too many groups.
    case other
  }

  /// The group as it stands for its items.
  var folded: ItemGroup { ItemGroup(field: field, value: value, count: count, isFolded: true) }

  /// The value, which tells it from the other groups of the list.
  public var itemID: ItemID {
    let word =
      switch value {
      case .value(.null): "null"
      case .value(let value):
        WrittenNumber.key(Self.text(of: value)).map { "number \($0.value) \($0.rest)" }
          ?? "text \(Self.text(of: value))"
      case .missing: "missing"
      case .other: "other"
      }
    return ItemID("group\u{0}\(field)\u{0}\(word)")
  }

  /// The label of the group, which no other group of the list has.
  public var title: String {
    switch value {
    case .value(.null): return phrase("(null)")
    case .value(let value):
      let text = Self.text(of: value)
      if text.isEmpty { return phrase("(empty)") }
      let labels = [
        phrase("(null)"), phrase("(empty)"), phrase("(no \(field))"), phrase("(other values)"),
      ]
      return labels.contains(text) ? "\"\(text)\"" : text
    case .missing: return phrase("(no \(field))")
    case .other: return phrase("(other values)")
    }
  }

  private static func text(of value: FieldValue) -> String {
    value.scalarText ?? String(decoding: JSONLine.bytes(of: value), as: UTF8.self)
  }

  /// The name of the field that says how many items a group has.
  public static let countField = "count"

  /// The field, if the items have it, and how many they are.
  public var fieldNames: [String] {
    value == .missing ? [Self.countField] : [field, Self.countField]
  }

  /// The value as the items have it, and how many items have it; the label, in English, for values
  /// that have no group of their own.
  public func field(_ name: String) -> FieldValue? {
    switch (name, value) {
    case (field, .value(let value)): value
    case (field, .other): .text(Phrasebook.inEnglish { title })
    case (Self.countField, _): .int(Int64(count))
    default: nil
    }
  }
}

/// Which of the groups of a list are folded.
struct Folding: Hashable, Sendable {
  /// Whether all are, but for some.
  private(set) var isAll = false
  private var others: Set<ItemID> = []

  /// All folded, or none.
  init(isAll: Bool = false) { self.isAll = isAll }

  func contains(_ group: ItemID) -> Bool { isAll != others.contains(group) }

  /// Folds a group that is not, and the other way round.
  mutating func toggle(_ group: ItemID) { others.formSymmetricDifference([group]) }
}
