/// How a delimited text is written.
///
/// Cells may be quoted by `"`, which stands in quotes as `""`.
struct DelimitedDialect: Hashable, Sendable {
  /// What stands between cells.
  var delimiter: UInt8

  /// Whether the first row names the columns.
  var hasHeader: Bool

  /// What rows end with: a carriage return only where there is no line feed.
  var rowEnd = UInt8.lineFeed

  /// How sure it is that a text is delimited, before it is looked at.
  enum Expectation: Equatable {
    /// It may be anything: only a text that can hardly be anything else is delimited.
    case nothing

    /// It is, perhaps with a known delimiter.
    case delimited(by: UInt8?)
  }

  /// What can be told by the beginning of a text.
  enum Guess: Equatable {
    case dialect(DelimitedDialect)

    /// It is not delimited, as far as can be told.
    case nothing

    /// More has to be seen.
    case unknown
  }

  /// So many rows are looked at.
  static let sample = 100

  /// What may stand between cells, by how unlikely it is in any other text: a semicolon before the
  /// comma, which is a decimal point where semicolons are used.
  fileprivate static let candidates: [UInt8] = [
    UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: ","),
  ]
}

extension DelimitedDialect.Guess {
  /// Tells by the beginning of a text.
  ///
  /// Where nothing says that the text is delimited, its rows must have the same number of cells, two at
  /// least; there must be two rows, or three where more is to come; none may begin with a bracket, no
  /// byte may be one that text does not have; and commas and semicolons with a blank or a line end behind
  /// each are a sentence, or code. One row, or one in ten, may have more or fewer cells where the first
  /// names the columns and the second is as wide; without names, one in ten of ten rows or more that
  /// are three cells wide.
  ///
  /// - Parameters:
  ///   - isWhole: whether this is all of the text.
  ///   - hasHeader: whether the first row names the columns, where that is known.
  init(
    of head: UnsafeRawBufferPointer, isWhole: Bool, _ expectation: DelimitedDialect.Expectation,
    hasHeader: Bool? = nil
  ) {
    let rowEnd = Self.rowEnd(of: head, isWhole: isWhole)
    func rows(_ delimiter: UInt8) -> SampleRows {
      SampleRows(head, delimiter, rowEnd, isWhole: isWhole)
    }
    guard case .delimited(let known) = expectation else {
      let isText = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0.isLineEnd }
      let choices = isText ? DelimitedDialect.candidates.map(rows) : []
      let found = Self.best(
        choices.filter { rows in
          rows.count >= (isWhole ? 2 : 3) && (rows.areRegular || rows.areNearlyRegular)
            && !rows.areSentences && !rows.areBracketed
        })
      self = found.map { .dialect($0.dialect(hasHeader, isExpected: false)) } ?? .nothing
      return
    }
    let choices = (known.map { [$0] } ?? DelimitedDialect.candidates).map(rows)
    // Where none fits, there is one column.
    self = .nothing
    guard let best = Self.best(choices) ?? choices.last else { return }
    let isSeen = isWhole || best.count >= 2
    self = isSeen ? .dialect(best.dialect(hasHeader, isExpected: true)) : .unknown
  }

  /// Whether no delimiter can make rows of a text of which nothing says that it is delimited, whatever
  /// follows these lines.
  static func isRuledOut(by head: UnsafeRawBufferPointer) -> Bool {
    DelimitedDialect.candidates.allSatisfy { delimiter in
      SampleRows(head, delimiter, .lineFeed, isWhole: false).areIrregular
    }
  }

  /// What the rows of a text end with, by its beginning.
  private static func rowEnd(of head: UnsafeRawBufferPointer, isWhole: Bool) -> UInt8 {
    // A line feed may come behind the last byte.
    let seen = isWhole ? head : UnsafeRawBufferPointer(rebasing: head.dropLast())
    let hasOnlyReturns =
      head.first(.lineFeed, from: 0) == nil && seen.first(.carriageReturn, from: 0) != nil
    return hasOnlyReturns ? .carriageReturn : .lineFeed
  }

  /// The first of those that fit best; nil where none does.
  private static func best(_ choices: [SampleRows]) -> SampleRows? {
    let fit = choices.map(\.fit).max() ?? 0
    return choices.first { fit > 0 && $0.fit == fit }
  }
}

