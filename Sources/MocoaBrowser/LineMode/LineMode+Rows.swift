internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The output of the rows of a list, each with its number.
extension LineMode {
  /// Returns a number of rows in words.
  static func rows(_ count: Int) -> String { localized("\(count, one: "row", other: "rows")") }

  /// The maximum number of rows that one command prints, which limits the time of the command.
  private static let mostRows = 1000

  /// The maximum number of table columns that are printed.
  private static let mostColumns = 100

  /// The maximum number of hidden items that one command skips.
  private static let mostHidden = 4096

  /// The number of lines for rows that fit on the terminal.
  ///
  /// Four lines are reserved for the title, the status and the prompt.
  private var room: Int { max(1, terminal.size.rows - 4) }

  /// The number of items in the list, or 0 if the page is not a list.
  var rowCount: Int { listPage?.list.snapshot.itemCount ?? 0 }

  /// Returns the path of the item with a number, or `nil` if the list has no such item.
  func path(ofRow number: Int) -> ItemPath? {
    number > 0 ? listPage?.list.snapshot.path(forItemAt: number - 1) : nil
  }

  func number(of path: ItemPath) -> Int {
    (listPage?.list.snapshot.flatIndex(of: path) ?? 0) + 1
  }

  /// The number of the current row, from 1.
  var currentRow: Int { browser.listScreen?.itemNumber ?? 1 }

  /// Makes the row with a number the current one.
  ///
  /// - Returns: `true` if the row exists. Otherwise the method prints an error.
  @discardableResult
  func go(toRow number: Int) -> Bool {
    guard rowCount > 0 else {
      write(localized("no rows"))
      return false
    }
    guard path(ofRow: number) != nil, browser.listScreen?.move(toItem: number) == true else {
      writeMissingRow(number)
      return false
    }
    browser.syncCursors()
    return true
  }

  func writeMissingRow(_ number: Int) {
    write(localized("no row \(number) (last row: \(rowCount))"))
  }

  /// Prints rows, starting at the row with a number.
  ///
  /// - Parameters:
  ///   - first: The number of the first row.
  ///   - last: The number of the last row, or `nil` to print as many rows as fit.
  ///   - movesCursor: A Boolean value that indicates whether the first row becomes the current row.
  func writeRows(from first: Int, to last: Int? = nil, movesCursor: Bool = true) {
    guard let page = listPage else { return writeDrawnScreen() }
    browser.session?.updateColumns()
    guard let start = path(ofRow: max(1, first)) else { return writeEmptyMessage(page) }
    if movesCursor, currentRow != max(1, first) { go(toRow: max(1, first)) }
    let columns = browser.listScreen?.rowColumns
    if let columns, first <= 1 {
      writeTruncated(SanitizedText.line(columns.fieldsText(upTo: Self.mostColumns)))
    }
    let renderer = PlainTextRenderer(
      isDebugging: browser.navigator.isDebugging, columns: columns, maxColumns: Self.mostColumns)
    var place: ItemPath? = start
    var (said, lines, hidden) = (0, 0, 0)
    var numbers: (first: Int, last: Int)?
    var number = max(1, first)
    while let path = place, last.map({ number <= $0 }) ?? isRoom(rows: said, lines: lines),
      hidden < Self.mostHidden, said < Self.mostRows
    {
      let texts = renderer.lines(of: page.list.cell(at: path))
      if texts.isEmpty {
        hidden += 1
      } else {
        if path.item == 0, let header = page.list.header(ofSection: path.section) {
          lines += writeLines(renderer.lines(of: header))
        }
        lines += writeRow(number, at: path, texts)
        numbers = (numbers?.first ?? number, number)
        said += 1
      }
      if path.item + 1 == page.list.snapshot.sections[path.section].items.count,
        let footer = page.list.footer(ofSection: path.section)
      {
        lines += writeLines(renderer.lines(of: footer))
      }
      lastWrittenPath = path
      number += 1
      place = page.list.snapshot.path(after: path)
      if said.isMultiple(of: 256) { page.list.releaseOffscreenViewModels() }
    }
    page.list.releaseOffscreenViewModels()
    writeRange(numbers, hidden: hidden, isEnd: place == nil)
  }

  private func isRoom(rows: Int, lines: Int) -> Bool {
    if let rowsAtOnce { return rows < rowsAtOnce }
    return lines < room
  }

  /// Prints lines that do not belong to a row.
  ///
  /// - Returns: The number of lines.
  private func writeLines(_ lines: [String]) -> Int {
    for line in lines { writeTruncated(line) }
    return lines.count
  }

  private func writeRow(_ number: Int, at path: ItemPath, _ texts: [String]) -> Int {
    let mark = browser.listScreen?.isMarked(path) == true ? "*" : ""
    let name = "\(number)\(mark)"
    for (place, text) in texts.enumerated() {
      let lead = place == 0 ? name : String(repeating: " ", count: name.count)
      writeTruncated("\(lead)  \(text)")
    }
    return texts.count
  }

  private func writeRange(_ numbers: (first: Int, last: Int)?, hidden: Int, isEnd: Bool) {
    var parts: [String] = []
    if let numbers {
      parts.append(
        numbers.first == numbers.last
          ? localized("row \(numbers.first) of \(rowCount)")
          : localized("rows \(numbers.first)–\(numbers.last) of \(rowCount)"))
    }
    if hidden > 0 { parts.append(localized("\(hidden) hidden (debug shows the reasons)")) }
    if case .loading(let fraction)? = listPage?.list.phase, work == nil {
      parts.append(
        fraction.map { localized("loading \(Int($0 * 100)) %") } ?? localized("loading"))
    } else if isEnd {
      parts.append(localized("the end"))
    }
    if let marked = browser.listScreen?.markedCount, marked > 0 {
      parts.append(localized("\(marked) marked"))
    }
    write(parts.joined(separator: localized(", ")))
    if case .failed(let reason)? = listPage?.list.phase { write(reason) }
  }

  /// Prints the reason why the list has no rows.
  private func writeEmptyMessage(_ page: ListPageViewModel) {
    switch page.list.phase {
    case .loading: write(localized("waiting for data"))
    case .failed(let reason): write(reason)
    case .finished:
      if !browser.queries.statusText.isEmpty {
        return write(localized("no matches (\"filter\" without text clears the filter)"))
      }
      write(page.list.source.emptyMessage ?? page.emptyMessage)
    }
  }

  /// Prints the rows after the last printed row.
  func writeNextRows() {
    guard listPage != nil else { return writeMore() }
    guard let last = lastWrittenPath else { return writeRows(from: 1) }
    let next = number(of: last) + 1
    if next <= rowCount { return writeRows(from: next) }
    write(rowCount == 0 ? localized("no rows") : localized("already at the last row"))
  }

  /// Prints the rows before the current row that fit on the terminal.
  func writePreviousRows() {
    let (last, count) = (currentRow - 1, rowsAtOnce ?? room)
    if last < 1 { return write(localized("already at the first row")) }
    writeRows(from: max(1, last - count + 1), to: last)
  }

  /// Prints the last rows of the list that fit on the terminal.
  func writeLastRows(movesCursor: Bool = true) {
    writeRows(
      from: max(1, rowCount - (rowsAtOnce ?? room) + 1), to: rowCount, movesCursor: movesCursor)
  }

  /// Prints the rows that were appended to a list that is followed.
  func writeAppendedRows() {
    let count = rowsAtOnce ?? room
    let first = max(lastWrittenPath.map { number(of: $0) + 1 } ?? 1, rowCount - count + 1)
    if first <= rowCount { writeRows(from: first, to: rowCount, movesCursor: false) }
  }
}
