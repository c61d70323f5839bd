internal import Glibc

/// An interruptible search for the end of one row of delimited text.
///
/// A quote opens a quoted value only at the start of the value. Inside quotes, `""` is a quote and
/// line ends are text. A quote that is not closed within `quoteLimit` bytes is plain text. A single
/// stray quote therefore never turns the rest of a file into one row.
struct RowScan {
  /// The maximum number of bytes between an opening and a closing quote.
  static let quoteLimit = 1 << 20

  private let delimiter: UInt8
  private let rowEnd: UInt8
  private var state = State.atCell

  /// The offset at which the search continues.
  private var position = 0

  private enum State {
    case atCell
    case inCell

    /// The search is after the opening quote at the associated offset.
    case inQuotes(Int)
  }

  /// Creates a search that begins at the start of a row.
  init(_ delimiter: UInt8, _ rowEnd: UInt8) {
    (self.delimiter, self.rowEnd) = (delimiter, rowEnd)
  }

  /// Continues the search.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the previous call without the consumed ones, followed by new bytes.
  ///   - isLast: A Boolean value that indicates whether the input has ended.
  /// - Returns: The offset after the row and its line end, or `nil` if the row is not complete.
  mutating func end(in bytes: UnsafeRawBufferPointer, isLast: Bool = false) -> Int? {
    // The end of the next line, so that a line of many quoted cells is not searched repeatedly.
    var lineEnd = -1
    while position < bytes.count {
      switch state {
      case .atCell:
        state = .inCell
        if bytes[position] == .quote {
          state = .inQuotes(position)
          position += 1
        }
      case .inCell:
        if lineEnd < position { lineEnd = bytes.first(rowEnd, from: position) ?? bytes.count }
        if let quote = openingQuote(in: bytes, upTo: lineEnd) {
          state = .inQuotes(quote)
          position = quote + 1
        } else if lineEnd < bytes.count {
          return lineEnd + 1
        } else {
          state = bytes[bytes.count - 1] == delimiter ? .atCell : .inCell
          position = bytes.count
        }
      case .inQuotes(let quote):
        switch bytes.closing(quote, from: position, isLast: isLast) {
        case .at(let closing):
          state = .inCell
          position = closing + 1
        case .missing:
          state = .inCell
          position = quote + 1
        case .unknown(let next):
          position = next
          return nil
        }
      }
    }
    if isLast, case .inQuotes(let quote) = state {
      (state, position) = (.inCell, quote + 1)
      return end(in: bytes, isLast: true)
    }
    return isLast && !bytes.isEmpty ? bytes.count : nil
  }

  /// Returns the number of scanned bytes that the caller may remove, because the search does not
  /// need them any more.
  ///
  /// - Parameter count: The number of available bytes.
  func consumableCount(of count: Int) -> Int {
    if case .inQuotes(let quote) = state { quote } else { count }
  }

  /// Adapts the search to the removal of a number of bytes from the start.
  mutating func drop(_ count: Int) {
    position -= count
    if case .inQuotes(let quote) = state { state = .inQuotes(quote - count) }
  }

  /// Returns the offset of the first quote that begins a value and precedes the offset `end`.
  private func openingQuote(in bytes: UnsafeRawBufferPointer, upTo end: Int) -> Int? {
    var next = position
    while let quote = bytes.first(.quote, from: next, upTo: end) {
      // A quote at the current offset follows another quote or is not the first byte of a cell.
      if quote > position, bytes[quote - 1] == delimiter { return quote }
      next = quote + 1
    }
    return nil
  }
}

extension UInt8 {
  static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// A Boolean value that indicates whether the byte is a line feed or a carriage return.
  var isLineEnd: Bool { self == 0x0A || self == 0x0D }
}

/// The result of a search for the end of a quoted value.
enum ClosingQuote {
  case at(Int)

  /// The quote is not closed and is plain text.
  case missing

  /// The closing quote is not in the available bytes.
  ///
  /// The search continues at the associated offset.
  case unknown(from: Int)
}

extension UnsafeRawBufferPointer {
  /// Returns the offset of the first occurrence of a byte, or `nil` if there is none.
  func first(_ byte: UInt8, from start: Int, upTo end: Int? = nil) -> Int? {
    let end = end ?? count
    guard start < end, let base = baseAddress,
      let found = memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Returns the closing quote of an opening quote.
  ///
  /// - Parameters:
  ///   - quote: The offset of the opening quote.
  ///   - start: The offset at which the search begins or continues.
  ///   - isLast: A Boolean value that indicates whether the input has ended.
  func closing(_ quote: Int, from start: Int, isLast: Bool) -> ClosingQuote {
    let limit = quote + RowScan.quoteLimit
    var next = start
    while let found = first(.quote, from: next, upTo: Swift.min(count, limit + 1)) {
      if found + 1 == count { return isLast ? .at(found) : .unknown(from: found) }
      guard self[found + 1] == .quote else { return .at(found) }
      next = found + 2
    }
    return isLast || count > limit ? .missing : .unknown(from: Swift.max(next, count))
  }
}
