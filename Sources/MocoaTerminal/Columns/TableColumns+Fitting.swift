/// The columns that fit in a window, with their widths.
struct ColumnFitting {
  /// The indexes of the visible columns.
  var indexes: [Int] = []

  /// The widths of the visible columns, in terminal columns.
  var widths: [Int] = []

  /// The number of columns at the left that the user has frozen, or 0 if no line follows them.
  var frozenCount = 0

  /// The indexes of the columns with bars after the values, and the width of the bars.
  var barColumns: Set<Int> = []
  var barWidth = 0

  /// The number of hidden columns to the left and to the right of the visible ones.
  var hiddenLeft = 0
  var hiddenRight = 0

  /// The text at the right end of the header, which counts hidden columns, or an empty text.
  var mark = ""

  /// A Boolean value that indicates whether all columns after the first have the width they need.
  var isComplete = true

  /// The terminal columns of the visible columns.
  var ranges: [Range<Int>] {
    var start = 0
    return widths.indices.map { position in
      let bar = barColumns.contains(indexes[position]) ? barWidth + 1 : 0
      let range = start..<start + widths[position] + bar
      start = range.upperBound + TextContentDrawing.gap
      if position + 1 == frozenCount { start += Self.edgeWidth }
      return range
    }
  }

  /// The width of the line to the right of the frozen columns with a gap, in terminal columns.
  static let edgeWidth = 1 + TextContentDrawing.gap
}

extension TableColumns {
  /// Returns the indexes of the most important columns that fit in a window, in column order.
  ///
  /// Texts are shortened before a column is omitted. The first column and the frozen columns always
  /// remain.
  func columnsThatFit(in available: Int) -> [Int] {
    let gap = TextContentDrawing.gap
    var kept = importantColumns.filter { !isHidden($0) }
    let frozen = frozenIndexes
    if !frozen.isEmpty { kept = frozen + kept.filter { !frozen.contains($0) } }
    func minimum(_ indexes: [Int]) -> Int {
      indexes.reduce(gap * max(0, indexes.count - 1)) { $0 + minWidth($1, after: nil) }
    }
    var sum = minimum(kept)
    while kept.count > 1, sum > available {
      // Of columns with the same score, the last one leaves first.
      guard
        let worst = kept.indices.dropFirst(max(1, frozen.count)).min(by: {
          (scores[kept[$0]], -$0) < (scores[kept[$1]], -$1)
        })
      else { break }
      sum -= minWidth(kept[worst], after: nil) + gap
      kept.remove(at: worst)
    }
    return kept
  }

  /// The width of the number of hidden columns with the gap before it, in terminal columns.
  private var markWidth: Int { "+\(fields.count)".utf8.count + TextContentDrawing.gap }

  /// Returns the columns that fit in a window of `available` terminal columns.
  ///
  /// - Parameters:
  ///   - available: The width of the window.
  ///   - start: The index in `scrollOrder` of the first column after column 0.
  func makeFitting(in available: Int, from start: Int) -> ColumnFitting {
    guard !scrollOrder.isEmpty, available > 0 else { return ColumnFitting() }
    var fitting = fitting(within: available, from: start)
    fitting.mark = headerMark(fitting)
    let width = Canvas.columns(of: fitting.mark, atMost: available)
    addBars(
      to: &fitting, available, reserved: width > 0 ? width + TextContentDrawing.gap : 0)
    guard !fitting.mark.isEmpty, headerWidth(fitting) + TextContentDrawing.gap + width > available
    else {
      return fitting
    }
    // The mark takes its space from the columns, unless the window is very narrow.
    if fitting.hiddenRight == 0 || available < 4 * width {
      fitting.mark = ""
      return fitting
    }
    let hasConstants = !constantFields.isEmpty && available >= 5 * width
    // The number may have one digit more.
    let reserved = hasConstants ? width + 1 + TextContentDrawing.gap : markWidth
    var others = self.fitting(within: available - reserved, from: start)
    others.mark =
      hasConstants ? headerMark(others) : "+\(others.hiddenRight + hiddenCount)"
    return others
  }

