public import MocoaModel
internal import MocoaSQLite

/// One row of a table or view, with the content that it had when it was read.
public struct TableRow: CellModel, FieldReadable {
  /// The identity of the row.
  ///
  /// It is the row ID, or a seeded hash of the primary key. For a view, it is a hash of all values.
  public let itemID: ItemID

  /// The key of the row in the notation of URLs, or `nil` if the row cannot be found by a key.
  public let key: [String]?

  /// The reason why the row could not be read, in one line, or `nil` if it was read.
  public let errorMessage: String?

  private let names: [String]
  private let values: [FieldValue]
  private let contentHash: UInt64

  /// The foreign keys of the table.
  private var references: [TableSchema.Reference] = []

  /// A hash of the content.
  var hash: UInt64 { contentHash }

  /// The approximate memory size in bytes.
  let size: Int

  init(
    _ itemID: ItemID, key: [String]?, names: [String], values: [FieldValue], contentHash: UInt64,
    references: [TableSchema.Reference] = []
  ) {
    self.references = references
    (self.itemID, self.key, errorMessage) = (itemID, key, nil)
    (self.names, self.values, self.contentHash) = (names, values, contentHash)
    size = values.reduce(128) { size, value in
      if case .string(let text) = value { size + 32 + text.utf8.count } else { size + 32 }
    }
  }

  /// Creates a placeholder for a row that cannot be read.
  init(_ itemID: ItemID, errorMessage: String) {
    (self.itemID, self.errorMessage) = (itemID, errorMessage)
    (key, names, values, contentHash, size) = (nil, ["raw"], [.string("")], 0, 128)
  }

  /// Returns `true` if the content hashes and the error messages are equal.
  public func isContentEqual(to other: any CellModel) -> Bool {
    guard let other = other as? TableRow else { return false }
    return other.contentHash == contentHash && other.errorMessage == errorMessage
  }

  /// The names of the columns.
  public var fieldNames: [String] { names }

  /// The values with the names of their columns.
  public var fields: [FieldValue.Field] {
    zip(names, values).map { FieldValue.Field(name: $0, value: $1) }
  }

  /// Returns the value of a column.
  ///
  /// A blob or a very large value is a text that states its size.
  public func field(_ name: String) -> FieldValue? {
    names.firstIndex { $0.utf8.elementsEqual(name.utf8) }.map { values[$0] }
  }
}

extension TableRow: FormattedItem {
  /// The foreign keys, as references.
  public var fieldFormats: [String: FieldFormat] {
    let fields = Set(references.lazy.flatMap(\.fields).map(\.foldedName))
    if fields.isEmpty { return [:] }
    let names = self.names.lazy.filter { fields.contains($0.foldedName) }
    return Dictionary(names.map { ($0, .reference) }) { first, _ in first }
  }

  /// Returns the row to which the value of a column refers, or `nil` if the column is not part of a
  /// foreign key, or if a value is null, a blob or very large.
  public func reference(ofField name: String) -> RowReference? {
    for reference in references
    where reference.fields.contains(where: { $0.foldedName == name.foldedName }) {
      let key = reference.fields.compactMap { field in
        names.firstIndex { $0.foldedName == field.foldedName }.flatMap { values[$0].keySpelling }
      }
      if key.count == reference.fields.count {
        return RowReference(table: reference.table, columns: reference.targets, key: key)
      }
    }
    return nil
  }
}

extension FieldValue {
  /// The value in the notation of keys in URLs, or `nil` if it has none.
  fileprivate var keySpelling: String? {
    switch self {
    case .int, .double, .decimal: scalarString
    case .string(let text): SQLiteStatement.isPlaceholder(self) ? nil : text.quoted(by: "'")
    case .null, .bool, .array, .object: nil
    }
  }
}

/// One value of a row, shown as an item.
public struct TableField: CellModel, FieldReadable, Equatable {
  /// The name of the column.
  public let name: String

  /// The value.
  ///
  /// A blob or a very large value is a text that states its size.
  public let value: FieldValue

  /// The row that the value refers to, or `nil` if it is not a foreign key.
  public let foreignKey: RowReference?

  /// The name of the column.
  public var itemID: ItemID { ItemID(name) }

  /// Returns `true` if all properties are equal.
  public func isContentEqual(to other: any CellModel) -> Bool { other as? TableField == self }

  /// The field names: `name`, `value`, and `refers to` if the value is a foreign key.
  public var fieldNames: [String] {
    foreignKey == nil ? ["name", "value"] : ["name", "value", "refers to"]
  }

  /// Returns the value of a field.
  public func field(_ field: String) -> FieldValue? {
    switch field {
    case "name": .string(name)
    case "value": value
    case "refers to": foreignKey.map { .string($0.table) }
    default: nil
    }
  }
}

/// The location of a row in a form that a URL can contain.
public struct RowReference: Sendable, Hashable {
  /// The name of the table.
  public var table: String

  /// The columns whose values are compared; empty for the key columns of the table.
  public var columns: [String]

  /// The values of the row in `columns`, or in its key columns, in the notation of URLs.
  public var key: [String]

  /// Creates the location of a row.
  public init(table: String, columns: [String] = [], key: [String]) {
    (self.table, self.columns, self.key) = (table, columns, key)
  }
}
