internal import MocoaLanguage
internal import MocoaModel

/// Rows of delimited text as records.
extension RecordChunk {
  /// A row: an object of its cells, by the names of their columns.
  func row(
    _ text: ArraySlice<UInt8>, _ table: DelimitedTable, _ index: Int, _ range: Range<Int>
  ) -> Record {
    guard text.count <= Self.containerLimit, !Self.isWide(text, table) else {
      let kind = text.withUnsafeBytes { bytes in
        source.kindField.flatMap { table.value(of: $0, in: bytes)?.scalarText } ?? ""
      }
      return record(
        .null, .object, nil, kind, excerpt: Self.excerpt(text), index, range)
    }
    let row = text.withUnsafeBytes { table.row($0) }
    return record(
      .object(row.fields), .object, nil, kind(of: .object(row.fields)), excerpt: nil,
      remark: row.remark, index, range)
  }

  /// Rows of more cells are not split to be shown.
  static let cellLimit = 4096

  private static func isWide(_ text: ArraySlice<UInt8>, _ table: DelimitedTable) -> Bool {
    // Most are known by their length.
    guard text.count >= cellLimit else { return false }
    return text.withUnsafeBytes { row in
      var cells = RowCells(row, table.delimiter)
      for _ in 0..<cellLimit { if cells.next() == nil { return false } }
      return cells.next() != nil
    }
  }

  /// A row that is too long to be opened.
  func longRow(_ head: ArraySlice<UInt8>, _ index: Int, _ range: Range<Int>) -> Record {
    record(
      .null, nil, nil, "", excerpt: Self.excerpt(head),
      remark: phrase("a row of \(range.count >> 20) MiB"), index, range)
  }
}
