internal import MocoaModel

/// The notation of a delimited text: its delimiter, its row ends, and whether it has column names.
///
/// Values may be quoted by `"`. A quote inside quotes is written as `""`.
struct DelimitedDialect: Hashable, Sendable {
  /// The byte between the values of a row.
  var delimiter: UInt8

  /// A Boolean value that indicates whether the first row contains the column names.
  var hasHeader: Bool

  /// The byte at the end of rows.
  ///
  /// It is a carriage return only if the text has no line feed.
  var rowEnd = UInt8.lineFeed

  /// The format of a text that options and the file name suggest.
  enum Expectation: Equatable {
    /// Any format.
    ///
    /// The text is delimited only if no other format is likely.
    case unspecified

    /// Delimited text, with the associated delimiter if it is not `nil`.
    case delimited(by: UInt8?)
  }

  /// The result of examining the beginning of a text.
  enum Detection: Equatable {
    case dialect(DelimitedDialect)

    /// The text is not delimited, or this is unlikely.
    case notDelimited

    /// The format is unknown until more of the text is available.
    case needsMoreInput
  }

  /// The maximum number of rows that are examined.
  static let sample = 100

  /// The possible delimiters, the least likely in other text first.
  ///
  /// The semicolon precedes the comma, because texts with semicolons use the comma as the decimal
  /// point.
  fileprivate static let candidates: [UInt8] = [
    UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: ","),
  ]
}

extension DelimitedDialect.Detection {
  /// Examines the beginning of a text.
  ///
  /// If the format of the text is unknown, it is delimited under these conditions:
  ///
  /// - All rows have the same number of values, at least two.
  /// - The beginning has at least two rows, or three if more text follows.
  /// - No row begins with a bracket.
  /// - The beginning has no control characters except tabs and line ends.
  /// - The delimiter is not a comma or semicolon that a space or a row end always follows, as in
  ///   prose and code.
  ///
  /// After the first two rows, one row, or one row in ten, may have a different number of values if
  /// the first row contains column names. Without column names, one row in ten may differ if the
  /// sample has at least ten rows and the first row has at least three values.
  ///
  /// - Parameters:
  ///   - head: The beginning of the text.
  ///   - isComplete: A Boolean value that indicates whether `head` is the complete text.
  ///   - expectation: The format that options and the file name suggest.
  ///   - hasHeader: A Boolean value that indicates whether the first row contains the column names,
  ///     or `nil` if that is unknown.
  init(
    of head: UnsafeRawBufferPointer, isComplete: Bool,
    _ expectation: DelimitedDialect.Expectation,
    hasHeader: Bool? = nil
  ) {
    let rowEnd = Self.rowEnd(of: head, isComplete: isComplete)
    func rows(_ delimiter: UInt8) -> SampleRows {
      SampleRows(head, delimiter, rowEnd, isComplete: isComplete)
    }
    guard case .delimited(let expected) = expectation else {
      let isText = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0.isLineEnd }
      let choices = isText ? DelimitedDialect.candidates.map(rows) : []
      let found = Self.best(
        choices.filter { rows in
          rows.count >= (isComplete ? 2 : 3) && (rows.areRegular || rows.areNearlyRegular)
            && !rows.areSentences && !rows.areBracketed
        })
      self = found.map { .dialect($0.dialect(hasHeader, isExpected: false)) } ?? .notDelimited
      return
    }
    let choices = (expected.map { [$0] } ?? DelimitedDialect.candidates).map(rows)
    // If no delimiter fits, the text has one column.
    self = .notDelimited
    guard let best = Self.best(choices) ?? choices.last else { return }
    let isSeen = isComplete || best.count >= 2
    self = isSeen ? .dialect(best.dialect(hasHeader, isExpected: true)) : .needsMoreInput
  }

  /// Returns `true` if a text of unknown format is not delimited, whichever delimiter is assumed.
  ///
  /// - Parameter head: The first lines of the text. Later lines cannot change the result.
  static func isRuledOut(by head: UnsafeRawBufferPointer) -> Bool {
    DelimitedDialect.candidates.allSatisfy { delimiter in
      SampleRows(head, delimiter, .lineFeed, isComplete: false).areIrregular
    }
  }

  /// Returns the byte that ends the rows of a text, determined from the beginning of the text.
  private static func rowEnd(of head: UnsafeRawBufferPointer, isComplete: Bool) -> UInt8 {
    // A line feed may follow the last byte.
    let seen = isComplete ? head : UnsafeRawBufferPointer(rebasing: head.dropLast())
    let hasOnlyReturns =
      head.first(.lineFeed, from: 0) == nil && seen.first(.carriageReturn, from: 0) != nil
    return hasOnlyReturns ? .carriageReturn : .lineFeed
  }

  /// Returns the first of the samples whose delimiter fits best, or `nil` if no delimiter fits.
  private static func best(_ choices: [SampleRows]) -> SampleRows? {
    let fit = choices.map(\.fit).max() ?? 0
    return choices.first { fit > 0 && $0.fit == fit }
  }
}

