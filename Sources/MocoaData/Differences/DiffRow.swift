package import MocoaModel
internal import MocoaQuery
internal import MocoaLocalization

/// An item of two lists, or of one of them, in the list of their differences.
///
/// Its fields are those of the new item, or those of a deleted item.
package struct DiffRow: ComparedItem, ExportableItem {
  package let itemID: ItemID
  package let difference: ItemDifference

  /// A Boolean value that indicates whether the item has moved, and may also have changed.
  package let isMoved: Bool

  /// A Boolean value that indicates whether the row is a section, not an item.
  package let isSection: Bool
  package let numbers: (old: Int?, new: Int?)
  package let formerItem: (any CellModel)?
  private let newItem: (any CellModel)?

  init(
    itemID: ItemID, difference: ItemDifference, isMoved: Bool, isSection: Bool = false,
    old: (any CellModel)?, _ new: (any CellModel)?, numbers: (old: Int?, new: Int?)
  ) {
    (self.itemID, self.difference, self.numbers) = (itemID, difference, numbers)
    (self.isMoved, self.isSection) = (isMoved, isSection)
    (formerItem, newItem) = (old, new)
  }

  /// The item whose fields are shown.
  package var shownItem: (any CellModel)? { newItem ?? formerItem }

  private var record: (any FieldReadable)? { shownItem as? any FieldReadable }
  private var exportable: (any ExportableItem)? { shownItem as? any ExportableItem }

  package func isContentEqual(to other: any CellModel) -> Bool {
    guard let other = other as? DiffRow, difference == other.difference,
      numbers == other.numbers
    else { return false }
    func areEqual(_ first: (any CellModel)?, _ second: (any CellModel)?) -> Bool {
      guard let first, let second else { return first == nil && second == nil }
      return first.isContentEqual(to: second)
    }
    return areEqual(formerItem, other.formerItem) && areEqual(newItem, other.newItem)
  }

  package var fieldNames: [String] { record?.fieldNames ?? [] }
  package var fields: [FieldValue.Field] { record?.fields ?? [] }
  package var errorMessage: String? { record?.errorMessage }
  package var warningMessage: String? { record?.warningMessage }
  package func field(_ name: String) -> FieldValue? { record?.field(name) }

  package var allFields: [FieldValue.Field] { Self.allFields(of: shownItem) }
  package var jsonLine: [UInt8] { Self.json(of: shownItem) }
  package var sourceLine: [UInt8] { exportable?.sourceLine ?? jsonLine }
  package var columnNames: [String]? { exportable?.columnNames }
  package var distinguishesEmptyText: Bool { exportable?.distinguishesEmptyText ?? true }
  package var isMember: Bool { exportable?.isMember ?? false }
  package var isLost: Bool { exportable?.isLost ?? false }
  package var invalidName: String? { exportable?.invalidName }

  package func firstFields(
    upTo limit: Int
  ) -> (fields: [FieldValue.Field], areAll: Bool)? { exportable?.firstFields(upTo: limit) }

  package func hasLoadedFields(readsAll: Bool) -> Bool {
    exportable?.hasLoadedFields(readsAll: readsAll) ?? true
  }

  package func cells(ofColumns names: some Sequence<String>) -> [FieldValue?]? {
    exportable?.cells(ofColumns: names)
  }

  package func exactText(at path: String) -> [UInt8]? { exportable?.exactText(at: path) }

  /// The old and the new item as JSON on one line, or `nil` if the list does not have the item.
  package var jsonLines: (old: [UInt8]?, new: [UInt8]?) {
    (formerItem.map { Self.json(of: $0) }, newItem.map { Self.json(of: $0) })
  }

  private static func json(of item: (any CellModel)?) -> [UInt8] {
    (item as? any ExportableItem)?.jsonLine ?? CompactJSON.bytes(of: allFields(of: item))
  }

  private static func allFields(of item: (any CellModel)?) -> [FieldValue.Field] {
    (item as? any ExportableItem)?.allFields ?? (item as? any FieldReadable)?.fields ?? []
  }
}

extension DiffRow {
  /// The maximum number of characters of a value in a row on the screen.
  private static let shownLength = 200

  /// Returns the text that identifies the row: the value of a field, or the number of the item.
  package func key(_ field: String?) -> String {
    let value = field.flatMap { name in
      self.field(name)
        ?? (shownItem as? Record)?.truncatedText.flatMap { _ in
          allFields.first { $0.name == name }?.value
        }
    }
    if let value { return value.scalarString ?? value.description }
    return "\(numbers.new ?? numbers.old ?? 0)"
  }

  /// The difference in words: the changed fields with their values, the values of a new or deleted
  /// item, or the numbers of a moved item.
  ///
  /// - Parameters:
  ///   - key: The field that identifies the row, which is omitted, or `nil`.
  ///   - isComplete: A Boolean value that indicates whether all values are included in full, even
  ///     if they must be read again.
  package func text(without key: String?, isComplete: Bool) -> String {
    func fields(of item: (any CellModel)?) -> [FieldValue.Field] {
      isComplete ? Self.allFields(of: item) : (item as? any FieldReadable)?.fields ?? []
    }
    func text(of value: FieldValue) -> String {
      isComplete ? value.description : value.summary(limit: Self.shownLength)
    }
    switch difference {
    case .equal: return ""
    case .moved: return movement
    case .inserted, .deleted:
      let rest = fields(of: shownItem).filter { $0.name != key }
      if rest.count == 1, rest[0].name == "value" { return text(of: rest[0].value) }
      return text(of: .object(rest))
    case .changed:
      let changed = FieldDifference.all(from: fields(of: formerItem), to: fields(of: newItem))
      var parts = changed.map { field in
        let values = [field.old.map(text) ?? "", "→", field.new.map(text) ?? ""]
        return "\(field.name): \(values.filter { !$0.isEmpty }.joined(separator: " "))"
      }
      if parts.isEmpty {
        parts.append(isComplete ? localized("same values, other notation") : localized("changed"))
      }
      if isMoved { parts.append(movement) }
      return parts.joined(separator: ", ")
    }
  }

  /// The numbers of a moved item in the old and in the new list.
  package var movement: String {
    let (old, new) = (numbers.old ?? 0, numbers.new ?? 0)
    return isSection
      ? localized("section \(old) → \(new)") : localized("row \(old) → \(new)")
  }
}

/// The rows of a comparison, each of which is created when it is displayed.
final class DiffChunk: ElementChunk {
  private let comparison: ListComparison
  private let entries: [ListComparison.Entry]

  init(_ comparison: ListComparison, _ entries: [ListComparison.Entry]) {
    (self.comparison, self.entries) = (comparison, entries)
  }

  var count: Int { entries.count }

  func id(at index: Int) -> ItemID { comparison.itemID(of: entries[index]) }

  func element(at index: Int) -> any CellModel { comparison.row(entries[index]) }

  func contentHash(at index: Int) -> UInt64? { nil }
}
