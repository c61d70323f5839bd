internal import MocoaLanguage

/// The cells of one row of delimited text, in order.
struct RowCells: Sequence, IteratorProtocol {
  /// One cell.
  struct Cell {
    /// Its bytes as they stand in the row, with their quotes.
    var range: Range<Int>

    /// The bytes between its quotes; all, where it has none.
    var inner: Range<Int>

    /// Whether `inner` is not what it says: quotes in it stand for one, or text follows it.
    var isEscaped = false

    /// What is wrong with its quotes; nil for nothing.
    var fault: Fault?
  }

  /// What is wrong with a cell, of which all is shown nevertheless.
  enum Fault {
    case unclosed, textBehind

    /// What is said of it.
    var words: String {
      switch self {
      case .unclosed: phrase("a quote is not closed")
      case .textBehind: phrase("text behind a closing quote")
      }
    }
  }

  private let row: UnsafeRawBufferPointer
  private let delimiter: UInt8

  /// Where the next cell begins; nil behind the last.
  private var start: Int? = 0

  /// - Parameter row: without its line end.
  init(_ row: UnsafeRawBufferPointer, _ delimiter: UInt8) {
    (self.row, self.delimiter) = (row, delimiter)
  }

  mutating func next() -> Cell? {
    guard let start else { return nil }
    guard start < row.count, row[start] == .quote else { return plain(from: start) }
    guard case .at(let closing) = row.closing(start, from: start + 1, isLast: true) else {
      var cell = plain(from: start)
      cell.fault = .unclosed
      return cell
    }
    let end = endOfCell(from: closing + 1)
    let inner = start + 1..<closing
    let hasText = closing + 1 < end
    return Cell(
      range: start..<end, inner: inner,
      isEscaped: hasText || row.first(.quote, from: inner.lowerBound, upTo: closing) != nil,
      fault: hasText ? .textBehind : nil)
  }

  private mutating func plain(from start: Int) -> Cell {
    let range = start..<endOfCell(from: start)
    return Cell(range: range, inner: range)
  }

  /// Where the cell ends in which a place is; the next one begins behind it.
  private mutating func endOfCell(from place: Int) -> Int {
    let end = row.first(delimiter, from: place)
    start = end.map { $0 + 1 }
    return end ?? row.count
  }
}

extension RowCells.Cell {
  /// What the cell says.
  func content(in row: UnsafeRawBufferPointer) -> [UInt8] {
    let text = UnsafeRawBufferPointer(rebasing: row[inner])
    guard isEscaped else { return Array(text) }
    var content: [UInt8] = []
    content.reserveCapacity(range.count)
    var place = 0
    while place < text.count {
      content.append(text[place])
      place += text[place] == .quote ? 2 : 1
    }
    let rest = inner.upperBound + 1
    return rest < range.upperBound ? content + row[rest..<range.upperBound] : content
  }
}
