internal import MocoaModel

extension Record {
  /// The fields in full, also of a record that is too large to be shown as more than an excerpt.
  var allFields: [FieldValue.Field] {
    if problem != nil {
      return [.init(name: "raw", value: .text(sourceText ?? raw))]
    }
    guard let excerpt else { return fields }
    if let table = form.table, let bytes = sourceBytes() {
      return bytes.withUnsafeBytes { table.row($0).fields }
    }
    let value = sourceBytes().flatMap { try? JSON.parse($0) } ?? .text(excerpt)
    if name == nil, case .object(let fields) = value { return fields }
    let named = name.map { [FieldValue.Field(name: "name", value: .text($0))] } ?? []
    return named + [.init(name: "value", value: value)]
  }

  /// So many bytes are made values of a record's first fields; of the others there are excerpts.
  private static let firstFieldsSize = 1 << 18

  /// The first of its fields, of a record that is too large to be made a value only to be shown,
  /// and whether these are all; the elements of a list by their numbers; nil for any other record.
  ///
  /// - Complexity: O(bytes of the record), with little for each, and O(bytes of the first fields).
  func firstFields(upTo limit: Int) -> (fields: [FieldValue.Field], areAll: Bool)? {
    guard problem == nil, excerpt != nil, form != .text,
      bytes.range.count <= RecordChunk.parseLimit, let bytes = sourceBytes()
    else { return nil }
    var fields = name.map { [FieldValue.Field(name: "name", value: .text($0))] } ?? []
    let most = fields.count + limit
    var areAll = true
    if let table = form.table {
      bytes.withUnsafeBytes { row in
        for (column, cell) in RowCells(row, table.delimiter).enumerated() {
          areAll = fields.count < most
          if !areAll { break }
          let value = FieldValue(cell: cell.content(in: row))
          fields.append(.init(name: table.name(ofColumn: column), value: value))
        }
      }
      return (fields, areAll)
    }
    var number = 0
    var room = Self.firstFieldsSize
    bytes.withUnsafeBytes { text in
      JSONScanner.forEachChild(of: text) { child in
        areAll = fields.count < most
        if !areAll { return false }
        let key = child.key.flatMap { try? JSON.parse(UnsafeRawBufferPointer(rebasing: text[$0])) }
        let isShort = child.value.count <= min(RecordChunk.containerLimit, room)
        if isShort { room -= child.value.count }
        let value =
          isShort ? try? JSON.parse(UnsafeRawBufferPointer(rebasing: text[child.value])) : nil
        fields.append(
          .init(
            name: key?.scalarText ?? "\(number)",
            value: value ?? .text(RecordChunk.excerpt(bytes[child.value]))))
        number += 1
        return true
      }
    }
    return (fields, areAll)
  }

  /// The names of its columns, where it is a row of delimited text.
  var columnNames: [String]? { form.table?.names }

  /// The cells of some columns, of a row of delimited text; nil for any other record.
  func cells(ofColumns names: some Sequence<String>) -> [FieldValue?]? {
    guard problem == nil, let table = form.table else { return nil }
    guard excerpt == nil, case .object(let fields) = value else {
      // Too large to be read as a whole for them.
      guard let bytes = sourceBytes() else { return nil }
      return bytes.withUnsafeBytes { table.values(of: names, in: $0) }
    }
    // Its cells stand in the order of the columns.
    return names.map { name in
      guard let column = table.column(named: name) else { return field(name) }
      return fields.indices.contains(column) ? fields[column].value : nil
    }
  }

  /// Its text, where it cannot be read as anything else.
  private var sourceText: String? { sourceBytes().map { String(decoding: $0, as: UTF8.self) } }

  /// What it says, as JSON in one line; exactly as it stands in the source, where that is JSON.
  var jsonLine: [UInt8] {
    if problem == nil, isJSON, let bytes = sourceBytes() {
      let value = JSONLine.line(bytes)
      guard let name else { return value }
      return Array("{\"name\":".utf8) + JSONLine.bytes(of: .text(name)) + Array(",\"value\":".utf8)
        + value + [UInt8(ascii: "}")]
    }
    if problem == nil, excerpt == nil, form == .text { return JSONLine.bytes(of: value) }
    return JSONLine.bytes(of: allFields)
  }

  /// What it says in one line, as it stands in the source: JSON, a line of text, or a row of cells.
  var sourceLine: [UInt8] {
    guard let bytes = sourceBytes() else { return jsonLine }
    return problem == nil && isJSON ? JSONLine.line(bytes) : bytes
  }

  /// How many bytes it has in its source.
  var size: Int { bytes.range.count }

  private var form: RecordForm { bytes.form }

  /// Whether it is written as JSON, and not as a row of cells or a line.
  var isJSON: Bool { form != .text && form.table == nil }

  /// The number of the line in its file on which it begins, from 1; nil where it cannot be told.
  ///
  /// - Complexity: O(what stands before it).
  package var lineNumber: Int? {
    var number = 1
    var offset = 0
    while offset < bytes.range.lowerBound {
      let count = min(1 << 20, bytes.range.lowerBound - offset)
      guard let portion = try? bytes.file.bytes(at: offset, upTo: count), portion.count == count
      else { return nil }
      for byte in portion where byte == 0x0A { number += 1 }
      offset += count
    }
    return number
  }
}
