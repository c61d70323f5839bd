internal import Glibc

/// The search for the end of one row of delimited text, which may be interrupted anywhere.
///
/// A quote opens a cell only where that begins; within quotes `""` is a quote, and line ends are text.
/// A quote that is not closed within `quoteLimit` bytes, or at all, is text itself: so one stray quote
/// never makes the rest of a file one row.
struct RowScan {
  /// Behind an opening quote its closing one is looked for in so many bytes.
  static let quoteLimit = 1 << 20

  private let delimiter: UInt8
  private let rowEnd: UInt8
  private var state = State.atCell

  /// Where the search goes on.
  private var position = 0

  private enum State {
    case atCell
    case inCell

    /// Behind a quote that stands there.
    case inQuotes(Int)
  }

  /// A search from where a row begins.
  init(_ delimiter: UInt8, _ rowEnd: UInt8) {
    (self.delimiter, self.rowEnd) = (delimiter, rowEnd)
  }

  /// Searches on.
  ///
  /// - Parameters:
  ///   - bytes: what is not `settled` of those of the last time, and those behind.
  ///   - isLast: whether there will be no more bytes.
  /// - Returns: the place behind the row and its line end; nil where the row goes on.
  mutating func end(in bytes: UnsafeRawBufferPointer, isLast: Bool = false) -> Int? {
    // Where the next line ends, so that a line of many quoted cells is not searched again and again.
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

  /// How many of the bytes that were searched cannot be needed again.
  func settled(of count: Int) -> Int {
    if case .inQuotes(let quote) = state { quote } else { count }
  }

  /// Forgets bytes that are settled.
  mutating func drop(_ count: Int) {
    position -= count
    if case .inQuotes(let quote) = state { state = .inQuotes(quote - count) }
  }

  /// The first quote before a place that stands where a cell begins.
  private func openingQuote(in bytes: UnsafeRawBufferPointer, upTo end: Int) -> Int? {
    var place = position
    while let quote = bytes.first(.quote, from: place, upTo: end) {
      // One where the search goes on stands behind another quote, or is no first byte.
      if quote > position, bytes[quote - 1] == delimiter { return quote }
      place = quote + 1
    }
    return nil
  }
}

extension UInt8 {
  static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// Whether the byte ends lines.
  var isLineEnd: Bool { self == 0x0A || self == 0x0D }
}

/// Where a quoted cell ends.
enum ClosingQuote {
  case at(Int)

  /// Nowhere: the opening quote is text.
  case missing

  /// Not in the bytes that are there; to be looked for from a place on.
  case unknown(from: Int)
}

extension UnsafeRawBufferPointer {
  /// Where a byte is found first.
  func first(_ byte: UInt8, from start: Int, upTo end: Int? = nil) -> Int? {
    let end = end ?? count
    guard start < end, let base = baseAddress,
      let found = memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Where the quotes end that a quote opens.
  ///
  /// - Parameters:
  ///   - start: from where to look, as an earlier search said.
  ///   - isLast: whether there will be no more bytes.
  func closing(_ quote: Int, from start: Int, isLast: Bool) -> ClosingQuote {
    let limit = quote + RowScan.quoteLimit
    var place = start
    while let found = first(.quote, from: place, upTo: Swift.min(count, limit + 1)) {
      if found + 1 == count { return isLast ? .at(found) : .unknown(from: found) }
      guard self[found + 1] == .quote else { return .at(found) }
      place = found + 2
    }
    return isLast || count > limit ? .missing : .unknown(from: Swift.max(place, count))
  }
}
