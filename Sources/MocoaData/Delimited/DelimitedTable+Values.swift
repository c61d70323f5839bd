internal import MocoaLanguage
internal import MocoaModel

extension DelimitedTable {
  /// The cells of a row by the names of their columns, and what is wrong with the row; nil for nothing.
  ///
  /// Cells that are missing are no fields; those behind the last column are called by their numbers.
  func row(_ row: UnsafeRawBufferPointer) -> (fields: [FieldValue.Field], remark: String?) {
    var fields: [FieldValue.Field] = []
    fields.reserveCapacity(names.count)
    var fault: RowCells.Fault?
    for (column, cell) in RowCells(row, delimiter).enumerated() {
      fault = fault ?? cell.fault
      fields.append(
        FieldValue.Field(
          name: name(ofColumn: column), value: FieldValue(cell: cell.content(in: row))))
    }
    return (fields, fault?.words ?? remark(on: fields.count))
  }

  /// The cell of a column, by its name; nil where the row has none.
  func value(of field: String, in row: UnsafeRawBufferPointer) -> FieldValue? {
    cell(of: field, in: row).map { FieldValue(cell: $0.content(in: row)) }
  }

  /// The cells of some columns, by their names, each nil where the row has none: found in one go
  /// through the row, no further than the last of them stands.
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

  /// Where the cell of a column stands, by its name; nil where the row has none.
  func cell(of field: String, in row: UnsafeRawBufferPointer) -> RowCells.Cell? {
    let named = column(named: field)
    for (column, cell) in RowCells(row, delimiter).enumerated() {
      // Columns behind the last have names as well.
      if column == named { return cell }
      if named == nil, column >= names.count,
        name(ofColumn: column).utf8.elementsEqual(field.utf8)
      {
        return cell
      }
    }
    return nil
  }

  /// A row as the text of a JSON object, by which it is opened.
  func json(_ row: UnsafeRawBufferPointer) -> [UInt8] {
    var text = [UInt8(ascii: "{")]
    for (column, cell) in RowCells(row, delimiter).enumerated() {
      if column > 0 { text += ", ".utf8 }
      text += FieldValue.text(name(ofColumn: column)).description.utf8
      text += ": ".utf8
      text += FieldValue(cell: cell.content(in: row)).cellJSON.utf8
    }
    return text + [UInt8(ascii: "}")]
  }

  private func remark(on count: Int) -> String? {
    if count == names.count { return nil }
    return phrase("\(count, "cell", "cells") in \(names.count, "column", "columns")")
  }
}

extension FieldValue {
  /// What a cell says: a number where it is written as JSON has numbers, else text.
  ///
  /// A number that would be written in another way, as `1.50`, keeps its digits.
  init(cell bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard Self.isNumber(bytes) else {
      self = .text(text)
      return
    }
    if let value = Int64(text) {
      self = String(value) == text ? .int(value) : .decimal(text)
    } else {
      self = Double(text).map { FieldValue($0, writtenAs: text) } ?? .decimal(text)
    }
  }

  /// The value of a cell as JSON that says the same when it is read.
  fileprivate var cellJSON: String {
    // As text, a number keeps its digits.
    if case .decimal(let digits) = self { return "\(FieldValue.text(digits))" }
    return description
  }

  /// Whether bytes are a number as RFC 8259 has it.
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
