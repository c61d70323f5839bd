internal import MocoaJSON
package import MocoaModel
internal import MocoaQuery

extension Record: ExportableItem {
  /// All fields with their complete values, even if the record is displayed as truncated text.
  package var allFields: [FieldValue.Field] {
    if errorMessage != nil {
      return [.init(name: "raw", value: .string(sourceText ?? raw))]
    }
    guard let truncatedText else { return fields }
    if let table = layout.table, let bytes = sourceBytes() {
      return bytes.withUnsafeBytes { table.row($0).fields }
    }
    let value = sourceBytes().flatMap { try? JSON.parse($0) } ?? .string(truncatedText)
    if name == nil, case .object(let fields) = value { return fields }
    let named = name.map { [FieldValue.Field(name: "name", value: .string($0))] } ?? []
    return named + [.init(name: "value", value: value)]
  }

  /// The maximum number of bytes that are parsed for the first fields of a record.
  ///
  /// The values after these bytes are truncated text.
  private static let firstFieldsSize = 1 << 18

  /// Returns the first fields of a record that is displayed as truncated text.
  ///
  /// `areAll` indicates whether these are all its fields. The elements of an array are named by
  /// their index.
  ///
  /// - Parameter limit: The maximum number of fields.
  /// - Returns: `nil` for other records, and for records that exceed the limit for reading.
  /// - Complexity: O(bytes of the record) for scanning, and O(bytes of the first fields) for
  ///   parsing.
  package func firstFields(upTo limit: Int) -> (fields: [FieldValue.Field], areAll: Bool)? {
    guard errorMessage == nil, truncatedText != nil, layout != .text,
      bytes.range.count <= RecordChunk.parseLimit, let bytes = sourceBytes()
    else { return nil }
    var fields = name.map { [FieldValue.Field(name: "name", value: .string($0))] } ?? []
    let most = fields.count + limit
    var areAll = true
    if let table = layout.table {
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
    var available = Self.firstFieldsSize
    bytes.withUnsafeBytes { text in
      JSONScanner.forEachChild(of: text) { child in
        areAll = fields.count < most
        if !areAll { return false }
        let key = child.key.flatMap { try? JSON.parse(UnsafeRawBufferPointer(rebasing: text[$0])) }
        let isShort = child.value.count <= min(RecordChunk.containerLimit, available)
        if isShort { available -= child.value.count }
        let value =
          isShort ? try? JSON.parse(UnsafeRawBufferPointer(rebasing: text[child.value])) : nil
        fields.append(
          .init(
            name: key?.scalarString ?? "\(number)",
            value: value ?? .string(RecordChunk.truncatedText(bytes[child.value]))))
        number += 1
        return true
      }
    }
    return (fields, areAll)
  }

  /// The column names if the record is a row of delimited text; otherwise `nil`.
  package var columnNames: [String]? { layout.table?.names }

  /// `false` for a row of delimited text.
  package var distinguishesEmptyText: Bool { layout.table == nil }

  /// A Boolean value that indicates whether the source is an object that contains the record.
  package var isMember: Bool { name != nil }

  /// Returns the values in some columns if the record is a row of delimited text; otherwise `nil`.
  package func cells(ofColumns names: some Sequence<String>) -> [FieldValue?]? {
    guard errorMessage == nil, let table = layout.table else { return nil }
    guard truncatedText == nil, case .object(let fields) = value else {
      // The row is too large to create all its values.
      guard let bytes = sourceBytes() else { return nil }
      return bytes.withUnsafeBytes { table.values(of: names, in: $0) }
    }
    // The fields are in the order of the columns.
    return names.map { name in
      guard let column = table.column(named: name) else { return field(name) }
      return fields.indices.contains(column) ? fields[column].value : nil
    }
  }

  /// A Boolean value that indicates whether the record is invalid and is no longer in the source.
  package var isLost: Bool { errorMessage != nil && sourceBytes() == nil }

  package func hasLoadedFields(readsAll: Bool) -> Bool {
    // Such a record is not read even for printing.
    if size > RecordChunk.parseLimit { return false }
    return readsAll || truncatedText == nil || columnNames != nil
  }

  /// The text of the record in its source, which can be shown if the record is not valid.
  private var sourceText: String? { sourceBytes().map { String(decoding: $0, as: UTF8.self) } }

  /// The record as JSON on one line, unchanged if the source is JSON.
  package var jsonLine: [UInt8] {
    if errorMessage == nil, isJSON, let bytes = sourceBytes() {
      let value = CompactJSON.line(bytes)
      guard let name else { return value }
      return Array("{\"name\":".utf8) + CompactJSON.bytes(of: .string(name))
        + Array(",\"value\":".utf8)
        + value + [UInt8(ascii: "}")]
    }
    if errorMessage == nil, truncatedText == nil, layout == .text {
      return CompactJSON.bytes(of: value)
    }
    return CompactJSON.bytes(of: allFields)
  }

  /// The record on one line in the notation of its source: JSON, a line of text, or a row of
  /// values.
  package var sourceLine: [UInt8] {
    guard let bytes = sourceBytes() else { return jsonLine }
    return errorMessage == nil && isJSON ? CompactJSON.line(bytes) : bytes
  }

  /// The number of bytes of the record in its source.
  var size: Int { bytes.range.count }

  private var layout: RecordLayout { bytes.layout }

  /// A Boolean value that indicates whether the source of the record is JSON, not delimited text or
  /// lines.
  var isJSON: Bool { layout != .text && layout.table == nil }

  /// The number of the line in the file at which the record begins, from 1, or `nil` if the file
  /// cannot be read.
  ///
  /// - Complexity: O(bytes before the record).
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
