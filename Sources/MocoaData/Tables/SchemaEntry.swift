package import MocoaModel
internal import MocoaQuery
internal import MocoaSQLite

/// A column, an index or a trigger of a table.
package struct SchemaEntry: CellModel, FieldReadable, Equatable {
  /// The name of the column, the index or the trigger.
  package let name: String

  /// The declared type of the column, or the kind of another object.
  let type: String

  /// The role in keys, such as `PK` and `FK → Album.AlbumId`, or the columns of an index.
  let key: String

  /// A Boolean value that indicates whether a column may be null, or `nil` for another object.
  let isNullable: Bool?

  /// The default value of a column as an SQL expression, or `nil`.
  let defaultValue: String?

  /// The statement that creates the table or the object, or `nil` if there is none.
  let sql: String?

  /// The tables that the column refers to.
  package var targets: [String] = []

  /// The kind and the name, because an index may have the name of a column.
  package var itemID: ItemID {
    ItemID(isNullable == nil ? "\(type) \(name)" : "column \(name)")
  }

  /// Returns `true` if all properties are equal.
  package func isContentEqual(to other: any CellModel) -> Bool { other as? SchemaEntry == self }

  private static let columns = ["name", "type", "key", "null", "default"]

  /// The field names: the columns of the list, and `sql`.
  package var fieldNames: [String] { Self.columns + ["sql"] }

  /// The fields, with empty text for missing values.
  package var fields: [FieldValue.Field] {
    fieldNames.map { .init(name: $0, value: field($0) ?? .string("")) }
  }

  /// Returns the value of a field.
  package func field(_ name: String) -> FieldValue? {
    func text(_ text: String?) -> FieldValue? {
      text.flatMap { $0.isEmpty ? nil : .string($0) }
    }
    return switch name {
    case "name": .string(self.name)
    case "type": text(type)
    case "key": text(key)
    case "null": isNullable.map { .string($0 ? "yes" : "no") }
    case "default": text(defaultValue)
    case "sql": text(sql)
    default: nil
    }
  }
}

extension SchemaEntry: FormattedItem {
  package var fieldFormats: [String: FieldFormat] { ["key": .reference] }
  package var hasFixedColumns: Bool { true }
}

extension SchemaEntry: ExportableItem {
  package var columnNames: [String]? { Self.columns }

  package var distinguishesEmptyText: Bool { false }
}

extension SchemaEntry {
  /// Returns the columns, the indexes and the triggers of a table or view.
  static func all(of shape: TableSchema, in database: SQLiteDatabase) throws(SQLiteError)
    -> [SchemaEntry]
  {
    let list = TableSchema.quoted(shape.name)
    let create = try statements(of: shape.name, in: database)
    let sql = create.first { ["table", "view"].contains($0.type) }?.sql
    let columns = try SQLiteStatement("PRAGMA main.table_xinfo(\(list))", database.handle).all {
      row -> SchemaEntry? in
      guard row.integer(6) != 1, let name = row.text(1) else { return nil }
      let references = shape.references.filter { reference in
        reference.fields.contains { $0.foldedName == name.foldedName }
      }
      var keys = row.integer(5) > 0 ? ["PK"] : []
      keys += references.map { $0.text(ofField: name) }
      let isGenerated = row.integer(6) > 1
      return SchemaEntry(
        name: name,
        type: [row.text(2) ?? "", isGenerated ? "generated" : ""].filter { !$0.isEmpty }
          .joined(separator: " "),
        key: keys.joined(separator: ", "), isNullable: row.integer(3) == 0,
        defaultValue: row.text(4), sql: sql, targets: references.map(\.table))
    }
    let lists = try SQLiteStatement("PRAGMA main.index_list(\(list))", database.handle).all {
      row in row.text(1).map { (name: $0, isUnique: row.integer(2) != 0) }
    }
    var others: [SchemaEntry] = []
    for index in lists {
      let pragma = "PRAGMA main.index_xinfo(\(TableSchema.quoted(index.name)))"
      let keys = try SQLiteStatement(pragma, database.handle).all { row -> String? in
        // Auxiliary columns lead to the row. An expression has no name.
        guard row.integer(5) != 0 else { return nil }
        return (row.text(2) ?? "(expression)") + (row.integer(3) != 0 ? " DESC" : "")
      }
      others.append(
        SchemaEntry(
          name: index.name, type: index.isUnique ? "unique index" : "index",
          key: keys.joined(separator: ", "), isNullable: nil, defaultValue: nil,
          sql: create.first { $0.type == "index" && $0.name == index.name }?.sql))
    }
    for trigger in create where trigger.type == "trigger" {
      others.append(
        SchemaEntry(
          name: trigger.name, type: "trigger", key: "", isNullable: nil, defaultValue: nil,
          sql: trigger.sql))
    }
    return columns + others
  }

  /// Returns the statements that create a table and its indexes and triggers.
  private static func statements(of table: String, in database: SQLiteDatabase)
    throws(SQLiteError) -> [(type: String, name: String, sql: String?)]
  {
    let statement = try SQLiteStatement(
      "SELECT type, name, sql FROM main.sqlite_schema WHERE tbl_name = ?1 COLLATE NOCASE"
        + " ORDER BY name", database.handle)
    try statement.bind([.text(table)])
    return try statement.all { row in (row.text(0) ?? "", row.text(1) ?? "", row.text(2)) }
  }
}

extension TableSchema.Reference {
  /// The reference of one of its fields in words, such as `FK → Album.AlbumId`.
  fileprivate func text(ofField field: String) -> String {
    let index = fields.firstIndex { $0.foldedName == field.foldedName }
    let target = index.flatMap { targets.indices.contains($0) ? targets[$0] : nil }
    return "FK → " + table + (target.map { "." + $0 } ?? "")
  }
}
