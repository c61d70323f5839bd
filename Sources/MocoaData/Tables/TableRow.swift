public import MocoaModel

/// One row of a table or a view, as it was when it was read.
public struct TableRow: CellModel, FieldReadable {
  /// Which row this is: its number, or a seeded hash of its primary key; of a view, of all of it.
  public let itemID: ItemID

  /// What its table finds it by, as it stands in a URL; nil where it cannot be found again.
  public let key: [String]?

  /// Why it could not be read, in one line; nil when it could.
  public let problem: String?

  private let names: [String]
  private let values: [FieldValue]
  private let contentHash: UInt64

  /// A hash of what is in it.
  var hash: UInt64 { contentHash }

  /// About how many bytes of memory it takes.
  let size: Int

  init(
    _ itemID: ItemID, key: [String]?, names: [String], values: [FieldValue], contentHash: UInt64
  ) {
    (self.itemID, self.key, problem) = (itemID, key, nil)
    (self.names, self.values, self.contentHash) = (names, values, contentHash)
    size = values.reduce(128) { size, value in
      if case .text(let text) = value { size + 32 + text.utf8.count } else { size + 32 }
    }
  }

  /// A row that cannot be read now.
  init(_ itemID: ItemID, problem: String) {
    (self.itemID, self.problem) = (itemID, problem)
    (key, names, values, contentHash, size) = (nil, ["raw"], [.text("")], 0, 128)
  }

  /// Whether the content is the same, by its hash.
  public func isContentEqual(to other: any CellModel) -> Bool {
    guard let other = other as? TableRow else { return false }
    return other.contentHash == contentHash && other.problem == problem
  }

  /// The names of the columns.
  public var fieldNames: [String] { names }

  /// The cells with the names of their columns.
  public var fields: [FieldValue.Field] {
    zip(names, values).map { FieldValue.Field(name: $0, value: $1) }
  }

  /// The value of a cell; bytes, and what is very large, as a text that says how much it is.
  public func field(_ name: String) -> FieldValue? {
    names.firstIndex { $0.utf8.elementsEqual(name.utf8) }.map { values[$0] }
  }
}

/// One cell of a row that is shown by itself.
public struct TableField: CellModel, FieldReadable, Equatable {
  /// The name of the column.
  public let name: String

  /// What is in it; bytes, and what is very large, as a text that says how much it is.
  public let value: FieldValue

  /// The row that it refers to; nil where it refers to none.
  public let target: RowPlace?

  /// The name.
  public var itemID: ItemID { ItemID(name) }

  /// Whether all of it is the same.
  public func isContentEqual(to other: any CellModel) -> Bool { other as? TableField == self }

  /// `name` and `value`, and what it refers to.
  public var fieldNames: [String] {
    target == nil ? ["name", "value"] : ["name", "value", "refers to"]
  }

  /// The value of a field.
  public func field(_ field: String) -> FieldValue? {
    switch field {
    case "name": .text(name)
    case "value": value
    case "refers to": target.map { .text($0.table) }
    default: nil
    }
  }
}

/// Where a row is, as a URL can say it.
public struct RowPlace: Sendable, Hashable {
  /// The table.
  public var table: String

  /// The columns that are compared; empty for what the table finds its rows by.
  public var columns: [String]

  /// What they have to be.
  public var key: [String]

  /// The place of a row.
  public init(table: String, columns: [String] = [], key: [String]) {
    (self.table, self.columns, self.key) = (table, columns, key)
  }
}
