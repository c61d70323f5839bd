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

  /// The format that a text is expected to have before it is examined.
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
  /// One row, or one row in ten, may have a different number of values if the first row contains
  /// column names and the second row has as many values. Without column names, one row in ten may
  /// differ if the sample has at least ten rows of at least three values.
  ///
  /// - Parameters:
  ///   - head: The beginning of the text.
  ///   - isWhole: A Boolean value that indicates whether `head` is the complete text.
  ///   - expectation: The format that the text is expected to have.
  ///   - hasHeader: A Boolean value that indicates whether the first row contains the column names,
  ///     or `nil` if that is unknown.
  init(
    of head: UnsafeRawBufferPointer, isComplete isWhole: Bool,
    _ expectation: DelimitedDialect.Expectation,
    hasHeader: Bool? = nil
  ) {
    let rowEnd = Self.rowEnd(of: head, isComplete: isWhole)
    func rows(_ delimiter: UInt8) -> SampleRows {
      SampleRows(head, delimiter, rowEnd, isComplete: isWhole)
    }
    guard case .delimited(let known) = expectation else {
      let isText = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0.isLineEnd }
      let choices = isText ? DelimitedDialect.candidates.map(rows) : []
      let found = Self.best(
        choices.filter { rows in
          rows.count >= (isWhole ? 2 : 3) && (rows.areRegular || rows.areNearlyRegular)
            && !rows.areSentences && !rows.areBracketed
        })
      self = found.map { .dialect($0.dialect(hasHeader, isExpected: false)) } ?? .notDelimited
      return
    }
    let choices = (known.map { [$0] } ?? DelimitedDialect.candidates).map(rows)
    // If no delimiter fits, the text has one column.
    self = .notDelimited
    guard let best = Self.best(choices) ?? choices.last else { return }
    let isSeen = isWhole || best.count >= 2
    self = isSeen ? .dialect(best.dialect(hasHeader, isExpected: true)) : .needsMoreInput
  }

  /// Returns `true` if no delimiter can make rows of a text of unknown format.
  ///
  /// The result does not depend on the text after these lines.
  static func isRuledOut(by head: UnsafeRawBufferPointer) -> Bool {
    DelimitedDialect.candidates.allSatisfy { delimiter in
      SampleRows(head, delimiter, .lineFeed, isComplete: false).areIrregular
    }
  }

  /// Returns the byte that ends the rows of a text, determined from the beginning of the text.
  private static func rowEnd(of head: UnsafeRawBufferPointer, isComplete isWhole: Bool) -> UInt8 {
    // A line feed may follow the last byte.
    let seen = isWhole ? head : UnsafeRawBufferPointer(rebasing: head.dropLast())
    let hasOnlyReturns =
      head.first(.lineFeed, from: 0) == nil && seen.first(.carriageReturn, from: 0) != nil
    return hasOnlyReturns ? .carriageReturn : .lineFeed
  }

  /// Returns the choice whose delimiter fits best, or `nil` if none fits.
  ///
  /// Of equally good choices, the first is returned.
  private static func best(_ choices: [SampleRows]) -> SampleRows? {
    let fit = choices.map(\.fit).max() ?? 0
    return choices.first { fit > 0 && $0.fit == fit }
  }
}

/// The first rows of a text, divided at one delimiter.
private struct SampleRows {
  let delimiter: UInt8
  private let rowEnd: UInt8
  private var columns: [ColumnSample] = []

  /// The number of values in each row.
  private var widths: [Int] = []

  /// A Boolean value that indicates whether a quote is inside a value that does not begin with one.
  private var hasStrayQuotes = false

  /// A Boolean value that indicates whether a row begins with a bracket, as in JSON and in many
  /// logs.
  private(set) var areBracketed = false

  /// The number of delimiters, and the number of those before a space or the end of the row.
  private var delimiters = (all: 0, spaced: 0)

  /// A Boolean value that indicates whether a value in the first row is empty.
  private var hasNamelessColumn = false

  init(
    _ head: UnsafeRawBufferPointer, _ delimiter: UInt8, _ rowEnd: UInt8, isComplete isWhole: Bool
  ) {
    (self.delimiter, self.rowEnd) = (delimiter, rowEnd)
    var start = 0
    while widths.count < DelimitedDialect.sample, start < head.count {
      let rest = UnsafeRawBufferPointer(rebasing: head[start...])
      var scan = RowScan(delimiter, rowEnd)
      guard let end = scan.end(in: rest, isLast: isWhole) else { return }
      start += end
      add(rest.row(upTo: end))
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
  /// If quotes are inside values, the delimiter probably occurs inside quotes, and the measure is
  /// lower.
  var fit: Int { regular > 0 && !hasStrayQuotes ? regular + DelimitedDialect.sample : regular }

  /// A Boolean value that indicates whether all rows have the same number of values, at least two.
  var areRegular: Bool { regular == count && count > 0 }

  /// A Boolean value that indicates whether the rows are neither regular nor nearly regular, even
  /// if regular rows follow.
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
  /// At least one of its values must be a text. In addition, more columns must have a text above
  /// other values than have a first value with the form of the values below it. If the text is
  /// expected to be delimited, it is sufficient that no first value has the form of the values
  /// below it. Otherwise, texts above texts may be a table without column names.
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