/// The first rows of a text, as one delimiter makes them.
private struct SampleRows {
  let delimiter: UInt8
  private let rowEnd: UInt8
  private var columns: [ColumnSample] = []

  /// How many cells each row has.
  private var widths: [Int] = []

  /// Whether there are quotes where no cell begins or ends.
  private var hasStrayQuotes = false

  /// Whether a row begins as JSON does, or as many lines of logs.
  private(set) var areBracketed = false

  /// How many delimiters there are, and behind how many of them is a blank or the end of the row.
  private var delimiters = (all: 0, spaced: 0)

  /// Whether a cell of the first row is empty.
  private var hasNamelessColumn = false

  init(_ head: UnsafeRawBufferPointer, _ delimiter: UInt8, _ rowEnd: UInt8, isWhole: Bool) {
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
    areBracketed = areBracketed || RecordForm(openedBy: row[0]) != nil
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
        hasStrayQuotes || cell.fault != nil
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

  /// How many rows have as many cells as the first, which are several.
  private var regular: Int {
    widths.first.map { width in width < 2 ? 0 : widths.count { $0 == width } } ?? 0
  }

  /// How well the delimiter fits: one that leaves quotes in cells that have none stands in quotes.
  var fit: Int { regular > 0 && !hasStrayQuotes ? regular + DelimitedDialect.sample : regular }

  /// Whether all rows have the same number of cells, which are several.
  var areRegular: Bool { regular == count && count > 0 }

  /// Whether the rows are not regular, and rows that follow do not make them regular or nearly so.
  var areIrregular: Bool {
    areBracketed || widths.count > 1 && (widths[0] < 2 || widths[1] != widths[0])
  }

  /// Whether nearly all rows have the same number of cells, in a way that no other text has.
  var areNearlyRegular: Bool {
    guard widths.count > 2, widths[0] > 1, widths[1] == widths[0],
      2 * delimiters.spaced < delimiters.all
    else { return false }
    let ragged = count - regular
    if 10 * ragged <= count, count >= 10, widths[0] > 2 { return true }
    return ragged <= max(1, count / 10) && !hasNamelessColumn && hasHeader(isExpected: false)
  }

  /// Whether the rows look like sentences.
  var areSentences: Bool {
    delimiters.spaced == delimiters.all
      && (delimiter == UInt8(ascii: ",") || delimiter == UInt8(ascii: ";"))
  }

  /// How the rows are written.
  func dialect(_ hasHeader: Bool?, isExpected: Bool) -> DelimitedDialect {
    DelimitedDialect(
      delimiter: delimiter, hasHeader: hasHeader ?? self.hasHeader(isExpected: isExpected),
      rowEnd: rowEnd)
  }

  /// Whether the first row names the columns.
  ///
  /// It does not where more of its cells look like those below than look otherwise, or where none of
  /// them is a text. Where it is not known that the text is delimited, a cell below must be of another
  /// kind than its name, as a number is: for then it may have come without names.
  private func hasHeader(isExpected: Bool) -> Bool {
    let votes = columns.count(where: \.speaksForName)
    let against = columns.count(where: \.speaksAgainstName)
    return columns.contains(where: \.isNamed)
      && (votes > against || (isExpected && against == 0))
  }
}

extension UnsafeRawBufferPointer {
  /// The first row without its line end.
  func row(upTo end: Int) -> UnsafeRawBufferPointer {
    var end = end
    while end > 0, self[end - 1].isLineEnd { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[..<end])
  }
}
