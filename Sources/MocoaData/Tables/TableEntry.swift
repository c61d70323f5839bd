public import MocoaModel
internal import MocoaQuery
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

  /// The size of the rows and the indexes in bytes, or `nil` if it is unknown.
  var size: Int?

  /// The number of rows as a share of that of the largest table, from 0 to 1, or `nil`.
  var share: Double?

  /// The tables to which foreign keys of this table refer.
  var references: [String] = []

  /// The tables whose foreign keys refer to this table.
  var referrers: [String] = []

  /// A Boolean value that indicates whether the list has tables, views and virtual tables, so that
  /// it shows their kinds.
  var showsKind = false

  /// The reason why the schema or the row count could not be read, or `nil` if both were read.
  public internal(set) var errorMessage: String?

  /// The name of the table or view.
  public var itemID: ItemID { ItemID(name) }

  /// Returns `true` if all properties are equal.
  public func isContentEqual(to other: any CellModel) -> Bool { other as? TableEntry == self }

  /// The field names: `table`, `kind` if the list has several kinds, `rows`, `columns`, `size`,
  /// `share` and `refers to`.
  public var fieldNames: [String] { errorMessage == nil ? columnFields : ["raw"] }

  private var columnFields: [String] {
    showsKind
      ? ["table", "kind", "rows", "columns", "size", "share", "refers to"]
      : ["table", "rows", "columns", "size", "share", "refers to"]
  }

  /// The fields, with empty text for missing values.
  public var fields: [FieldValue.Field] {
    fieldNames.map { .init(name: $0, value: field($0) ?? .string("")) }
  }

  /// Returns the value of a field.
  public func field(_ field: String) -> FieldValue? {
    switch field {
    case "table", "raw": .string(name)
    case "kind": .string(kind == .module ? "virtual table" : kind.rawValue)
    case "rows": count.map { .int(Int64($0)) }
    case "columns": .int(Int64(columns.count))
    case "size": size.map { .int(Int64($0)) }
    case "share": share.map { .double($0) }
    case "refers to":
      references.isEmpty && referrers.isEmpty
        ? nil
        : .string(
          references.isEmpty
            ? "← " + referrers.joined(separator: ", ") : "→ " + references.joined(separator: ", "))
    default: nil
    }
  }
}

extension TableEntry: FormattedItem {
  /// The formats of the size, the share and the references.
  public var fieldFormats: [String: FieldFormat] {
    ["size": .byteCount, "share": .share, "refers to": .reference]
  }

  /// `true`, because sizes and counts may arrive later than the tables.
  public var hasFixedColumns: Bool { true }

  /// A Boolean value that indicates whether the table has no rows.
  public var isSecondary: Bool { count == 0 }
}

extension TableEntry: ExportableItem {
  package var columnNames: [String]? { errorMessage == nil ? columnFields : nil }

  package var distinguishesEmptyText: Bool { false }

  package var jsonLine: [UInt8] { CompactJSON.bytes(of: fields.filter { $0.value != .string("") }) }
}

extension TableEntry {
  /// Returns the tables and views of a database, sorted by name, without the internal tables of
  /// SQLite.
  static func all(in database: SQLiteDatabase) throws(SQLiteError) -> [TableEntry] {
    var entries = try SQLiteStatement("PRAGMA main.table_list", database.handle).all {
      row -> TableEntry? in
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
    if entries.contains(where: { $0.kind != .table }) {
      for index in entries.indices { entries[index].showsKind = true }
    }
    return entries
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

  /// Returns a copy of the entry with the column names and the tables that it refers to.
  func withColumns(in database: SQLiteDatabase) throws(SQLiteError) -> TableEntry {
    try completed { (entry) throws(SQLiteError) in
      let shape = try TableSchema(self, in: database)
      entry.columns = shape.columns
      // SQLite lists the last foreign key first.
      entry.references = shape.references.reversed().reduce(into: []) { names, reference in
        if !names.contains(reference.table) { names.append(reference.table) }
      }
    }
  }

  /// A Boolean value that indicates whether the rows can be counted without computing them.
  var isCountable: Bool { kind == .table && errorMessage == nil }

  /// Returns a copy of the entry with the number of rows.
  func withCount(in database: SQLiteDatabase) throws(SQLiteError) -> TableEntry {
    // With the limit, SQLite counts row by row, so that counting can be interrupted.
    let rows = "SELECT 1 FROM main.\(TableSchema.quoted(name)) LIMIT \(Int64.max)"
    return try completed { (entry) throws(SQLiteError) in
      entry.count = try database.number("SELECT count(*) FROM (\(rows))").map { Int($0) }
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

  /// Returns the sizes of tables with their indexes in bytes, by the names of the tables.
  ///
  /// - Throws: ``SQLiteError`` if SQLite has no table of sizes.
  /// - Complexity: O(pages of the file).
  static func sizes(in database: SQLiteDatabase) throws(SQLiteError) -> [String: Int] {
    let sizes = try SQLiteStatement(
      """
      SELECT tbl_name, sum(pgsize) FROM dbstat JOIN main.sqlite_schema USING (name)
      GROUP BY tbl_name
      """, database.handle
    ).all { row in row.text(0).map { ($0, Int(row.integer(1))) } }
    return Dictionary(sizes) { $0 + $1 }
  }

  /// Sets the shares of the largest number of rows, and the tables that refer to each entry.
  static func relate(_ entries: inout [TableEntry]) {
    let most = entries.lazy.compactMap(\.count).max() ?? 0
    var referrers: [[UInt8]: [String]] = [:]
    for entry in entries {
      for name in Set(entry.references.map(\.foldedName)) where name != entry.name.foldedName {
        referrers[name, default: []].append(entry.name)
      }
    }
    for index in entries.indices {
      entries[index].share =
        most > 0
        ? entries[index].count.map { (Double($0) / Double(most) * 10_000).rounded() / 10_000 } : nil
      entries[index].referrers = referrers[entries[index].name.foldedName] ?? []
    }
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
