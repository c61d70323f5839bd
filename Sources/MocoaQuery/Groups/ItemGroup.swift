internal import MocoaLocalization
public import MocoaModel

/// A group of items with the same value in a field.
///
/// It is the header of these items, or a single item that represents them if the group is folded.
///
/// As a record, the group has two fields: the grouped field and `count`. A list with all groups
/// folded is a frequency table of the values.
public struct ItemGroup: CellModel, FieldReadable, Hashable {
  /// The name of the field.
  public let field: String

  /// The value of the items in the field.
  public let value: Value

  /// The number of items in the group, whether or not it is folded.
  public let count: Int

  /// A Boolean value that indicates whether the group is folded into a single item.
  public let isFolded: Bool

  /// The value of items in a field.
  public enum Value: Hashable, Sendable {
    /// A value, which may be null; a long value is represented by its truncated text.
    ///
    /// Equal numbers are one value, shown in the notation of the first item. A text counts as a
    /// number if it is the shortest form of that number, such as 7 but not 7.0.
    case value(FieldValue)

    /// No value: the items do not have the field.
    case missing

    /// Any value without its own group, because the maximum number of groups is reached.
    case other
  }

  /// The group as a single item that represents the folded items.
  var folded: ItemGroup { ItemGroup(field: field, value: value, count: count, isFolded: true) }

  /// The identity, which distinguishes the group from the other groups of the list.
  public var itemID: ItemID {
    let word =
      switch value {
      case .value(.null): "null"
      case .value(let value):
        NumberParsing.key(Self.text(of: value), isText: Self.isText(value))
          .map { "number \($0.value) \($0.remainder)" } ?? "text \(Self.text(of: value))"
      case .missing: "missing"
      case .other: "other"
      }
    return ItemID("group\u{0}\(field)\u{0}\(word)")
  }

  /// The label of the group, which differs from those of all other groups of the list.
  public var title: String {
    switch value {
    case .value(.null): return localized("(null)")
    case .value(let value):
      let text = Self.text(of: value)
      if text.isEmpty { return localized("(empty)") }
      return needsQuotes(text, isText: Self.isText(value)) ? "\"\(text)\"" : text
    case .missing: return localized("(no \(field))")
    case .other: return localized("(other values)")
    }
  }

  /// Returns `true` if the label of the value must be in quotation marks.
  ///
  /// This is the case if the text is the label of another kind of group, or if it is a string that
  /// looks like a number but does not count as one. Quotation marks around the text are ignored.
  private func needsQuotes(_ text: String, isText: Bool) -> Bool {
    let labels = [
      localized("(null)"), localized("(empty)"), localized("(no \(field))"),
      localized("(other values)"),
    ]
    var inner = text
    while true {
      if labels.contains(inner) { return true }
      let isNumber = NumberParsing.key(inner, isText: false) != nil
      if isText, isNumber, NumberParsing.key(inner, isText: true) == nil { return true }
      guard inner.utf8.count >= 2, inner.hasPrefix("\""), inner.hasSuffix("\"") else {
        return false
      }
      inner = String(inner.dropFirst().dropLast())
    }
  }

  private static func isText(_ value: FieldValue) -> Bool {
    if case .string = value { true } else { false }
  }

  private static func text(of value: FieldValue) -> String {
    value.scalarString ?? String(decoding: CompactJSON.bytes(of: value), as: UTF8.self)
  }

  /// The name of the field that contains the number of items in a group.
  public static let countField = "count"

  /// The names of the fields: the grouped field, if the items have it, and `count`.
  public var fieldNames: [String] {
    value == .missing ? [Self.countField] : [field, Self.countField]
  }

  /// Returns the value of the grouped field or of the field `count`, or `nil` if the group does not
  /// have the field.
  ///
  /// The value of the group `other` is its label in English.
  public func field(_ name: String) -> FieldValue? {
    switch (name, value) {
    case (field, .value(let value)): value
    case (field, .other): .string(MessageCatalog.withEnglish { title })
    case (Self.countField, _): .int(Int64(count))
    default: nil
    }
  }
}

/// The fold states of the groups of a list.
struct FoldState: Hashable, Sendable {
  /// A Boolean value that indicates whether groups are folded by default.
  ///
  /// The groups in `others` have the opposite state.
  private(set) var isAll = false
  private var others: Set<ItemID> = []

  /// Creates the state in which all groups are folded, or none.
  init(isAll: Bool = false) { self.isAll = isAll }

  func contains(_ group: ItemID) -> Bool { isAll != others.contains(group) }

  /// Folds a group that is not folded, or unfolds a folded group.
  mutating func toggle(_ group: ItemID) { others.formSymmetricDifference([group]) }
}
