internal import MocoaModel
internal import MocoaQuery

/// A subject that reads the values of a row of delimited text.
struct RowSubject: FilterSubject {
  let bytes: UnsafeRawBufferPointer
  let table: DelimitedTable

  /// Creates a subject from a row.
  ///
  /// - Parameters:
  ///   - bytes: The row, including the line end.
  ///   - table: The table of the row, with its columns.
  init(bytes: UnsafeRawBufferPointer, _ table: DelimitedTable) {
    let end = bytes.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
    (self.bytes, self.table) = (UnsafeRawBufferPointer(rebasing: bytes[..<end]), table)
  }

  /// Returns `false` if certainly no text of the row contains some bytes.
  ///
  /// If the result is `true`, the texts must be searched.
  func mayHold(_ required: RequiredBytes) -> Bool {
    required.mayOccur(in: bytes) || required.haveQuote || hasInnerQuote
  }

  /// A Boolean value that indicates whether a quotation mark appears inside a value.
  ///
  /// The value may then differ from its bytes in the row.
  private var hasInnerQuote: Bool {
    let quote = UInt8(ascii: "\"")
    var rest = bytes[...]
    while let place = rest.firstIndex(of: quote) {
      let isBegin = place == 0 || bytes[place - 1] == table.delimiter
      let isEnd = place + 1 == bytes.count || bytes[place + 1] == table.delimiter
      if !isBegin, !isEnd { return true }
      rest = rest[(place + 1)...]
    }
    return false
  }

  func forEachText(_ body: (UnsafeRawBufferPointer) -> Bool) {
    for cell in RowCells(bytes, table.delimiter) {
      guard text(of: cell, body) else { return }
    }
  }

  func forEachText(ofField path: String, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    guard let cell = table.cell(of: path, in: bytes) else { return false }
    _ = text(of: cell, body)
    return true
  }

  func withCanonicalText(
    ofField path: String, _ body: (UnsafeRawBufferPointer, ValueKind) -> Void
  ) -> Bool {
    forEachText(ofField: path) {
      body($0, .unquoted)
      return false
    }
  }

  func value(at path: String) -> FieldValue? {
    table.cell(of: path, in: bytes).map { FieldValue(cell: $0.content(in: bytes)) }
  }

  func text(of cell: RowCells.Cell, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    if cell.isEscaped { return cell.content(in: bytes).withUnsafeBytes(body) }
    return body(UnsafeRawBufferPointer(rebasing: bytes[cell.inner]))
  }

  func forEachField(_ body: FieldVisitor) {
    for (column, cell) in RowCells(bytes, table.delimiter).enumerated() {
      let name = column < table.names.count ? table.names[column] : "\(column + 1)"
      name.withBytes { name in
        _ = text(of: cell) { text in
          body(name, text.isEmpty ? nil : NumberParsing.value(text) == nil ? .text : .number, text)
          return true
        }
      }
    }
  }
}
