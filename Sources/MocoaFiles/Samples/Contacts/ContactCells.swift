internal import Mocoa
internal import MocoaTerminal

/// The cell view of a contact, which is a row of the address book.
///
/// ```text
///  국하늬                    하늬야      전주            +999 58 5550 048
/// ```
struct ContactCell: CellView {
  func draw(_ cell: ContactCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    let columns = ContactColumns(width: canvas.size.columns)
    let (contact, theme) = (cell.model, context.theme)
    let title = context.isUnderCursor ? theme[.title].adding(.bold) : theme[.title]
    for (text, place, style) in [
      (contact.name, columns.name, title),
      (contact.nickname, columns.nickname, theme[.detail]),
      (contact.city, columns.city, theme[.detail]),
      (contact.phone, columns.phone, theme[.number]),
    ] {
      guard let place else { continue }
      canvas.write(
        text, at: Point(column: place.lowerBound, row: 0), style: style, limit: place.count,
        truncation: .ellipsis)
    }
  }
}

/// The cell view of a contact field: its label, followed by the complete text.
///
/// ```text
///  city       Llanfairpwllgwyngyllgogerychwyrndrobwllllanty
///             siliogogogoch
/// ```
struct ContactDetailCell: CellView {
  private static let labelWidth = 10

  func height(of cell: ContactDetailCellViewModel, columns: Int) -> Int {
    lines(of: cell, columns: columns).count
  }

  func draw(
    _ cell: ContactDetailCellViewModel, into canvas: inout Canvas, _ context: CellContext
  ) {
    canvas.write(
      cell.model.label, at: Point(column: 0, row: 0), style: context.theme[.detail],
      limit: Self.labelWidth)
    let title = context.theme[.title]
    for (row, line) in lines(of: cell, columns: canvas.size.columns).enumerated() {
      // Only the first line is bold, which is enough to mark the current item.
      let style = context.isUnderCursor && row == 0 ? title.adding(.bold) : title
      canvas.write(line, at: Point(column: Self.labelWidth, row: row), style: style)
    }
  }

  /// Wraps the text between words.
  ///
  /// A word that is longer than a line continues on the next line.
  private func lines(of cell: ContactDetailCellViewModel, columns: Int) -> [Substring] {
    let room = max(2, columns - Self.labelWidth)
    var lines: [Substring] = []
    var rest = cell.model.text[...]
    while Canvas.columns(of: rest, atMost: room + 1) > room {
      let end = Self.lineEnd(in: rest, room: room)
      lines.append(rest[..<end])
      rest = rest[end...].drop { $0 == " " }
    }
    return lines + [rest]
  }

  /// Returns the end of the first line of a text that does not fit in one line.
  ///
  /// A line has at least one character.
  private static func lineEnd(in text: Substring, room: Int) -> Substring.Index {
    var used = 0
    var space: Substring.Index?
    for index in text.indices {
      used += DisplayWidth.columns(of: text[index])
      if text[index] == " ", index > text.startIndex { space = index }
      if used > room { return space ?? max(index, text.index(after: text.startIndex)) }
    }
    return text.endIndex
  }
}