  /// Returns the numbers of hidden columns and of fields with one value.
  private func headerMark(_ fitting: ColumnFitting) -> String {
    let hidden = fitting.hiddenRight + hiddenCount
    var marks = hidden > 0 ? ["+\(hidden)"] : []
    if !constantFields.isEmpty { marks.append("+\(constantFields.count) \(Self.constantMark)") }
    return marks.joined(separator: " ")
  }

  /// Returns the number of terminal columns that the titles of visible columns use.
  private func headerWidth(_ fitting: ColumnFitting) -> Int {
    guard let last = fitting.indexes.last, let lastWidth = fitting.widths.last else { return 0 }
    let before = fitting.ranges.last?.lowerBound ?? 0
    let previous = fitting.indexes.dropLast().last
    if column(last).format.isRightAligned { return before + lastWidth }
    let title = headerTitle(last, after: previous, lastWidth)
    let mark = titleMark(last).unicodeScalars.count
    return before + min(lastWidth, Canvas.columns(of: title, atMost: 60) + mark)
  }

  /// The width in terminal columns to which column 0 shrinks next to a column that the user has
  /// scrolled to.
  private static let narrowKey = 8

  private func fitting(within available: Int, from start: Int) -> ColumnFitting {
    let gap = TextContentDrawing.gap
    let key = scrollOrder[0]
    var chosen = [key]
    var sum = minWidth(key, after: nil)
    for index in scrollOrder[1..<frozenCount] {
      let width = minWidth(index, after: chosen.last)
      if sum + gap + width > available { break }
      chosen.append(index)
      sum += gap + width
    }
    var frozen = chosen.count
    if !adjustments.frozen.isEmpty { sum += ColumnFitting.edgeWidth }
    var end = frozen
    let isScrolled = start >= frozen && scrollOrder.indices.contains(start)
    if isScrolled {
      // The column to which the user scrolled is shown completely, if necessary alone.
      let index = scrollOrder[start]
      let width = needed(index)
      if sum + gap + width <= available {
        chosen.append(index)
        sum += gap + width
      } else {
        sum = minWidth(key, after: nil)
        let keyWidth = max(min(sum, Self.narrowKey), min(sum, available - gap - width))
        (chosen, sum) =
          keyWidth + gap + width <= available
          ? ([key, index], keyWidth + gap + width) : ([index], min(available, width))
        frozen = chosen.count - 1
      }
      end = start + 1
    }
    while end < scrollOrder.count, chosen.count < Self.maxColumns {
      let width = minWidth(scrollOrder[end], after: chosen.last)
      if sum + gap + width > available { break }
      chosen.append(scrollOrder[end])
      sum += gap + width
      end += 1
    }
    let hasEdge =
      !adjustments.frozen.isEmpty && frozen == frozenIndexes.count && frozen < chosen.count
    let widths = widths(
      of: chosen, full: isScrolled ? scrollOrder[start] : nil,
      hasEdge ? available - ColumnFitting.edgeWidth : available)
    return ColumnFitting(
      indexes: chosen, widths: widths, frozenCount: hasEdge ? frozen : 0,
      hiddenLeft: isScrolled ? start - frozen : 0,
      hiddenRight: scrollOrder.count - end,
      isComplete: zip(chosen, widths).allSatisfy { $0 == key || $1 >= needed($0) })
  }

