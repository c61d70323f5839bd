internal import MocoaLocalization
internal import MocoaModel

extension DelimitedTable {
  /// Returns the fields of a row by column name, with a warning if the row is not valid.
  ///
  /// A value that the row does not have has no field. The fields of values after the last column
  /// are named by their column number.
  func row(_ row: UnsafeRawBufferPointer) -> (fields: [FieldValue.Field], remark: String?) {
    var fields: [FieldValue.Field] = []
    fields.reserveCapacity(names.count)
    var fault: RowCells.SyntaxError?
    for (column, cell) in RowCells(row, delimiter).enumerated() {
      fault = fault ?? cell.error
      fields.append(
        FieldValue.Field(
          name: name(ofColumn: column), value: FieldValue(cell: cell.content(in: row))))
    }
    return (fields, fault?.words ?? warningMessage(forFieldCount: fields.count))
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
    var wanted: [(column: Int, place: Int)] = []
    for (place, field) in fields.enumerated() {
      if let column = column(named: field) {
        wanted.append((column, place))
      } else {
        values[place] = value(of: field, in: row)
      }
    }
    wanted.sort { $0.column > $1.column }
    guard !wanted.isEmpty else { return values }
    for (column, cell) in RowCells(row, delimiter).enumerated() {
      while let next = wanted.last, next.column == column {
        values[next.place] = FieldValue(cell: cell.content(in: row))
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

  /// The value as JSON that results in the same text when it is read.
  fileprivate var cellJSON: String {
    // As a string, a number keeps its digits.
    if case .decimal(let digits) = self { return "\(FieldValue.string(digits))" }
    return description
  }

  /// Returns `true` if bytes are a number in the notation of RFC 8259 (JSON).
  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    func digits() -> Bool {
      let count = rest.count
      rest = rest.drop(while: \.isDigit)
      return rest.count < count
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    if rest.first == UInt8(ascii: "0") {
      rest.removeFirst()
    } else if !digits() {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      if !digits() { return false }
    }
    if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      if !digits() { return false }
    }
    return rest.isEmpty
  }
}
