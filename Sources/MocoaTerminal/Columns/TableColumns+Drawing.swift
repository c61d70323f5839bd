internal import MocoaLocalization
public import Mocoa
public import MocoaModel

extension TableColumns {
  /// The word after the number of fields that have the same value in all items.
  static var constantMark: String { localized("same") }

  /// Returns the header row of a window of `available` terminal columns: the names of the visible
  /// fields.
  ///
  /// If columns on the right are hidden, the row ends with their number.
  ///
  /// - Parameters:
  ///   - available: The width of the window.
  ///   - marksMatch: A Boolean value that indicates whether the number is highlighted, because a
  ///     hidden column matches a filter or a search.
  public func header(width available: Int, marksMatch: Bool = false) -> TextContent.Line {
    let fitting = fitting(in: available)
    var spans: [TextContent.Span] = []
    for (position, index) in fitting.indexes.enumerated() {
      let previous = position > 0 ? fitting.indexes[position - 1] : nil
      spans += titleSpans(of: index, after: previous, fitting.widths[position])
      if let bar = barSpan(index, nil, of: nil, fitting) { spans.append(bar) }
      if position + 1 == fitting.frozenCount { spans.append(Self.frozenEdge) }
    }
    return .init(
      spans,
      trailing: fitting.mark.isEmpty ? [] : [.init(fitting.mark, marksMatch ? .match : .accent)])
  }

  /// Returns the number of hidden columns to the left, such as `2‹`, or an empty text.
  ///
  /// - Parameters:
  ///   - available: The width of the window in terminal columns.
  ///   - limit: The maximum length of the text in terminal columns.
  func hiddenLeftMark(width available: Int, limit: Int) -> String {
    let count = fitting(in: available).hiddenLeft
    if count == 0 { return "" }
    let text = "\(count)‹"
    return text.unicodeScalars.count <= limit ? text : "‹"
  }

  /// Returns the days that visible cells omit and that the header does not show, such as
  /// `22 Nov 2026`.
  ///
  /// The names of the fields precede the days if the visible columns have different days.
  ///
  /// - Parameters:
  ///   - available: The width of the window in terminal columns.
  ///   - hasHeader: A Boolean value that indicates whether the header is visible.
  func omittedDays(width available: Int, hasHeader: Bool) -> String {
    let fitting = fitting(in: available)
    var days: Set<String> = []
    var omitted: [(name: String, day: String)] = []
    for (position, index) in fitting.indexes.enumerated() {
      guard let day = column(index).format.omittedDay else { continue }
      days.insert(day)
      let previous = position > 0 ? fitting.indexes[position - 1] : nil
      if hasHeader, showsDay(index, after: previous, fitting.widths[position]) { continue }
      omitted.append((fields[index], day))
    }
    if days.count == 1 { return omitted.first?.day ?? "" }
    return omitted.map { "\($0.name) \($0.day)" }.joined(separator: " · ")
  }

  /// The line to the right of the frozen columns.
  private static let frozenEdge = TextContent.Span("│", .guide, width: 1, limit: 1)

  /// Returns the header of a column: the name of the field, the day that its cells omit if there is
  /// space for it, an arrow if the items are sorted by it, and an asterisk if they are filtered on
  /// it.
  private func titleSpans(
    of index: Int, after previous: Int?, _ width: Int
  ) -> [TextContent.Span] {
    let text = headerTitle(index, after: previous, width)
    let isRightAligned = column(index).format.isRightAligned
    let mark = titleMark(index)
    if mark.isEmpty {
      return [
        .init(
          text, .header, width: width, limit: width, alignment: isRightAligned ? .end : .start)
      ]
    }
    let markWidth = mark.unicodeScalars.count
    let available = max(0, width - markWidth)
    if isRightAligned {
      return [
        .init(text, .header, width: available, limit: available, alignment: .end),
        .init(mark, .accent, width: min(width, markWidth), limit: width, isJoined: true),
      ]
    }
    let used = min(available, Canvas.columns(of: text, atMost: available + 1))
    return [
      .init(text, .header, width: used, limit: used),
      .init(
        mark, .accent, width: width - used, limit: width, alignment: .start, isJoined: true),
    ]
  }

  /// Returns the row of an item in a window of `available` terminal columns.
  ///
  /// - Returns: The row, or `nil` if the item is not shown as a table row.
  public func row(for item: any CellModel, width available: Int) -> TextContent.Line? {
    row(for: item, width: available, change: nil)?.line
  }

