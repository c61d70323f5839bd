internal import MocoaLocalization
package import MocoaModel
internal import MocoaQuery
internal import MocoaSQLite

/// The rows of a table that refer to a row with one foreign key.
package struct ReferringRows: CellModel, FieldReadable, Equatable {
  /// The name of the table with the foreign key.
  package let table: String

  /// The columns of the foreign key, with their values.
  package let conditions: [FieldValue.Field]

  /// The columns to which the foreign key refers.
  private let targets: [String]

  /// The number of rows, or `nil` if counting takes too long.
  private var count: Int?

  /// The table with the foreign key, its columns, and the columns to which it refers.
  ///
  /// Several foreign keys can have the same columns.
  package var itemID: ItemID { ItemID("← \(table) \(conditions.map(\.name)) \(targets)") }

  /// Returns `true` if all properties are equal.
  package func isContentEqual(to other: any CellModel) -> Bool { other as? ReferringRows == self }

  /// The field names: `name`, with the table and the columns, and `value`, with the number of rows.
  package var fieldNames: [String] { ["name", "value"] }

  /// Returns the value of a field.
  package func field(_ name: String) -> FieldValue? {
    switch name {
    case "name": .string("← \(table).\(conditions.map(\.name).joined(separator: ", "))")
    case "value":
      .string(
        count.map { localized("\($0, one: "row", other: "rows")") } ?? localized("rows"))
    default: nil
    }
  }

  /// Returns a copy with the number of rows.
  func withCount(_ count: Int?) -> ReferringRows {
    var rows = self
    rows.count = count
    return rows
  }

  /// The text of a filter for the rows, or `nil` if a filter cannot describe a value.
  package var filter: String? {
    var text: String?
    for field in conditions {
      guard let condition = Filter.condition(field: field.name, equals: field.value) else {
        return nil
      }
      text = text.map { Filter.text($0, and: condition) ?? condition } ?? condition
    }
    return text
  }
}

extension ReferringRows {
  /// Returns the foreign keys of all tables that refer to a table, with the values of a row.
  ///
  /// A foreign key that refers to a blob or to a very large value is omitted, because the value is
  /// not known.
  ///
  /// - Parameters:
  ///   - shape: The schema of the table.
  ///   - row: The values of the row.
  static func all(
    to shape: TableSchema, _ row: [TableField], in database: SQLiteDatabase
  ) throws(SQLiteError) -> [ReferringRows] {
    let name = shape.name.foldedName
    var found: [ReferringRows] = []
    for entry in try TableEntry.all(in: database) where entry.kind == .table {
      let other = try TableSchema(entry, in: database)
      for reference in other.references where reference.table.foldedName == name {
        let targets = reference.targets.isEmpty ? shape.primary : reference.targets
        guard targets.count == reference.fields.count else { continue }
        let fields = zip(reference.fields, targets).compactMap { field, target in
          row.first { $0.name.foldedName == target.foldedName }.flatMap { value in
            value.value == .null || SQLiteStatement.isPlaceholder(value.value)
              ? nil : FieldValue.Field(name: field, value: value.value)
          }
        }
        guard fields.count == targets.count else { continue }
        found.append(ReferringRows(table: entry.name, fields, targets))
      }
    }
    return found
  }

  private init(table: String, _ conditions: [FieldValue.Field], _ targets: [String]) {
    (self.table, self.conditions, self.targets) = (table, conditions, targets)
  }

  /// Returns the number of rows.
  func count(in database: SQLiteDatabase) throws(SQLiteError) -> Int {
    let comparisons = conditions.indices.map {
      "\(TableSchema.quoted(conditions[$0].name)) = ?\($0 + 1)"
    }
    // With the limit, SQLite counts row by row, so that counting can be interrupted.
    let statement = try SQLiteStatement(
      "SELECT count(*) FROM (SELECT 1 FROM main.\(TableSchema.quoted(table))"
        + " WHERE \(comparisons.joined(separator: " AND ")) LIMIT \(Int64.max))", database.handle)
    try statement.bind(conditions.map { SQLiteValue($0.value) })
    return try statement.step() ? Int(statement.integer(0)) : 0
  }
}

extension SQLiteValue {
  /// Creates a value from the value of a field.
  fileprivate init(_ value: FieldValue) {
    switch value {
    case .int(let number): self = .integer(number)
    case .double(let number): self = .real(number)
    case .string(let text): self = .text(text)
    case .null, .bool, .decimal, .array, .object:
      self = value.scalarString.map { .text($0) } ?? .null
    }
  }
}
