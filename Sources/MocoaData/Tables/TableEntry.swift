public import MocoaModel
internal import MocoaSQLite

/// A table or view in the list of all tables of a database.
public struct TableEntry: CellModel, FieldReadable, Equatable {
  /// The kind of a named database object.
  public enum Kind: String, Sendable {
    case table
    case view

    /// A virtual table, whose rows an SQLite module creates, such as a full-text index.
    case module
  }

  /// The name of the table or view.
  public let name: String

  /// The kind of the object.
  public let kind: Kind

  /// A Boolean value that indicates whether each row of the table has a row ID.
  let hasNumbers: Bool

  /// The names of the columns.
  public internal(set) var columns: [String] = []

  /// The number of rows, or `nil` if the rows were not counted.
  var count: Int?

  /// The reason why the schema or the row count could not be read, or `nil` if both were read.
  public internal(set) var errorMessage: String?

  /// The number of rows after which counting stops.
  static let countLimit = 100_000

  /// The name of the table or view.
  public var itemID: ItemID { ItemID(name) }

  /// Returns `true` if all properties are equal.
  public func isContentEqual(to other: any CellModel) -> Bool { other as? TableEntry == self }

  /// The number of rows in the form that is displayed, or `nil` if the rows were not counted.
  private var rows: FieldValue? {
    count.map { $0 > Self.countLimit ? .string("over \(Self.countLimit)") : .int(Int64($0)) }
  }

  /// The field names: `name`, `kind`, `rows` if the rows were counted, and `columns`.
  public var fieldNames: [String] {
    if errorMessage != nil { return ["raw"] }
    return rows == nil ? ["name", "kind", "columns"] : ["name", "kind", "rows", "columns"]
  }

  /// Returns the value of a field.
  public func field(_ field: String) -> FieldValue? {
    switch field {
    case "name", "raw": .string(name)
    case "kind": .string(kind == .module ? "virtual table" : kind.rawValue)
    case "rows": rows
    case "columns": .string(columns.joined(separator: ", "))
    default: nil
    }
  }
}

extension TableEntry {
  /// Returns the tables and views of a database, sorted by name, without the internal tables of
  /// SQLite.
  static func all(in database: SQLiteDatabase) throws(SQLiteError) -> [TableEntry] {
    try SQLiteStatement("PRAGMA main.table_list", database.handle).all { row in
      guard let name = row.text(1), !name.foldedName.starts(with: "sqlite_".utf8) else {
        return nil
      }
      let form: Kind? =
        switch row.text(2) {
        case "table": .table
        case "view": .view
        case "virtual": .module
        default: nil
        }
      return form.map { TableEntry(name: name, kind: $0, hasNumbers: row.integer(4) == 0) }
    }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Returns the table or view with a name, or `nil` if there is none.
  ///
  /// Names are compared as SQLite compares them.
  static func named(_ name: String, in database: SQLiteDatabase) throws(SQLiteError) -> TableEntry?
  {
    let entries = try all(in: database)
    return entries.first { $0.name.utf8.elementsEqual(name.utf8) }
      ?? entries.first { $0.name.foldedName == name.foldedName }
  }

  /// Returns a copy of the entry with the column names.
  func withColumns(in database: SQLiteDatabase) throws(SQLiteError) -> TableEntry {
    try completed { (entry) throws(SQLiteError) in
      entry.columns = try TableSchema(self, in: database).columns
    }
  }

  /// A Boolean value that indicates whether the rows can be counted without computing them.
  var isCountable: Bool { kind == .table && errorMessage == nil }

  /// Returns a copy of the entry with the number of rows.
  func withCount(in database: SQLiteDatabase) throws(SQLiteError) -> TableEntry {
    let some = "SELECT 1 FROM main.\(TableSchema.quoted(name)) LIMIT \(Self.countLimit + 1)"
    return try completed { (entry) throws(SQLiteError) in
      entry.count = try database.number("SELECT count(*) FROM (\(some))").map { Int($0) }
    }
  }

  private func completed(_ change: (inout TableEntry) throws(SQLiteError) -> Void)
    throws(SQLiteError) -> TableEntry
  {
    var entry = self
    do throws(SQLiteError) {
      try change(&entry)
    } catch {
      // A view may refer to a missing table. The error must not hide the other entries.
      if error.isInterruption { throw error }
      entry.errorMessage = error.message
    }
    return entry
  }
}

extension String {
  /// The name with ASCII letters in lowercase.
  ///
  /// SQLite compares names in this form and ignores no other differences.
  var foldedName: [UInt8] {
    utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}