/// The first rows of a text, divided at one delimiter.
private struct SampleRows {
  private let delimiter: UInt8
  private let rowEnd: UInt8
  private var columns: [ColumnSample] = []

  /// The number of values in each row.
  private var widths: [Int] = []

  /// A Boolean value that indicates whether a quote appears inside a value that does not begin with
  /// a quote.
  private var hasStrayQuotes = false

  /// A Boolean value that indicates whether any row begins with a bracket, as in JSON and in many
  /// logs.
  private(set) var areBracketed = false

  /// The number of all delimiters, and the number of delimiters before a space or the end of a row.
  private var delimiters = (all: 0, spaced: 0)

  /// A Boolean value that indicates whether a value in the first row is empty.
  private var hasNamelessColumn = false

  init(
    _ head: UnsafeRawBufferPointer, _ delimiter: UInt8, _ rowEnd: UInt8, isComplete: Bool
  ) {
    (self.delimiter, self.rowEnd) = (delimiter, rowEnd)
    var start = 0
    while widths.count < DelimitedDialect.sample, start < head.count {
      let remaining = UnsafeRawBufferPointer(rebasing: head[start...])
      var scan = RowScan(delimiter, rowEnd)
      guard let end = scan.end(in: remaining, isLast: isComplete) else { return }
      start += end
      add(remaining.row(upTo: end))
    }
  }

  private mutating func add(_ row: UnsafeRawBufferPointer) {
    if row.isEmpty { return }
    areBracketed = areBracketed || RecordLayout(openedBy: row[0]) != nil
    var width = 0
    for cell in RowCells(row, delimiter) {
      let form = CellForm(row[cell.inner])
      if widths.isEmpty {
        columns.append(ColumnSample(form))
      } else if width < columns.count {
        columns[width].take(form)
      }
      let isQuoted = cell.inner != cell.range
      hasStrayQuotes =
        hasStrayQuotes || cell.error != nil
        || (!isQuoted
          && row.first(.quote, from: cell.range.lowerBound, upTo: cell.range.upperBound) != nil)
      if widths.isEmpty, cell.inner.isEmpty { hasNamelessColumn = true }
      if width > 0 {
        let next = cell.range.lowerBound
        delimiters.all += 1
        if next == row.count || row[next] == UInt8(ascii: " ") { delimiters.spaced += 1 }
      }
      width += 1
    }
    widths.append(width)
  }

  var count: Int { widths.count }

  /// The number of rows that have as many values as the first row, or 0 if the first row has fewer
  /// than two.
  private var regular: Int {
    widths.first.map { width in width < 2 ? 0 : widths.count { $0 == width } } ?? 0
  }

  /// A measure of how well the delimiter fits the rows.
  ///
  /// The measure is lower if unquoted values contain quotes, because the delimiter then probably
  /// divides quoted text.
  var fit: Int { regular > 0 && !hasStrayQuotes ? regular + DelimitedDialect.sample : regular }

  /// A Boolean value that indicates whether all rows have the same number of values, at least two.
  var areRegular: Bool { regular == count && count > 0 }

  /// A Boolean value that indicates whether the first rows show that the text is not delimited,
  /// regardless of later rows.
  var areIrregular: Bool {
    areBracketed || widths.count > 1 && (widths[0] < 2 || widths[1] != widths[0])
  }

  /// A Boolean value that indicates whether nearly all rows have the same number of values, in a
  /// pattern that is typical of delimited text.
  var areNearlyRegular: Bool {
    guard widths.count > 2, widths[0] > 1, widths[1] == widths[0],
      2 * delimiters.spaced < delimiters.all
    else { return false }
    let ragged = count - regular
    if 10 * ragged <= count, count >= 10, widths[0] > 2 { return true }
    return ragged <= max(1, count / 10) && !hasNamelessColumn && hasHeader(isExpected: false)
  }

  /// A Boolean value that indicates whether the rows look like sentences.
  var areSentences: Bool {
    delimiters.spaced == delimiters.all
      && (delimiter == UInt8(ascii: ",") || delimiter == UInt8(ascii: ";"))
  }

