internal import MocoaLocalization

/// The locations of the values in one row of delimited text, in order.
struct RowCells: Sequence, IteratorProtocol {
  /// The location of one value.
  struct Cell {
    /// The byte range of the value in the row, with quotes.
    var range: Range<Int>

    /// The byte range between the quotes, or `range` if the value is not quoted.
    var inner: Range<Int>

    /// A Boolean value that indicates whether the bytes of `inner` must be converted to get the
    /// value.
    ///
    /// This is the case if `inner` contains doubled quotes, or text follows the closing quote.
    var isEscaped = false

    /// The error in the quotes of the value, or `nil` if they are valid.
    var error: SyntaxError?
  }

  /// An error in the quotes of a value.
  ///
  /// The complete text of the value is shown nevertheless.
  enum SyntaxError {
    case unclosed, textAfterQuote

    /// The localized message.
    var words: String {
      switch self {
      case .unclosed: localized("missing closing quote")
      case .textAfterQuote: localized("text after a closing quote")
      }
    }
  }

  private let row: UnsafeRawBufferPointer
  private let delimiter: UInt8

  /// The offset of the next value, or `nil` after the last one.
  private var start: Int? = 0

  /// Creates the sequence of the locations of the values in a row.
  ///
  /// - Parameter row: The row without its line end.
  init(_ row: UnsafeRawBufferPointer, _ delimiter: UInt8) {
    (self.row, self.delimiter) = (row, delimiter)
  }

  mutating func next() -> Cell? {
    guard let start else { return nil }
    guard start < row.count, row[start] == .quote else { return plain(from: start) }
    guard case .at(let closing) = row.closing(start, from: start + 1, isLast: true) else {
      var cell = plain(from: start)
      cell.error = .unclosed
      return cell
    }
    let end = endOfCell(from: closing + 1)
    let inner = start + 1..<closing
    let hasText = closing + 1 < end
    return Cell(
      range: start..<end, inner: inner,
      isEscaped: hasText || row.first(.quote, from: inner.lowerBound, upTo: closing) != nil,
      error: hasText ? .textAfterQuote : nil)
  }

  private mutating func plain(from start: Int) -> Cell {
    let range = start..<endOfCell(from: start)
    return Cell(range: range, inner: range)
  }

  /// Returns the end of the value that contains an offset.
  ///
  /// The next value begins after it.
  private mutating func endOfCell(from position: Int) -> Int {
    let end = row.first(delimiter, from: position)
    start = end.map { $0 + 1 }
    return end ?? row.count
  }
}

extension RowCells.Cell {
  /// Returns the value without its quotes, as bytes.
  func content(in row: UnsafeRawBufferPointer) -> [UInt8] {
    let text = UnsafeRawBufferPointer(rebasing: row[inner])
    guard isEscaped else { return Array(text) }
    var content: [UInt8] = []
    content.reserveCapacity(range.count)
    var offset = 0
    while offset < text.count {
      content.append(text[offset])
      offset += text[offset] == .quote ? 2 : 1
    }
    let end = inner.upperBound + 1
    return end < range.upperBound ? content + row[end..<range.upperBound] : content
  }
}
