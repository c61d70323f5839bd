internal import MocoaLocalization
internal import MocoaModel

/// Records that are rows of delimited text.
extension RecordChunk {
  /// Returns the record of a row, whose value is an object with the column names as field names.
  func row(
    _ text: ArraySlice<UInt8>, _ table: DelimitedTable, _ index: Int, _ range: Range<Int>
  ) -> Record {
    guard text.count <= Self.containerLimit, !Self.isWide(text, table) else {
      let kind = text.withUnsafeBytes { bytes in
        source.kindField.flatMap { table.value(of: $0, in: bytes)?.scalarString } ?? ""
      }
      return record(
        .null, .object, nil, kind, truncatedText: Self.truncatedText(text), index, range)
    }
    let row = text.withUnsafeBytes { table.row($0) }
    return record(
      .object(row.fields), .object, nil, kind(of: .object(row.fields)), truncatedText: nil,
      warningMessage: row.remark, index, range)
  }

  /// The maximum number of values in a row that is divided into fields for display.
  static let cellLimit = 4096

  private static func isWide(_ text: ArraySlice<UInt8>, _ table: DelimitedTable) -> Bool {
    // Most rows are too short for more cells than the limit.
    guard text.count >= cellLimit else { return false }
    return text.withUnsafeBytes { row in
      var cells = RowCells(row, table.delimiter)
      for _ in 0..<cellLimit { if cells.next() == nil { return false } }
      return cells.next() != nil
    }
  }

  /// Returns the record of a row that is too long to be opened.
  func longRow(_ head: ArraySlice<UInt8>, _ index: Int, _ range: Range<Int>) -> Record {
    record(
      .null, nil, nil, "", truncatedText: Self.truncatedText(head),
      warningMessage: localized("a row of \(range.count >> 20) MiB"), index, range)
  }
}
