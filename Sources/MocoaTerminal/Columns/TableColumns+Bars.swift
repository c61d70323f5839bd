internal import Mocoa
internal import MocoaModel

/// The scale of the bars in a column of numbers.
struct BarScale: Equatable {
  /// The number that fills a bar: the 98th percentile of the sampled numbers.
  let full: Double

  /// The minimum number of different numbers in a column with bars.
  private static let distinctMinimum = 8

  /// Creates a scale, or returns `nil` if bars would not show a difference.
  ///
  /// The numbers must not be negative, at least eight must differ, and the largest must be at least
  /// four times the first quartile.
  init?(_ numbers: [Double]) {
    let sorted = numbers.sorted()
    guard let least = sorted.first, let most = sorted.last, least >= 0,
      most >= 4 * sorted[sorted.count / 4], most > 0,
      zip(sorted, sorted.dropFirst()).count(where: { $0 != $1 }) + 1 >= Self.distinctMinimum
    else { return nil }
    let percentile = sorted[(sorted.count * 98 + 99) / 100 - 1]
    full = percentile > 0 ? percentile : most
  }

  /// Returns the bar of a number.
  ///
  /// The bar of a number above the scale ends with an arrow.
  func bar(_ number: Double?, width: Int) -> String {
    guard let number, number.isFinite else { return "" }
    if number > full { return BarText.bar(1, width: width - 1) + "▸" }
    return BarText.bar(number / full, width: width)
  }
}

extension TableColumns {
  /// Adds bars to the columns of a table that is completely visible, if there is free space.
  ///
  /// The column by which the items are sorted has a bar, or else the most important column of
  /// numbers. A wide window has two.
  ///
  /// - Parameters:
  ///   - fitting: The visible columns.
  ///   - available: The width of the window in terminal columns.
  ///   - reserved: The number of terminal columns at the right end that the header needs.
  func addBars(to fitting: inout ColumnFitting, _ available: Int, reserved: Int) {
    if addStyledBar(to: &fitting, available, reserved: reserved) { return }
    guard showsBars, available >= Self.barWindow, fitting.hiddenLeft + fitting.hiddenRight == 0,
      fitting.isComplete, let last = fitting.ranges.last
    else { return }
    let width = available >= Self.widerBarWindow ? 12 : 8
    let most = available >= Self.twoBarsWindow ? 2 : 1
    var free = available - reserved - last.upperBound
    let sorted = orders.first?.field
    let candidates = fitting.indexes.filter { column($0).bars != nil }.sorted {
      let (first, second) = (fields[$0] == sorted, fields[$1] == sorted)
      return first != second ? first : (-scores[$0], $0) < (-scores[$1], $1)
    }
    for index in candidates.prefix(most) where free > width {
      fitting.barColumns.insert(index)
      fitting.barWidth = width
      free -= width + 1
    }
  }

  /// Adds the bar that the style of the last column defines, if the column is visible and followed
  /// by enough free space.
  ///
  /// - Returns: `false` if no style defines a bar.
  private func addStyledBar(
    to fitting: inout ColumnFitting, _ available: Int, reserved: Int
  ) -> Bool {
    guard styles.contains(where: { $0.value.bar != nil }) else { return false }
    guard let index = fitting.indexes.last, styles[fields[index]]?.bar != nil,
      let last = fitting.ranges.last
    else { return true }
    let width = min(Self.styledBarWidth, available - reserved - last.upperBound - 1)
    if width >= Self.styledBarMinimum {
      fitting.barColumns.insert(index)
      fitting.barWidth = width
    }
    return true
  }

  /// The largest and the smallest width of a bar that a style defines, in terminal columns.
  private static let styledBarWidth = 20
  private static let styledBarMinimum = 4

  /// The minimum widths of windows with bars, with wider bars, and with two bars, in terminal
  /// columns without the margins.
  private static let barWindow = 80 - ListRenderer.gutter - ListRenderer.rightMargin
  private static let widerBarWindow = 140 - ListRenderer.gutter - ListRenderer.rightMargin
  private static let twoBarsWindow = 160 - ListRenderer.gutter - ListRenderer.rightMargin

  /// Returns the span of the bar after a value, or `nil` if the column has no bar.
  ///
  /// - Parameters:
  ///   - index: The index of the column.
  ///   - value: The value, or `nil` for an empty bar.
  ///   - item: The item with the value, or `nil` for an empty bar.
  ///   - fitting: The visible columns.
  func barSpan(
    _ index: Int, _ value: FieldValue?, of item: (any CellModel)?, _ fitting: ColumnFitting
  ) -> TextContent.Span? {
    guard fitting.barColumns.contains(index) else { return nil }
    let bar: String
    if let share = styles[fields[index]]?.bar {
      bar = BarText.bar(item.flatMap(share) ?? 0, width: fitting.barWidth)
    } else if let scale = column(index).bars {
      bar = scale.bar(value.flatMap(NumberFormatting.number), width: fitting.barWidth)
    } else {
      return nil
    }
    let width = fitting.barWidth + 1
    return .init(" " + bar, .bar, width: width, limit: width, alignment: .start, isJoined: true)
  }
}