  /// Returns the widths of columns in a window of `available` terminal columns.
  ///
  /// Space that remains makes shortened texts longer, and then stays free at the right.
  ///
  /// - Parameters:
  ///   - indexes: The indexes of the columns.
  ///   - full: The index of the column that is shown completely if possible, or `nil`.
  private func widths(of indexes: [Int], full: Int?, _ available: Int) -> [Int] {
    let columns = max(indexes.count, available - TextContentDrawing.gap * (indexes.count - 1))
    var widths: [Int] = []
    var least: [Int] = []
    for (position, index) in indexes.enumerated() {
      let previous = position > 0 ? indexes[position - 1] : nil
      widths.append(needed(index, after: previous))
      least.append(index == full ? min(needed(index), columns) : minWidth(index, after: previous))
    }
    var rest = columns - widths.reduce(0, +)
    // Too little space: the longest texts become shorter, then all columns from the first.
    while rest < 0 {
      let longest = widths.indices.filter { widths[$0] > least[$0] }.max {
        widths[$0] <= widths[$1]
      }
      guard let longest else { break }
      widths[longest] -= 1
      rest += 1
    }
    for position in widths.indices where rest < 0 && indexes[position] != full {
      let step = min(-rest, widths[position] - 1)
      widths[position] -= step
      rest += step
    }
    if rest < 0, let position = indexes.firstIndex(where: { $0 == full }) {
      widths[position] = max(1, widths[position] + rest)
    }
    // Space is left: shortened texts grow in column order.
    for (position, index) in indexes.enumerated() where rest > 0 {
      let most = adjustments.widths[fields[index]] ?? column(index).maxWidth
      let step = min(rest, max(0, most - widths[position]))
      widths[position] += step
      rest -= step
    }
    return widths
  }

  /// Returns the width in terminal columns that a column needs.
  ///
  /// - Parameters:
  ///   - index: The index of the column.
  ///   - previous: The index of the column to the left of it, or `nil`.
  func needed(_ index: Int, after previous: Int? = nil) -> Int {
    if let width = adjustments.widths[fields[index]] { return width }
    return max(1, column(index).usualWidth, titleWidth(index, after: previous))
  }

  /// Returns the smallest width of a column, in terminal columns.
  private func minWidth(_ index: Int, after previous: Int?) -> Int {
    adjustments.widths[fields[index]] ?? column(index).minWidth(needed(index, after: previous))
  }

  /// Returns the marks after the title of a column: an arrow with the number of a further sort
  /// order, and an asterisk for a filter.
  func titleMark(_ index: Int) -> String {
    let field = fields[index]
    var mark = ""
    if let number = orders.firstIndex(where: { $0.field == field }) {
      mark = orders[number].isDescending ? "▼" : "▲"
      if number > 0 { mark += String(number + 1) }
    }
    return filteredFields.contains(field) ? mark + "*" : mark
  }

  /// Returns the width of the title of a column with its marks, in terminal columns.
  func titleWidth(_ index: Int, after previous: Int?) -> Int {
    let title = title(index, after: previous)
    let width = Canvas.columns(of: title, atMost: 60)
    return max(1, width) + titleMark(index).unicodeScalars.count
  }

  /// Returns `true` if a column has space for the day that its cells omit, after its title.
  ///
  /// - Parameters:
  ///   - index: The index of the column.
  ///   - previous: The index of the column to the left of it, or `nil`.
  ///   - width: The width of the column in terminal columns.
  func showsDay(_ index: Int, after previous: Int?, _ width: Int) -> Bool {
    guard let day = column(index).format.omittedDay else { return false }
    let rest = width - titleWidth(index, after: previous) - 1
    return rest > 0 && Canvas.columns(of: day, atMost: rest + 1) <= rest
  }

  /// Returns the title of a column in the header, with the day that its cells omit if it has space
  /// for both.
  func headerTitle(_ index: Int, after previous: Int?, _ width: Int) -> String {
    let title = title(index, after: previous)
    guard showsDay(index, after: previous, width), let day = column(index).format.omittedDay else {
      return title
    }
    return "\(title) \(day)"
  }

  /// Returns the title of a column.
  ///
  /// The title omits the objects that contain the column to the left too: `.city` follows
  /// `user.name`.
  func title(_ index: Int, after previous: Int?) -> String {
    let path = fields[index]
    guard let previous else { return path }
    let (own, other) = (path.split(separator: "."), fields[previous].split(separator: "."))
    let count = min(zip(own, other).prefix { $0 == $1 }.count, own.count - 1)
    guard count > 0, other.count > count else { return path }
    return "." + own[count...].joined(separator: ".")
  }
}