  /// Returns the dialect of the rows.
  func dialect(_ hasHeader: Bool?, isExpected: Bool) -> DelimitedDialect {
    DelimitedDialect(
      delimiter: delimiter, hasHeader: hasHeader ?? self.hasHeader(isExpected: isExpected),
      rowEnd: rowEnd)
  }

  /// Returns `true` if the first row contains the column names.
  ///
  /// At least one value of the first row must be a text. Each column suggests that the row contains
  /// names, suggests that it does not, or suggests neither. The result is `true` if more columns
  /// suggest names than suggest the opposite. If the text is expected to be delimited, it is
  /// sufficient that no column suggests the opposite.
  private func hasHeader(isExpected: Bool) -> Bool {
    let votes = columns.count(where: \.suggestsHeader)
    let against = columns.count(where: \.suggestsNoHeader)
    return columns.contains(where: \.isNamed)
      && (votes > against || (isExpected && against == 0))
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the first row without its line end.
  ///
  /// - Parameter end: The offset after the row.
  func row(upTo end: Int) -> UnsafeRawBufferPointer {
    var end = end
    while end > 0, self[end - 1].isLineEnd { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[..<end])
  }
}

/// The form of a value in a row, which distinguishes column names from values.
enum CellForm {
  case empty
  case text

  /// A text that begins with a digit.
  case code
  case number

  /// A number that can also be a column name, as in a table by years.
  case year

  /// A day, a time, or a text in a similar notation.
  case date

  /// Creates the form of a value, ignoring spaces around its text.
  init(_ cell: some Collection<UInt8>) {
    let blank = UInt8(ascii: " ")
    let text = Array(cell.drop { $0 == blank }.reversed().drop { $0 == blank }.reversed())
    let digits = text.count(where: \.isDigit)
    if text.isEmpty {
      self = .empty
    } else if digits == 0 {
      self = .text
    } else if digits == 4, text.count == 4, text.starts(with: "19".utf8) || text[0] == 0x32 {
      self = .year
    } else if Self.isNumber(text) {
      self = .number
    } else {
      self = Self.isDate(text) ? .date : text[0].isDigit ? .code : .text
    }
  }

  /// Returns `true` if a text is a number: digits with an optional sign, points or commas, an
  /// exponent or a percent sign.
  private static func isNumber(_ text: [UInt8]) -> Bool {
    let isSigned = text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+")
    var remaining = text.dropFirst(isSigned ? 1 : 0).drop { $0.isDigit || $0 == 0x2C || $0 == 0x2E }
    if let byte = remaining.first, byte | 0x20 == UInt8(ascii: "e"), remaining.count < text.count {
      remaining = remaining.dropFirst()
      if remaining.first == UInt8(ascii: "-") || remaining.first == UInt8(ascii: "+") {
        remaining.removeFirst()
      }
      return !remaining.isEmpty && remaining.allSatisfy(\.isDigit)
    }
    return remaining.isEmpty || remaining.elementsEqual("%".utf8)
  }

  /// Returns `true` if a text has only digits and the separators of days and times.
  private static func isDate(_ text: [UInt8]) -> Bool {
    text[0].isDigit && text.allSatisfy { $0.isDigit || "-/:.,+ TZ".utf8.contains($0) }
      && text.contains { "-/:".utf8.contains($0) }
  }
}

/// A sample of the values in one column, which shows whether the first value is a column name.
struct ColumnSample {
  private let first: CellForm
  private var below: Set<CellForm> = []

  init(_ first: CellForm) { self.first = first }

  /// Adds the form of a value that follows the first value.
  mutating func take(_ form: CellForm) { below.insert(form) }

  /// A Boolean value that indicates whether the first value is a text, which can be a column name.
  var isNamed: Bool { first == .text || first == .code }

  /// A Boolean value that indicates whether the first value is a text and other values follow, none
  /// of which is a text.
  var suggestsHeader: Bool {
    isNamed && !below.isEmpty && below.isDisjoint(with: [.text, .code])
  }

  /// A Boolean value that indicates whether the first value has the form of the values below it.
  ///
  /// This is the case for a number above numbers, a year above years, and a date above dates.
  /// Without other values in the column, it is the case for any number, year or date, and for a
  /// text that begins with a digit.
  var suggestsNoHeader: Bool {
    let below = below.subtracting([.empty])
    return switch first {
    case .empty, .text: false
    case .code: self.below.isEmpty
    case .number: below.isSubset(of: [.number, .year])
    case .year, .date: below.isSubset(of: [first])
    }
  }
}
