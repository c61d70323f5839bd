internal import CSimdjson

/// What the rows of a text have in common: how they are written, and what their columns are called.
final class DelimitedTable: Sendable {
  /// A first row of more bytes names no columns: names are held, and cells are not.
  static let firstRowLimit = 1 << 20

  /// What stands between cells.
  let delimiter: UInt8

  /// What rows end with.
  let rowEnd: UInt8

  /// The names of the columns, each once; those behind the last are called by their numbers.
  let names: [String]

  /// The column that identifies a row; nil for none.
  let idColumn: Int?

  /// Where each name stands: a row of thousands of cells is not looked through for every one of them.
  private let places: [String: Int]

  /// Stands for the names of the columns in hashes: a row says something else when they change.
  private let salt: UInt64
  private let isByPosition: Bool

  /// The names of the columns by the first row.
  ///
  /// A column without a name is called by its number, and so is each where the row has no names; a
  /// name that was there before gets a number behind it.
  ///
  /// - Parameter first: the first row, without its line end.
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
    places = Dictionary(
      zip(names, names.indices), uniquingKeysWith: { first, _ in first })
  }

  private static func unique(_ names: [String]) -> [String] {
    var taken = Set(names)
    var counts = ["": 0]
    return names.enumerated().map { place, name in
      guard let count = counts[name] else {
        counts[name] = 1
        return name
      }
      let stem = name.isEmpty ? "\(place + 1)" : name
      if name.isEmpty, taken.insert(stem).inserted { return stem }
      var number = max(2, count + 1)
      while !taken.insert("\(stem) \(number)").inserted { number += 1 }
      if !name.isEmpty { counts[name] = number }
      return "\(stem) \(number)"
    }
  }

  /// The name of a column, also of one that only some rows have.
  func name(ofColumn column: Int) -> String {
    if column < names.count { return names[column] }
    let number = "\(column + 1)"
    if places[number] == nil { return number }
    var count = 2
    while places["\(number) \(count)"] != nil { count += 1 }
    return "\(number) \(count)"
  }

  /// The column of a name; nil for what is none, and for those behind the last, which only some
  /// rows have.
  func column(named name: String) -> Int? {
    // Texts are equal that are spelled in other bytes, and then are other names.
    places[name].flatMap { names[$0].utf8.elementsEqual(name.utf8) ? $0 : nil }
  }

  // MARK: - Entries

  /// The entry of a row.
  ///
  /// - Parameter row: without its line end.
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

  /// The entry of a row that is too long to be held: its hashes are of its beginning and its length,
  /// unless what identifies it stands in the beginning.
  func entry(forLong head: UnsafeRawBufferPointer, length: Int, offset: Int, position: Int)
    -> LineIndexer.Entry
  {
    let head = UnsafeRawBufferPointer(rebasing: head.prefix(LineIndexer.headSize))
    // A cell that ends with the beginning may go on.
    let cell = idColumn.flatMap { self.cell($0, of: head) }
      .flatMap { $0.range.upperBound < head.count ? $0 : nil }
    let id = cell?.content(in: head) ?? []
    let whole = Array(head) + Array(String(length).utf8)
    return whole.withUnsafeBytes { whole in
      id.withUnsafeBytes { id in
        entry(whole, id: id.isEmpty ? nil : id, offset, position)
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
  /// Whether rows mean the same in both.
  static func == (one: DelimitedTable, other: DelimitedTable) -> Bool {
    one === other || (one.delimiter == other.delimiter && one.names == other.names)
  }
}

extension RowCells.Cell {
  /// The cell as the name of a column: blanks around it do not count.
  fileprivate func name(in row: UnsafeRawBufferPointer) -> String {
    let bytes = content(in: row).drop { $0.isJSONBlank }
    let end = bytes.lastIndex { !$0.isJSONBlank }.map { $0 + 1 } ?? bytes.startIndex
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
