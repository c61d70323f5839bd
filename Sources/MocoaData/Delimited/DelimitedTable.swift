internal import CSimdjson
internal import MocoaLocalization
internal import MocoaModel

/// The properties that all rows of a delimited text share: the dialect and the column names.
final class DelimitedTable: Sendable {
  /// The maximum length in bytes of a row of column names.
  ///
  /// Unlike values, names are retained in memory.
  static let firstRowLimit = 1 << 20

  /// The byte between the values of a row.
  let delimiter: UInt8

  /// The byte at the end of rows.
  let rowEnd: UInt8

  /// The unique names of the columns.
  ///
  /// Values after the last column are named by their column number.
  let names: [String]

  /// The index of the column that identifies a row, or `nil` if no column does.
  private let idColumn: Int?

  /// The index of the column with each name.
  ///
  /// Without it, a lookup would search thousands of names.
  private let columnIndexes: [String: Int]

  /// A hash of the delimiter and the column names.
  ///
  /// Content hashes of rows include it, because a row has another meaning if the names change.
  private let salt: UInt64
  private let isByPosition: Bool

  /// Creates a table from its first row.
  ///
  /// A column without a name is named by its number, and so are all columns if the dialect has no
  /// header. A repeated name is followed by a number.
  ///
  /// - Parameters:
  ///   - first: The first row, without its line end.
  ///   - dialect: The notation of the text.
  ///   - options: The options of the source.
  init(_ first: UnsafeRawBufferPointer, _ dialect: DelimitedDialect, _ options: RecordOptions) {
    (delimiter, rowEnd) = (dialect.delimiter, dialect.rowEnd)
    let cells = RowCells(first, dialect.delimiter)
    let names = Self.unique(
      dialect.hasHeader ? cells.map { $0.name(in: first) } : cells.map { _ in "" })
    self.names = names
    let id = options.idField ?? "id"
    idColumn = names.firstIndex { $0.utf8.elementsEqual(id.utf8) }
    var salt = Hasher()
    salt.combine(delimiter)
    salt.combine(names)
    self.salt = UInt64(bitPattern: Int64(salt.finalize()))
    isByPosition = options.idField == "#"
    columnIndexes = Dictionary(
      zip(names, names.indices), uniquingKeysWith: { first, _ in first })
  }

  private static func unique(_ names: [String]) -> [String] {
    var usedNames = Set(names)
    var counts = ["": 0]
    return names.enumerated().map { index, name in
      guard let count = counts[name] else {
        counts[name] = 1
        return name
      }
      let stem = name.isEmpty ? "\(index + 1)" : name
      if name.isEmpty, usedNames.insert(stem).inserted { return stem }
      var number = max(2, count + 1)
      while !usedNames.insert("\(stem) \(number)").inserted { number += 1 }
      if !name.isEmpty { counts[name] = number }
      return "\(stem) \(number)"
    }
  }

  /// Returns the name of a column.
  ///
  /// If a row has more values than the table has columns, the additional columns are named by their
  /// number.
  func name(ofColumn column: Int) -> String {
    if column < names.count { return names[column] }
    let number = "\(column + 1)"
    if columnIndexes[number] == nil { return number }
    var count = 2
    while columnIndexes["\(number) \(count)"] != nil { count += 1 }
    return "\(number) \(count)"
  }

  /// Returns the index of the column with a name, or `nil` if no column has it.
  ///
  /// Additional columns, which only rows with too many values have, are not found.
  func column(named name: String) -> Int? {
    // Equal strings may differ in their bytes, and then are different names.
    columnIndexes[name].flatMap { names[$0].utf8.elementsEqual(name.utf8) ? $0 : nil }
  }

  // MARK: - Entries

