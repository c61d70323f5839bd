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
    /// A value, as text; of a long one its beginning.
    case text(String)

    /// Nothing, or null.
    case missing

    /// One of the values for which there are too many groups.
    case other
  }

  /// The group as it stands for its items.
  var folded: ItemGroup { ItemGroup(field: field, value: value, count: count, isFolded: true) }

  /// The value, which tells it from the other groups of the list.
  public var itemID: ItemID { ItemID("group\u{0}\(field)\u{0}\(value)") }

  /// What is said of the value.
  public var title: String {
    switch value {
    case .text(let text): text.isEmpty ? phrase("(empty)") : text
    case .missing: phrase("(no \(field))")
    case .other: phrase("(other values)")
    }
  }

  /// The name of the field that says how many items a group has.
  public static let countField = "count"

  /// The field, and how many items have it so.
  public var fieldNames: [String] { [field, Self.countField] }

  /// The value, in English where it is a word for those that have none, and how many items have it.
  public func field(_ name: String) -> FieldValue? {
    switch name {
    case field: value == .missing ? .null : .text(Phrasebook.inEnglish { title })
    case Self.countField: .int(Int64(count))
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
