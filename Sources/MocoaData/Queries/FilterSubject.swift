internal import MocoaModel

/// A type that provides the texts of an item to a filter.
protocol FilterSubject {
  /// Calls a closure with the text of each value, until it returns `false`.
  func forEachText(_ body: (UnsafeRawBufferPointer) -> Bool)

  /// Calls a closure with the text of each value in a field, until it returns `false`.
  ///
  /// - Returns: `true` if the field exists.
  func forEachText(ofField path: String, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool

  /// Calls a closure with a text that identifies the value of a field, and its kind.
  ///
  /// For a list or an object, it is the JSON without whitespace.
  ///
  /// - Returns: `true` if the field exists.
  func withCanonicalText(ofField path: String, _ body: (UnsafeRawBufferPointer, WholeKind) -> Void)
    -> Bool

  /// Returns the value of a field, or `nil` if the field is missing or unreadable.
  func value(at path: String) -> FieldValue?

  /// Calls a closure with each field, in order.
  func forEachField(_ body: FieldVisitor)

  /// Returns `false` if no text of the item contains some bytes.
  ///
  /// `true` is not certain.
  func mayHold(_ bytes: RequiredBytes) -> Bool
}

/// The kind of a value.
enum WholeKind {
  case null

  /// A text, a list or an object.
  case text

  /// A number, a Boolean value, or a cell of a table, which may be a number.
  case bare
}

extension FilterSubject {
  func mayHold(_ bytes: RequiredBytes) -> Bool { true }
}

/// A record as JSON text.
struct JSONSubject: FilterSubject {
  let bytes: UnsafeRawBufferPointer
  let form: RecordLayout

  /// The offset of the value: 0, or the offset after the name of a member.
  var valueStart: Int {
    guard form == .members else { return 0 }
    return bytes.firstIndex(of: UInt8(ascii: "\"")).flatMap { start in
      JSONScanner.endOfValue(in: bytes, from: start)
    } ?? 0
  }

  func mayHold(_ required: RequiredBytes) -> Bool {
    // Escape sequences represent other bytes.
    required.mayOccur(in: bytes) || bytes.contains(UInt8(ascii: "\\"))
  }

  func forEachText(_ body: (UnsafeRawBufferPointer) -> Bool) {
    if form == .members {
      let name = UnsafeRawBufferPointer(rebasing: bytes[..<valueStart])
      guard JSONScalars.forEach(in: name, body) else { return }
    }
    JSONScalars.forEach(in: bytes, body)
  }

  func forEachText(ofField path: String, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    guard let value = value(ofField: path) else { return false }
    JSONScalars.forEach(in: value, body)
    return true
  }

  func withCanonicalText(
    ofField path: String, _ body: (UnsafeRawBufferPointer, WholeKind) -> Void
  ) -> Bool {
    guard let value = value(ofField: path) else { return false }
    if JSONScanner.container(of: value) != nil {
      let end = value.lastIndex { !$0.isJSONBlank && $0 != UInt8(ascii: ",") } ?? 0
      let text = UnsafeRawBufferPointer(rebasing: value[...end])
      JSONScalars.withoutBlanks(text).withUnsafeBytes { body($0, .text) }
    } else {
      // The text "null" is not a null value.
      let isText = value.first == UInt8(ascii: "\"")
      JSONScalars.forEach(in: value) {
        body($0, isText ? .text : $0.isNull ? .null : .bare)
        return false
      }
    }
    return true
  }

  func value(at path: String) -> FieldValue? {
    guard let value = value(ofField: path),
      let end = JSONScanner.endOfValue(in: value, from: 0)
    else { return nil }
    return try? JSON.parse(UnsafeRawBufferPointer(rebasing: value[..<end]))
  }

  /// Returns the bytes that begin with the value of a field, or `nil` if the field does not exist.
  ///
  /// Paths have the same meaning as in `Record.field`.
  private func value(ofField path: String) -> UnsafeRawBufferPointer? {
    var value = UnsafeRawBufferPointer(rebasing: bytes[valueStart...])
    if form == .members, path == "name" {
      return UnsafeRawBufferPointer(rebasing: bytes[..<valueStart])
    }
    var path = path[...]
    if form == .members {
      value = UnsafeRawBufferPointer(rebasing: value.drop { $0.isJSONBlank || $0 == 0x3A })
    }
    if form == .members || JSONScanner.container(of: value) != .object {
      guard path == "value" || path.hasPrefix("value.") else { return nil }
      path = path.dropFirst("value.".count)
    }
    if path.isEmpty { return value }
    return JSONScalars.field(path, in: value).map { UnsafeRawBufferPointer(rebasing: value[$0]) }
  }
}

/// A line of text, which is its only field.
struct LineSubject: FilterSubject {
  let bytes: UnsafeRawBufferPointer

  /// The name of the field in `Record`.
  static let field = "value"