  /// Returns the index entry of a row.
  ///
  /// - Parameters:
  ///   - row: The row without its line end.
  ///   - offset: The offset of the row in the input.
  ///   - position: The index of the row.
  func entry(for row: UnsafeRawBufferPointer, offset: Int, position: Int)
    -> LineIndexer.Entry
  {
    guard !isByPosition, let idColumn, let cell = cell(idColumn, of: row),
      !cell.inner.isEmpty || cell.isEscaped
    else { return entry(row, id: nil, offset, position) }
    if cell.isEscaped {
      return cell.content(in: row).withUnsafeBytes { entry(row, id: $0, offset, position) }
    }
    return entry(
      row, id: UnsafeRawBufferPointer(rebasing: row[cell.inner]), offset, position)
  }

  /// Returns the index entry of a row that exceeds the size limit.
  ///
  /// The hashes cover the beginning of the row and its length. If the beginning contains the
  /// identifying value, the identity is that value.
  func entry(forLong head: UnsafeRawBufferPointer, length: Int, offset: Int, position: Int)
    -> LineIndexer.Entry
  {
    let head = UnsafeRawBufferPointer(rebasing: head.prefix(LineIndexer.headSize))
    // A cell at the end of the beginning may be incomplete.
    let cell = idColumn.flatMap { self.cell($0, of: head) }
      .flatMap { $0.range.upperBound < head.count ? $0 : nil }
    let id = cell?.content(in: head) ?? []
    let key = Array(head) + Array(String(length).utf8)
    return key.withUnsafeBytes { key in
      id.withUnsafeBytes { id in
        entry(key, id: id.isEmpty ? nil : id, offset, position)
      }
    }
  }

  private func cell(_ column: Int, of row: UnsafeRawBufferPointer) -> RowCells.Cell? {
    var cells = RowCells(row, delimiter)
    for _ in 0..<column { if cells.next() == nil { return nil } }
    return cells.next()
  }

  private func entry(
    _ row: UnsafeRawBufferPointer, id: UnsafeRawBufferPointer?, _ offset: Int, _ position: Int
  ) -> LineIndexer.Entry {
    var rule = mocoa_row_rule(
      seed: RecordLoader.seed, salt: salt, by_position: isByPosition ? 1 : 0)
    return LineIndexer.Entry(
      mocoa_index_row(
        &rule, row.bytePointer, row.count, id?.bytePointer, id?.count ?? 0, UInt64(offset),
        UInt64(position)))
  }
}

extension DelimitedTable: Equatable {
  /// Returns `true` if both tables have the same delimiter and the same column names.
  static func == (one: DelimitedTable, other: DelimitedTable) -> Bool {
    one === other || (one.delimiter == other.delimiter && one.names == other.names)
  }
}

extension RowCells.Cell {
  /// Returns the value as a column name, without surrounding whitespace.
  fileprivate func name(in row: UnsafeRawBufferPointer) -> String {
    let bytes = content(in: row).drop { $0.isJSONBlank }
    let end = bytes.lastIndex { !$0.isJSONBlank }.map { $0 + 1 } ?? bytes.startIndex
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}

extension DelimitedTable {
  /// Returns the fields of a row by column name, with a warning if the row is not valid.
  ///
  /// If the row has fewer values than columns, the missing fields are omitted. The fields of values
  /// after the last column are named by their column number.
  func row(_ row: UnsafeRawBufferPointer) -> (fields: [FieldValue.Field], warning: String?) {
    var fields: [FieldValue.Field] = []
    fields.reserveCapacity(names.count)
    var syntaxError: RowCells.SyntaxError?
    for (column, cell) in RowCells(row, delimiter).enumerated() {
      syntaxError = syntaxError ?? cell.error
      fields.append(
        FieldValue.Field(
          name: name(ofColumn: column), value: FieldValue(cell: cell.content(in: row))))
    }
    return (fields, syntaxError?.words ?? warningMessage(forFieldCount: fields.count))
  }

  /// Returns the value in the column with a name, or `nil` if the row has no value in it.
  func value(of field: String, in row: UnsafeRawBufferPointer) -> FieldValue? {
    cell(of: field, in: row).map { FieldValue(cell: $0.content(in: row)) }
  }

