/// A table or a view of a database, by what its schema says.
struct TableShape: Sendable, Equatable {
  /// How its rows are found again.
  enum Key: Sendable, Equatable {
    /// By a number that every row has, under the name by which it can be asked for.
    case number(String)

    /// By the values of its primary key.
    case values([String])

    /// Not at all: a view, or what a module makes up. Of such the first rows are read.
    case none
  }

  /// What leads from some fields of a row to a row of another table.
  struct Reference: Sendable, Equatable {
    var table: String
    var fields: [String]

    /// The fields there; empty for its key.
    var targets: [String]
  }

  let name: String
  let key: Key
  let columns: [String]

  /// The columns of its primary key.
  let primary: [String]
  let references: [Reference]

  /// A name as it stands in a statement.
  static func quoted(_ name: String) -> String {
    name.quoted(by: "\"")
  }

  /// A list of names as it stands in a statement.
  static func quoted(_ names: [String]) -> String {
    names.map(quoted).joined(separator: ", ")
  }

  /// The columns that a row is found by.
  var keyColumns: [String] {
    switch key {
    case .number(let name): [name]
    case .values(let names): names
    case .none: []
    }
  }
}

extension String {
  /// The text between quotes, with its own quotes doubled.
  func quoted(by quote: Unicode.Scalar) -> String {
    // Not by characters: of some a quote is only a part.
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

extension TableShape {
  /// What a database has under a name; nil where there is none.
  init?(_ name: String, in database: SQLiteDatabase) throws(SQLiteError) {
    guard let entry = try TableEntry.named(name, in: database) else { return nil }
    try self.init(entry, in: database)
  }

  /// What a table or a view is.
  init(_ entry: TableEntry, in database: SQLiteDatabase) throws(SQLiteError) {
    self.name = entry.name
    let list = Self.quoted(entry.name)
    var keyed: [(place: Int64, name: String)] = []
    var mayBeNull = false
    columns = try SQLiteStatement("PRAGMA main.table_xinfo(\(list))", database.handle).all { row in
      // A hidden one is what a module takes, and no part of a row.
      guard row.integer(6) != 1, let column = row.text(1) else { return nil }
      if row.integer(5) > 0 {
        keyed.append((row.integer(5), column))
        mayBeNull = mayBeNull || row.integer(3) == 0
      }
      return column
    }
    primary = keyed.sorted { $0.place < $1.place }.map(\.name)
    switch entry.form {
    case .table where entry.hasNumbers:
      let taken = Set(columns.map(\.foldedName))
      let free = ["rowid", "_rowid_", "oid"].first { !taken.contains($0.foldedName) }
      // Rows without a key would be told apart by nothing.
      key = free.map { .number($0) } ?? (primary.isEmpty || mayBeNull ? .none : .values(primary))
    case .table: key = .values(primary)
    case .view, .module: key = .none
    }
    references = try Self.references(of: list, database)
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