  /// Creates a subject from a line.
  ///
  /// - Parameter bytes: The line, including the line end and trailing whitespace.
  init(bytes: UnsafeRawBufferPointer) {
    let end = bytes.lastIndex { !$0.isJSONBlank }.map { $0 + 1 } ?? 0
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<end])
  }

  func mayHold(_ required: RequiredBytes) -> Bool { required.mayOccur(in: bytes) }

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
    ofField path: String, _ body: (UnsafeRawBufferPointer, WholeKind) -> Void
  ) -> Bool {
    guard path == Self.field else { return false }
    body(bytes, .text)
    return true
  }
}

/// A row of delimited text.
struct RowSubject: FilterSubject {
  let bytes: UnsafeRawBufferPointer
  let table: DelimitedTable

  /// Creates a subject from a row.
  ///
  /// - Parameters:
  ///   - bytes: The row, including the line end.
  ///   - table: The columns of the row.
  init(bytes: UnsafeRawBufferPointer, _ table: DelimitedTable) {
    let end = bytes.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
    (self.bytes, self.table) = (UnsafeRawBufferPointer(rebasing: bytes[..<end]), table)
  }

  func mayHold(_ required: RequiredBytes) -> Bool {
    required.mayOccur(in: bytes) || required.haveQuote || hasInnerQuote
  }

  /// A Boolean value that indicates whether a quotation mark appears inside a field.
  ///
  /// The value of the field may then differ from its bytes.
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
    ofField path: String, _ body: (UnsafeRawBufferPointer, WholeKind) -> Void
  ) -> Bool {
    forEachText(ofField: path) {
      body($0, .bare)
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
}

/// Any element: by its fields, or by its properties if it has no readable fields.
struct ElementSubject: FilterSubject {
  let fields: FieldsSubject

  /// A Boolean value that indicates whether an empty text counts as a missing value, as in the
  /// bytes of a row or a line.
  let hasEmptyTexts: Bool

  init(_ element: any CellModel) {
    fields = FieldsSubject(fields: element as? any FieldReadable ?? MirroredFields(element))
    hasEmptyTexts = (element as? Record)?.isJSON ?? true
  }

  func forEachText(_ body: (UnsafeRawBufferPointer) -> Bool) {
    guard fields.fields is FolderEntry else { return fields.forEachText(body) }
    // The path of a folder entry is mostly the same for all entries, so a filter searches only the
    // name.
    let texts = fields.fields.fields.filter { $0.name != "path" }
    FieldsSubject(fields: FieldValue.object(texts)).forEachText(body)
  }

  func forEachText(ofField path: String, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    fields.forEachText(ofField: path, body)
  }

  func withCanonicalText(
    ofField path: String, _ body: (UnsafeRawBufferPointer, WholeKind) -> Void
  ) -> Bool {
    fields.withCanonicalText(ofField: path, body)
  }

  func value(at path: String) -> FieldValue? { fields.value(at: path) }
}

/// Any value with fields.
struct FieldsSubject: FilterSubject {
  let fields: any FieldReadable

  func forEachText(_ body: (UnsafeRawBufferPointer) -> Bool) {
    for field in fields.fields {
      guard Self.forEachText(in: field.value, body) else { return }
    }
  }

  func forEachText(ofField path: String, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    guard let value = value(at: path) else { return false }
    _ = Self.forEachText(in: value, body)
    return true
  }

  func withCanonicalText(
    ofField path: String, _ body: (UnsafeRawBufferPointer, WholeKind) -> Void
  ) -> Bool {
    guard let value = value(at: path) else { return false }
    guard var text = value.scalarString else {
      CompactJSON.bytes(of: value).withUnsafeBytes { body($0, .text) }
      return true
    }
    let kind: WholeKind =
      switch value {
      case .null: .null
      case .string: .text
      default: .bare
      }
    text.withUTF8 { body(UnsafeRawBufferPointer($0), kind) }
    return true
  }

  /// Returns the value at a path: a field with that name, or a path of names and array indexes
  /// separated by periods.
  func value(at path: String) -> FieldValue? {
    if let value = fields.field(path) { return value }
    let names = path.split(separator: ".", omittingEmptySubsequences: false)
    guard names.count > 1, var value = fields.field(String(names[0])) else { return nil }
    for name in names.dropFirst() {
      guard let inner = value.child(name) else { return nil }
      value = inner
    }
    return value
  }

  private static func forEachText(
    in value: FieldValue, _ body: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    var rest = [value]
    while let value = rest.popLast() {
      switch value {
      case .array(let values): rest += values.reversed()
      case .object(let fields): rest += fields.reversed().map(\.value)
      default:
        var text = value.scalarString ?? ""
        guard text.withUTF8({ body(UnsafeRawBufferPointer($0)) }) else { return false }
      }
    }
    return true
  }
}

extension FieldValue {
  /// Returns a member by its name, or an element by its index.
  fileprivate func child(_ name: Substring) -> FieldValue? {
    guard case .array(let values) = self else { return field(String(name)) }
    guard let position = Int(name), values.indices.contains(position) else { return nil }
    return values[position]
  }
}
