package import MocoaModel
internal import MocoaQuery

extension RecordChunk: QueryableChunk {
  func visitItems(in indices: Range<Int>, by visitor: inout some ItemVisitor) -> Int {
    let required = visitor.required
    var end = indices.lowerBound
    forEachText(in: indices) { index, text, form in
      end = index + 1
      // The bytes are searched here, so that most items cause no call of the visitor.
      switch form {
      case .text:
        let line = LineSubject(bytes: text)
        if let required, !line.mayContain(required) { return }
        visitor.visit(index, line)
      case .delimited(let table):
        let row = RowSubject(bytes: text, table)
        if let required, !row.mayContain(required) { return }
        visitor.visit(index, row)
      default:
        let record = JSONSubject(bytes: text, layout: form)
        if let required, !record.mayContain(required) { return }
        visitor.visit(index, record)
      }
    }
    return end
  }
}

extension Record: QueryableElement {
  package var hasEmptyTexts: Bool { isJSON }
}

extension FolderEntry: QueryableElement {
  package var searchedFields: [FieldValue.Field]? {
    // The path of a folder entry is mostly the same for all entries, so a filter searches only the
    // name.
    fields.filter { $0.name != "path" }
  }
}

/// A filter subject for a line of text, which is its only field.
struct LineSubject: FilterSubject {
  private let bytes: UnsafeRawBufferPointer

  /// The name of the only field, which is the same as in `Record`.
  private static let field = "value"

  /// Creates a subject from a line.
  ///
  /// - Parameter bytes: The line, including the line end and trailing whitespace.
  init(bytes: UnsafeRawBufferPointer) {
    let end = bytes.lastIndex { !$0.isJSONBlank }.map { $0 + 1 } ?? 0
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<end])
  }

  /// Returns `false` if the line cannot contain the required bytes.
  ///
  /// If the result is `true`, the text must be searched.
  func mayContain(_ required: RequiredBytes) -> Bool { required.mayOccur(in: bytes) }

  func value(at path: String) -> FieldValue? {
    path == Self.field ? .string(String(decoding: bytes, as: UTF8.self)) : nil
  }

  func forEachText(_ body: (UnsafeRawBufferPointer) -> Bool) { _ = body(bytes) }

  func forEachText(ofField path: String, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    guard path == Self.field else { return false }
    _ = body(bytes)
    return true
  }

  func withCanonicalText(
    ofField path: String, _ body: (UnsafeRawBufferPointer, ValueKind) -> Void
  ) -> Bool {
    guard path == Self.field else { return false }
    body(bytes, .text)
    return true
  }

  func forEachField(_ body: FieldVisitor) {
    Self.field.withBytes { body($0, bytes.isEmpty ? nil : .text, bytes) }
  }
}

/// A filter subject that reads the values of a row of delimited text.
struct RowSubject: FilterSubject {
  private let bytes: UnsafeRawBufferPointer
  private let table: DelimitedTable

  /// Creates a subject from a row.
  ///
  /// - Parameters:
  ///   - bytes: The row, including the line end.
  ///   - table: The table of the row, with its columns.
  init(bytes: UnsafeRawBufferPointer, _ table: DelimitedTable) {
    let end = bytes.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
    (self.bytes, self.table) = (UnsafeRawBufferPointer(rebasing: bytes[..<end]), table)
  }

  /// Returns `false` if no text of the row can contain the required bytes.
  ///
  /// If the result is `true`, the texts must be searched.
  func mayContain(_ required: RequiredBytes) -> Bool {
    required.mayOccur(in: bytes) || required.haveQuote || hasInnerQuote
  }

  /// A Boolean value that indicates whether a quotation mark appears inside a value.
  ///
  /// The value may then differ from its bytes in the row.
  private var hasInnerQuote: Bool {
    let quote = UInt8(ascii: "\"")
    var remaining = bytes[...]
    while let offset = remaining.firstIndex(of: quote) {
      let isBegin = offset == 0 || bytes[offset - 1] == table.delimiter
      let isEnd = offset + 1 == bytes.count || bytes[offset + 1] == table.delimiter
      if !isBegin, !isEnd { return true }
      remaining = remaining[(offset + 1)...]
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

  private func text(of cell: RowCells.Cell, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
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