  /// Returns the values in the columns with some names, with `nil` for each column in which the row
  /// has no value.
  ///
  /// The method scans the row once, up to the last of these columns.
  func values(of fields: some Sequence<String>, in row: UnsafeRawBufferPointer) -> [FieldValue?] {
    let fields = Array(fields)
    var values = [FieldValue?](repeating: nil, count: fields.count)
    var wanted: [(column: Int, index: Int)] = []
    for (index, field) in fields.enumerated() {
      if let column = column(named: field) {
        wanted.append((column, index))
      } else {
        values[index] = value(of: field, in: row)
      }
    }
    wanted.sort { $0.column > $1.column }
    guard !wanted.isEmpty else { return values }
    for (column, cell) in RowCells(row, delimiter).enumerated() {
      while let next = wanted.last, next.column == column {
        values[next.index] = FieldValue(cell: cell.content(in: row))
        wanted.removeLast()
      }
      if wanted.isEmpty { break }
    }
    return values
  }

  /// Returns the location of the value in the column with a name, or `nil` if the row has no value
  /// in it.
  func cell(of field: String, in row: UnsafeRawBufferPointer) -> RowCells.Cell? {
    let named = column(named: field)
    for (column, cell) in RowCells(row, delimiter).enumerated() {
      // Cells after the last column also have names.
      if column == named { return cell }
      if named == nil, column >= names.count,
        name(ofColumn: column).utf8.elementsEqual(field.utf8)
      {
        return cell
      }
    }
    return nil
  }

  /// Returns a row as a JSON object, which is the content of the page that opens from the row.
  func json(_ row: UnsafeRawBufferPointer) -> [UInt8] {
    var text = [UInt8(ascii: "{")]
    for (column, cell) in RowCells(row, delimiter).enumerated() {
      if column > 0 { text += ", ".utf8 }
      text += FieldValue.string(name(ofColumn: column)).description.utf8
      text += ": ".utf8
      text += FieldValue(cell: cell.content(in: row)).cellJSON.utf8
    }
    return text + [UInt8(ascii: "}")]
  }

  private func warningMessage(forFieldCount count: Int) -> String? {
    if count == names.count { return nil }
    return localized(
      "\(count, one: "cell", other: "cells") in \(names.count, one: "column", other: "columns")")
  }
}

extension FieldValue {
  /// Creates the value of a field of delimited text.
  ///
  /// It is a number if the text is a JSON number, otherwise a string. A number that would be
  /// formatted differently, such as `1.50`, keeps its digits.
  init(cell bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard Self.isNumber(bytes) else {
      self = .string(text)
      return
    }
    if let value = Int64(text) {
      self = String(value) == text ? .int(value) : .decimal(text)
    } else {
      self = Double(text).map { FieldValue($0, writtenAs: text) } ?? .decimal(text)
    }
  }

  /// The JSON of the value, which keeps the text of the value when it is parsed again.
  fileprivate var cellJSON: String {
    // As a string, a number keeps its digits.
    if case .decimal(let digits) = self { return "\(FieldValue.string(digits))" }
    return description
  }

  /// Returns `true` if bytes are a number in the notation of RFC 8259 (JSON).
  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    var remaining = bytes[...]
    func digits() -> Bool {
      let count = remaining.count
      remaining = remaining.drop(while: \.isDigit)
      return remaining.count < count
    }
    if remaining.first == UInt8(ascii: "-") { remaining.removeFirst() }
    if remaining.first == UInt8(ascii: "0") {
      remaining.removeFirst()
    } else if !digits() {
      return false
    }
    if remaining.first == UInt8(ascii: ".") {
      remaining.removeFirst()
      if !digits() { return false }
    }
    if let byte = remaining.first, byte | 0x20 == UInt8(ascii: "e") {
      remaining.removeFirst()
      if remaining.first == UInt8(ascii: "+") || remaining.first == UInt8(ascii: "-") {
        remaining.removeFirst()
      }
      if !digits() { return false }
    }
    return remaining.isEmpty
  }
}