  /// Returns the row of an item, with marks in the cells whose values have changed, and with
  /// highlights of the parts that match a filter or a search.
  ///
  /// - Returns: The row, and a Boolean value that indicates whether a hidden column matches.
  func row(
    for item: any CellModel, width available: Int, change: ItemChange?,
    _ highlighter: (any MatchHighlighter)? = nil
  ) -> (line: TextContent.Line, hasHiddenMatch: Bool)? {
    var fitting = fitting(in: available)
    guard let values = values(of: item, in: fitting.indexes) else { return nil }
    let cells = zip(fitting.indexes, values).map { ($0, cell(of: $1, in: column($0), item)) }
    widen(for: cells)
    fitting = self.fitting(in: available)
    let remark = (item as? any FieldReadable)?.warningMessage
    let former = formerTexts(in: fitting.indexes, values, change)
    let difference = (item as? any ComparedItem)?.difference
    let isSecondary = (item as? any FormattedItem)?.isSecondary ?? false
    let old = formerValues(of: item, fitting.indexes.map { fields[$0] })
    let matches = highlighter?.matches(in: item)
    var budget = HighlightBudget()
    var spans: [TextContent.Span] = []
    for (position, (element, width)) in zip(cells, fitting.widths).enumerated() {
      let (index, cell) = element
      let format = column(index).format
      let isLast = position == cells.count - 1
      let style = styles[fields[index]]
      let isKey = index == scrollOrder.first && cell.role != .quiet && style?.cell == nil
      let role = style?.role?(values[position]) ?? cell.role
      // The last column extends to the end of the row, unless its numbers must align vertically.
      let isOpen = isLast && !format.isRightAligned && format.kind == .text
      var span = TextContent.Span(
        cell.text, isSecondary ? .quiet : isKey ? .key : role, width: width,
        limit: isOpen ? nil : width,
        alignment: format.isRightAligned ? .end : .start)
      if let matches, let value = values[position] {
        span = budget.highlight(
          span, matches.match(of: value, at: fields[index], shownAs: cell.text))
      }
      if let difference,
        let compared = comparedSpans(
          span, difference, (values[position], old?[position]), index, width: available)
      {
        spans += compared
      } else if let former = former[position] {
        spans += ChangedCell.spans(span, former: former.text, step: former.step)
      } else {
        spans.append(span)
      }
      if let bar = barSpan(index, values[position], of: item, fitting) { spans.append(bar) }
      if position + 1 == fitting.frozenCount { spans.append(Self.frozenEdge) }
    }
    let shown = fitting.indexes.map { fields[$0] }
    let hasHiddenMatch =
      matches?.haveHiddenMatch(besides: shown, showsMatch: budget.isUsed) ?? false
    let line = TextContent.Line(
      spans, trailing: remark.map { [.init("✗ \($0)", .warning)] } ?? [])
    return (line, hasHiddenMatch)
  }

  /// Returns the row of a footer, such as totals, below the columns.
  ///
  /// - Parameter indent: The number of terminal columns before the first column.
  /// - Returns: The row, or `nil` if the footer has no values in the columns.
  func footer(_ item: any CellModel, width available: Int, indent: Int) -> TextContent.Line? {
    guard item is any TableFooter, var line = row(for: item, width: available) else { return nil }
    for index in line.leading.indices { line.leading[index].role = .quiet }
    guard let first = line.leading.first else { return nil }
    line.leading[0] = .init(
      String(repeating: " ", count: indent) + first.text, .quiet, width: first.width + indent,
      limit: first.limit.map { $0 + indent }, alignment: first.alignment)
    return line
  }

  /// Returns the former texts of the cells whose values have changed, and the number of refreshes
  /// since the change.
  ///
  /// - Parameters:
  ///   - indexes: The indexes of the columns.
  ///   - values: The values of the item in these columns.
  ///   - change: The recent change of the item, or `nil`.
  private func formerTexts(
    in indexes: [Int], _ values: [FieldValue?], _ change: ItemChange?
  ) -> [(text: String, step: Int)?] {
    var former = [(text: String, step: Int)?](repeating: nil, count: indexes.count)
    var newer = values
    for item in change?.formerItems ?? [] {
      let formerItem = item.read()
      guard let older = self.values(of: formerItem, in: indexes) else { break }
      for position in indexes.indices
      where former[position] == nil && older[position] != newer[position] {
        let column = column(indexes[position])
        former[position] = (cell(of: older[position], in: column, formerItem).text, item.step)
      }
      newer = older
    }
    return former
  }

  /// Returns the field whose column contains a terminal column, in a window of `available` terminal
  /// columns.
  ///
  /// - Parameter column: The terminal column, from 0.
  /// - Returns: The name of the field, or `nil` if the terminal column is outside all columns.
  func field(at column: Int, width available: Int) -> String? {
    let fitting = fitting(in: available)
    let mark = Canvas.columns(of: fitting.mark, atMost: available)
    guard column >= 0, column < available - mark else { return nil }
    for (index, range) in zip(fitting.indexes, fitting.ranges)
    where column < range.upperBound + TextContentDrawing.gap {
      return fields[index]
    }
    // The last column also covers the rest of the row.
    return fitting.indexes.last.map { fields[$0] }
  }
}
