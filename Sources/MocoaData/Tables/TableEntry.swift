public import MocoaModel

/// A table or a view, as a line of the list of all in a database.
public struct TableEntry: CellModel, FieldReadable, Equatable {
  /// What a name in a database stands for.
  public enum Form: String, Sendable {
    case table
    case view

    /// A table whose rows are made by a module of SQLite, as that of a full-text index.
    case module
  }

  /// Its name.
  public let name: String

  /// What it is.
  public let form: Form

  /// Whether each row has a number of its own.
  let hasNumbers: Bool

  /// The names of its columns.
  public internal(set) var columns: [String] = []

  /// How many rows there are; nil where that is not known.
  var count: Int?

  /// Why nothing more is known of it.
  public internal(set) var problem: String?

  /// More rows are not counted only to say how many there are.
  static let countLimit = 100_000

  /// The name.
  public var itemID: ItemID { ItemID(name) }

  /// Whether all of it is the same.
  public func isContentEqual(to other: any CellModel) -> Bool { other as? TableEntry == self }

  /// How many rows there are, as far as they were counted.
  private var rows: FieldValue? {
    count.map { $0 > Self.countLimit ? .text("over \(Self.countLimit)") : .int(Int64($0)) }
  }

  /// `name`, `kind`, `rows` where they were counted, and `columns`.
  public var fieldNames: [String] {
    if problem != nil { return ["raw"] }
    return rows == nil ? ["name", "kind", "columns"] : ["name", "kind", "rows", "columns"]
  }

  /// The value of a field.
  public func field(_ field: String) -> FieldValue? {
    switch field {
    case "name", "raw": .text(name)
    case "kind": .text(form == .module ? "virtual table" : form.rawValue)
    case "rows": rows
    case "columns": .text(columns.joined(separator: ", "))
    default: nil
    }
  }
}

extension TableEntry {
  /// What there is in a database, without what SQLite keeps for itself.
  static func all(in database: SQLiteDatabase) throws(SQLiteError) -> [TableEntry] {
    try SQLiteStatement("PRAGMA main.table_list", database.handle).all { row in
      guard let name = row.text(1), !name.foldedName.starts(with: "sqlite_".utf8) else {
        return nil
      }
      let form: Form? =
        switch row.text(2) {
        case "table": .table
        case "view": .view
        case "virtual": .module
        default: nil
        }
      return form.map { TableEntry(name: name, form: $0, hasNumbers: row.integer(4) == 0) }
    }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The one of a name, as SQLite finds it.
  static func named(_ name: String, in database: SQLiteDatabase) throws(SQLiteError) -> TableEntry?
  {
    let entries = try all(in: database)
    return entries.first { $0.name.utf8.elementsEqual(name.utf8) }
      ?? entries.first { $0.name.foldedName == name.foldedName }
  }

  /// The same with its columns.
  func withColumns(in database: SQLiteDatabase) throws(SQLiteError) -> TableEntry {
    try completed { (entry) throws(SQLiteError) in
      entry.columns = try TableShape(self, in: database).columns
    }
  }

  /// Whether its rows can be counted without making them.
  var isCountable: Bool { form == .table && problem == nil }

  /// The same with how many rows there are.
  func withCount(in database: SQLiteDatabase) throws(SQLiteError) -> TableEntry {
    let some = "SELECT 1 FROM main.\(TableShape.quoted(name)) LIMIT \(Self.countLimit + 1)"
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
      // A view may name what is not there any more; the others are there all the same.
      if error.isInterruption { throw error }
      entry.problem = error.message
    }
    return entry
  }
}

extension String {
  /// A name in a database as names are compared there: only the letters of ASCII have two cases, and
  /// nothing else that is written in two ways is the same.
  var foldedName: [UInt8] {
    utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}
