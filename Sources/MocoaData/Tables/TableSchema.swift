internal import MocoaSQLite

/// The schema of a table or view.
struct TableSchema: Sendable, Equatable {
  /// The key with which a row can be found again.
  enum Key: Sendable, Equatable {
    /// The row ID of the table.
    ///
    /// The associated name selects the row ID in SQL statements: `rowid`, `_rowid_` or `oid`. No
    /// column of the table has this name.
    case number(String)

    /// The values of the primary key, with the associated column names.
    case values([String])

    /// No key, as in a view or a virtual table.
    ///
    /// Only the first rows are read.
    case none
  }

  /// A foreign key.
  struct Reference: Sendable, Equatable {
    var table: String
    var fields: [String]

    /// The columns that the foreign key refers to; empty for the primary key of the other table.
    var targets: [String]
  }

  let name: String
  let key: Key
  let columns: [String]

  /// The columns of the primary key, in key order.
  let primary: [String]
  let references: [Reference]

  /// Returns a name as an SQL identifier.
  static func quoted(_ name: String) -> String {
    name.quoted(by: "\"")
  }

  /// Returns names as a comma-separated list of SQL identifiers.
  static func quoted(_ names: [String]) -> String {
    names.map(quoted).joined(separator: ", ")
  }

  /// The columns whose values identify a row.
  var keyColumns: [String] {
    switch key {
    case .number(let name): [name]
    case .values(let names): names
    case .none: []
    }
  }
}

extension String {
  /// Returns the text in quotes, with contained quotes doubled.
  func quoted(by quote: Unicode.Scalar) -> String {
    // Uses scalars because a quote may be part of a larger character.
    var text = String.UnicodeScalarView()
    text.append(quote)
    for scalar in unicodeScalars {
      text.append(scalar)
      if scalar == quote { text.append(quote) }
    }
    text.append(quote)
    return String(text)
  }
}

extension TableSchema {
  /// Creates the schema of the table or view with a name, or returns `nil` if it does not exist.
  init?(_ name: String, in database: SQLiteDatabase) throws(SQLiteError) {
    guard let entry = try TableEntry.named(name, in: database) else { return nil }
    try self.init(entry, in: database)
  }

  /// Creates the schema of a table or view.
  init(_ entry: TableEntry, in database: SQLiteDatabase) throws(SQLiteError) {
    self.name = entry.name
    let list = Self.quoted(entry.name)
    var keyed: [(rank: Int64, name: String)] = []
    var mayBeNull = false
    columns = try SQLiteStatement("PRAGMA main.table_xinfo(\(list))", database.handle).all { row in
      // Hidden columns are arguments of a virtual table module and not part of a row.
      guard row.integer(6) != 1, let column = row.text(1) else { return nil }
      if row.integer(5) > 0 {
        keyed.append((row.integer(5), column))
        mayBeNull = mayBeNull || row.integer(3) == 0
      }
      return column
    }
    primary = keyed.sorted { $0.rank < $1.rank }.map(\.name)
    switch entry.kind {
    case .table where entry.hasNumbers:
      let used = Set(columns.map(\.foldedName))
      let free = ["rowid", "_rowid_", "oid"].first { !used.contains($0.foldedName) }
      // Rows without a key could not be told apart.
      key = free.map { .number($0) } ?? (primary.isEmpty || mayBeNull ? .none : .values(primary))
    case .table: key = .values(primary)
    case .view, .module: key = .none
    }
    references = try Self.references(of: list, database)
  }

  /// Returns the schema without foreign keys that refer to missing tables or columns, and with the
  /// columns that the other foreign keys refer to.
  func resolved(in database: SQLiteDatabase) throws(SQLiteError) -> TableSchema {
    if references.isEmpty { return self }
    var known: [[UInt8]: TableSchema] = [:]
    for entry in try TableEntry.all(in: database) where entry.kind == .table {
      let name = entry.name.foldedName
      guard references.contains(where: { $0.table.foldedName == name }) else { continue }
      known[name] = try TableSchema(entry, in: database)
    }
    let resolved = references.compactMap { reference -> Reference? in
      guard let target = known[reference.table.foldedName] else { return nil }
      var reference = reference
      if reference.targets.isEmpty { reference.targets = target.primary }
      let columns = Set(target.columns.map(\.foldedName))
      return reference.targets.count == reference.fields.count
        && reference.targets.allSatisfy { columns.contains($0.foldedName) } ? reference : nil
    }
    return TableSchema(
      name: name, key: key, columns: columns, primary: primary, references: resolved)
  }

  private static func references(of list: String, _ database: SQLiteDatabase)
    throws(SQLiteError) -> [Reference]
  {
    var found: [Int64: Reference] = [:]
    let sql = "PRAGMA main.foreign_key_list(\(list))"
    let parts = try SQLiteStatement(sql, database.handle).all { row in
      (number: row.integer(0), table: row.text(2) ?? "", from: row.text(3), to: row.text(4))
    }
    for part in parts {
      guard let field = part.from else { continue }
      var reference =
        found[part.number] ?? Reference(table: part.table, fields: [], targets: [])
      reference.fields.append(field)
      if let target = part.to { reference.targets.append(target) }
      found[part.number] = reference
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }
}
