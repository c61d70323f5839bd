public import Mocoa
public import MocoaModel

/// A table of fields, which shows items in columns below a header.
///
/// The rows of the table replace the views that modules have registered for the items. If the
/// window is too narrow for all columns, the first column stays in view and the others scroll
/// horizontally.
///
/// The width of a column depends on the first items of the list and on the items that were drawn.
/// Drawing can only make a column wider, so that the layout stays stable while the user scrolls.
/// Only a new query resets the widths. In a narrow window, columns are shortened.
///
/// - Complexity: Every operation costs O(visible columns), independent of the number of fields.
@MainActor
public final class TableColumns {
  /// The names of the fields, in column order.
  public let fields: [String]

  private let isUserSelected: Bool

  /// The names of the fields if the user requested them, or `nil` if the program selected them.
  public var requestedFields: [String]? { isUserSelected ? fields : nil }

  /// A closure that returns the values of fields of an item.
  ///
  /// It returns `nil` if the item is not shown as a table row.
  private let values: @MainActor (_ item: any CellModel, _ names: [String]) -> [FieldValue?]?

  /// The measured columns by index.
  ///
  /// Columns that were never visible are missing.
  private var columns: [Int: Column] = [:]

  /// The index of the first visible column after column 0, which is always visible.
  ///
  /// The index is 0 if the table is not scrolled.
  private var start = 0

  /// The width of the window in terminal columns at the last layout.
  private var lastWidth = 0

  /// The sort direction of each field by which the items are sorted; `true` means descending.
  private var orders: [String: Bool] = [:]

  /// The query that produced the current items, or `nil` before the first query.
  private var query: AnyHashable?

  /// The number of measured items, and the item count of the list at the time of the measurement.
  private var measured = (items: 0, of: -1)

  /// A Boolean value that indicates whether drawing has changed the layout since the last call of
  /// `consumeLayoutChange()`.
  ///
  /// The layout changes if a column becomes wider, and if its values become numeric or stop being
  /// numeric.
  private var hasChanged = false

  /// The maximum number of visible columns.
  ///
  /// Usual windows have no space for more columns, and reading more values is slow.
  private static let maxColumns = 100

  /// The maximum number of items that are measured: 20 to 200.
  ///
  /// Lists with many fields use fewer items, because looking up a field takes longer there.
  private var sampleLimit: Int { min(200, max(20, 200_000 / max(1, fields.count))) }

  /// The maximum number of characters that are shown of an array or object.
  private static let textLimit = 200

  /// A horizontal movement of all columns except the first column.
  public enum HorizontalScroll: Hashable, Sendable {
    /// A movement by one column.
    case left, right

    /// A movement to the first or the last column.
    case first, last
  }

  /// Creates columns for fields.
  ///
  /// - Parameters:
  ///   - fields: The names of the fields, in column order.
  ///   - isChosen: A Boolean value that indicates whether the user requested these fields, not the
  ///     program.
  ///   - values: A closure that returns the values of the named fields of an item, or `nil` if the
  ///     item is not shown as a table row.
  public init(
    _ fields: [String], isChosen: Bool = false,
    values: @escaping @MainActor (_ item: any CellModel, _ names: [String]) -> [FieldValue?]?
  ) {
    (self.fields, self.isUserSelected, self.values) = (fields, isChosen, values)
  }

  /// Scrolls all columns except the first column.
  ///
  /// Scrolling to the right stops when the last column is completely visible.
  public func scroll(_ way: HorizontalScroll) {
    switch way {
    case .left: start = before(start)
    case .right:
      let fitting = fitting(in: lastWidth)
      guard fields.count > 1, fitting.hidden > 0 || !fitting.isFullWidth else { return }
      start = min(fields.count - 1, start > 0 ? start + 1 : isSecondColumnFullWidth ? 2 : 1)
    case .first: start = 0
    case .last: start = max(0, fields.count - 1)
    }
  }

  /// Returns the value of `start` after scrolling one column to the left.
  ///
  /// If column 1 fits completely next to column 0, the values 0 and 1 show the same columns. Value
  /// 1 is then skipped.
  private func before(_ start: Int) -> Int {
    start == 2 && isSecondColumnFullWidth ? 0 : max(0, start - 1)
  }

  private var isSecondColumnFullWidth: Bool {
    let fitting = fitting(in: lastWidth, from: 0)
    return fitting.widths.count > 1 && fitting.widths[1] >= needed(1)
  }

  /// Sets the sort order of the items, which the header shows with arrows.
  public func show(orders: [(field: String, isDescending: Bool)]) {
    self.orders = Dictionary(
      orders.map { ($0.field, $0.isDescending) }, uniquingKeysWith: { first, _ in first })
  }

  /// Resets the column widths if the query has changed since the last call.
  ///
  /// - Parameter question: The query that produces the current items.
  public func resetWidths(for question: AnyHashable) {
    if self.query != nil, self.query != question {
      columns = [:]
      measured = (0, -1)
    }
    self.query = question
  }

  // MARK: - Measuring

  /// Measures the first items of a list in the columns that a window of `room` terminal columns may
  /// show.
  ///
  /// If the list grows before enough items were measured, the items are measured again.
  ///
  /// - Complexity: O(sections), plus a fixed number of items and columns.
  public func measure(_ list: ListSnapshot, width room: Int) {
    let count = list.itemCount
    if count != measured.of, measured.items < sampleLimit {
      measured = (0, count)
      for place in columns.keys { columns[place]?.isMeasured = false }
    }
    self.lastWidth = room
    let most = min(Self.maxColumns, room / (1 + TextContentDrawing.gap) + 2)
    let first = max(1, start)
    measureColumns(of: list, [0] + (min(first, fields.count)..<min(fields.count, first + most)))
    if start > 0, start + most >= fields.count {
      // After the last column there is empty space that columns before `start` may fill.
      measureColumns(of: list, Array(max(1, start - most)..<start))
      while start > 0 {
        let next = fitting(in: room, from: before(start))
        guard next.hidden == 0, next.isFullWidth else { break }
        start = before(start)
      }
    }
    hasChanged = false
  }

  private func measureColumns(of list: ListSnapshot, _ candidates: [Int]) {
    let places = candidates.filter { $0 < fields.count && !column($0).isMeasured }
    guard !places.isEmpty else { return }
    let names = places.map { fields[$0] }
    var items = 0
    for section in list.sections where items < sampleLimit {
      for place in 0..<min(section.items.count, sampleLimit - items) {
        items += 1
        guard let values = values(section.items.element(at: place), names) else { continue }
        measureColumns(of: values, places)
      }
    }
    measured.items = max(measured.items, items)
    for place in places { columns[place]?.isMeasured = true }
  }

  /// Returns `true` if drawing has changed the layout since the last call of this method.
  ///
  /// In this case the list must be drawn again.
  func consumeLayoutChange() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  private func measureColumns(of values: [FieldValue?], _ places: [Int]) {
    for (place, value) in zip(places, values) {
      var column = column(place)
      let isNew = column.measure(
        value.map(Self.text) ?? "", isNumber: value?.isNumber ?? false)
      columns[place] = column
      hasChanged = hasChanged || isNew
    }
  }

  private func column(_ place: Int) -> Column {
    if let column = columns[place] { return column }
    let column = Column(title: fields[place])
    columns[place] = column
    return column
  }

  // MARK: - Drawing

  /// Returns the header row of a window of `room` terminal columns: the names of the visible
  /// fields.
  ///
  /// If columns on the right are hidden, the row ends with the number of hidden columns. If columns
  /// on the left are hidden, a `‹` precedes the first column after them.
  public func header(width room: Int) -> TextContent.Line {
    let fitting = fitting(in: room)
    var spans: [TextContent.Span] = []
    for (index, place) in fitting.indexes.enumerated() {
      let before = index > 0 ? fitting.indexes[index - 1] : -1
      let isBehindHidden = place > before + 1
      var width = fitting.widths[index]
      if isBehindHidden {
        // The sign is in the gap; if the first column is hidden too, the sign shortens the name.
        let room = index > 0 ? TextContentDrawing.gap : min(1, width - 1)
        spans.append(
          .init("‹", .detail, width: room, limit: room, alignment: .end, isJoined: true))
        if index == 0 { width -= room }
      }
      let isLast = index == fitting.indexes.count - 1
      var title = title(at: place, width, isLast: isLast)
      title[0].isJoined = isBehindHidden
      spans += title
    }
    return .init(spans, trailing: fitting.hasMark ? [.init("+\(fitting.hidden)", .detail)] : [])
  }

  /// Returns the header of a column: the name of the field, followed by an arrow if the items are
  /// sorted by it.
  private func title(at place: Int, _ width: Int, isLast: Bool) -> [TextContent.Span] {
    let column = column(place)
    guard let isDescending = orders[column.title] else {
      return [span(column.title, .heading, at: place, width, isLast: isLast)]
    }
    let arrow = isDescending ? "▼" : "▲"
    let room = max(0, width - 1)
    if column.isNumeric {
      return [
        .init(column.title, .heading, width: room, limit: room, alignment: .end),
        .init(arrow, .heading, width: 1, limit: 1, isJoined: true),
      ]
    }
    let used = min(room, Canvas.columns(of: column.title, atMost: room + 1))
    return [
      .init(column.title, .heading, width: used, limit: used),
      .init(arrow, .heading, width: width - used, limit: 1, alignment: .start, isJoined: true),
    ]
  }

  /// Returns the row of an item in a window of `room` terminal columns.
  ///
  /// - Returns: The row, or `nil` if the item is not shown as a table row.
  public func row(for item: any CellModel, width room: Int) -> TextContent.Line? {
    let fitting = fitting(in: room)
    guard let values = values(item, fitting.indexes.map { fields[$0] }) else { return nil }
    measureColumns(of: values, fitting.indexes)
    let remark = (item as? any FieldReadable)?.warningMessage
    return .init(
      fitting.indexes.enumerated().map { index, place in
        let text = values.indices.contains(index) ? values[index].map(Self.text) ?? "" : ""
        let role: TextContent.Role =
          place == 0 ? .title : column(place).isNumeric ? .number : .text
        return span(
          text, role, at: place, fitting.widths[index],
          isLast: index == fitting.indexes.count - 1)
      }, trailing: remark.map { [.init("✗ \($0)", .warning)] } ?? [])
  }

  /// Returns the names of the fields in one line, in the format of `text(of:upTo:)`.
  ///
  /// - Parameter count: The maximum number of fields.
  public func fieldsText(upTo count: Int = .max) -> String {
    fields.prefix(count).joined(separator: "  ")
  }

  /// Returns the values of an item in one line, in the format for printing and line mode.
  ///
  /// An empty value becomes `-`. A screen reader does not speak a gap, so the next value would seem
  /// to belong to the empty column.
  ///
  /// - Parameters:
  ///   - item: The view model of the item.
  ///   - count: The maximum number of fields.
  /// - Returns: The text, or `nil` if the item is not shown as a table row.
  public func text(of item: any CellModel, upTo count: Int = .max) -> String? {
    let fields = count < fields.count ? Array(fields.prefix(count)) : fields
    guard let values = values(item, fields) else { return nil }
    func text(of value: FieldValue?) -> String {
      let text = value.map { $0.isNull ? "" : $0.scalarString ?? $0.summary(limit: .max) } ?? ""
      return text.isEmpty ? "-" : text
    }
    var texts = values.map(text)
    if let record = item as? any FieldReadable, let remark = record.warningMessage {
      // Keep the values after the common columns too.
      let others = isUserSelected ? [] : record.fieldNames.dropFirst(fields.count)
      texts += others.map { text(of: record.field($0)) }
      texts.append("✗ \(remark)")
    }
    return texts.joined(separator: "  ")
  }

  /// Returns the field whose column contains a terminal column, in a window of `room` terminal
  /// columns.
  ///
  /// - Parameter column: The terminal column, from 0.
  /// - Returns: The name of the field, or `nil` if the terminal column is outside all columns.
  func field(at column: Int, width room: Int) -> String? {
    let fitting = fitting(in: room)
    let mark = fitting.hasMark ? "+\(fitting.hidden)".utf8.count : 0
    guard column >= 0, column < room - mark else { return nil }
    var end = 0
    for (place, width) in zip(fitting.indexes, fitting.widths) {
      end += width + TextContentDrawing.gap
      if column < end { return fields[place] }
    }
    // The last column also covers the rest of the row.
    return fitting.indexes.last.map { fields[$0] }
  }

  private func span(
    _ text: String, _ role: TextContent.Role, at place: Int, _ width: Int, isLast: Bool
  ) -> TextContent.Span {
    let isNumeric = column(place).isNumeric
    // The last column extends to the end of the row, unless its numbers must align vertically.
    return .init(
      text, role, width: width, limit: isLast && !isNumeric ? nil : width,
      alignment: isNumeric ? .end : .start)
  }

  private static func text(of value: FieldValue) -> String {
    if value.isNull { return "" }
    return value.scalarString ?? value.summary(limit: textLimit)
  }
}

// MARK: - Fitting

extension TableColumns {
  /// The columns that fit in a window, with their widths.
  private struct Fitting {
    var indexes: [Int] = []
    var widths: [Int] = []

    /// The number of hidden columns on the right.
    var hidden = 0

    /// A Boolean value that indicates whether the header shows the number of hidden columns.
    var hasMark = false

    /// A Boolean value that indicates whether all columns after the first have the width they need.
    var isFullWidth = true
  }

  /// Returns the minimum width of a shortened column in a window of `room` terminal columns.
  ///
  /// Columns are shortened so that more columns fit. In a usual window a shortened column still
  /// fits a date with a time, and in a small window the beginning of a word.
  private static func minWidth(in room: Int) -> Int { min(16, max(8, room * 2 / 9)) }

  private func fitting(in room: Int, from start: Int? = nil) -> Fitting {
    let start = start ?? self.start
    var all = fitting(within: room, from: start)
    guard all.hidden > 0, let last = all.indexes.last else { return all }
    // The number of hidden columns must not cover a name. It appears after the last name if space
    // is left there, and otherwise takes its space from the columns.
    let gap = TextContentDrawing.gap
    let mark = "+\(fields.count)".utf8.count + gap
    let end = zip(all.indexes, all.widths).dropLast().reduce(0) { $0 + $1.1 + gap }
    let column = column(last)
    // The signs before and after the name count too.
    let signs = (orders[column.title] == nil ? 0 : 1) + (last > 0 && all.indexes.count == 1 ? 1 : 0)
    all.hasMark = !column.isNumeric && end + column.titleWidth + signs + mark <= room
    // A very narrow window has no space to spare for the number.
    if all.hasMark || room < 4 * mark { return all }
    var others = fitting(within: room - mark, from: start)
    others.hasMark = true
    return others
  }

  /// Returns the columns that fit in a window, starting at a column index.
  ///
  /// If the columns do not fit with the widths they need, the widest are shortened. The column to
  /// which the user scrolled gets the width it needs, so that every value can be read.
  private func fitting(within room: Int, from start: Int) -> Fitting {
    guard !fields.isEmpty else { return Fitting() }
    let gap = TextContentDrawing.gap
    let narrowest = Self.minWidth(in: room)
    let moved = start > 0 ? start : nil
    var (places, sum) = ([0], min(needed(0), narrowest))
    var full: Int?
    if let moved, sum + gap + min(needed(moved), narrowest) > room { (places, sum) = ([], 0) }
    for place in min(max(1, start), fields.count)..<fields.count {
      let used = places.isEmpty ? 0 : sum + gap
      var least = min(needed(place), narrowest)
      if place == moved {
        least = min(needed(place), max(least, room - used))
        full = least
      }
      if used + least > room, !places.isEmpty { break }
      places.append(place)
      sum = used + least
      if places.count == Self.maxColumns { break }
    }
    let widths = widths(of: places, moved, full, room)
    return Fitting(
      indexes: places, widths: widths, hidden: fields.count - 1 - (places.last ?? 0),
      isFullWidth: zip(places, widths).allSatisfy { $0 == 0 || $1 >= needed($0) })
  }

  /// Returns the widths of columns in a window of `room` terminal columns.
  ///
  /// - Parameters:
  ///   - places: The indexes of the columns.
  ///   - moved: The index of the column to which the user scrolled, or `nil` if the table is not
  ///     scrolled.
  ///   - full: The width of the column `moved`.
  private func widths(of places: [Int], _ moved: Int?, _ full: Int?, _ room: Int) -> [Int] {
    var rest = max(places.count, room - TextContentDrawing.gap * (places.count - 1))
    var widths = places.map { $0 == moved ? full ?? 0 : needed($0) }
    // The scrolled column comes first. Narrow columns get what they need, and the others share the
    // rest in equal parts.
    let order = widths.indices.sorted { one, other in
      if places[one] == moved || places[other] == moved { return places[one] == moved }
      return (widths[one], one) < (widths[other], other)
    }
    for (number, index) in order.enumerated() {
      let share = places[index] == moved ? rest : rest / (order.count - number)
      widths[index] = min(widths[index], max(1, share))
      rest -= widths[index]
    }
    return widths
  }

  /// Returns the width in terminal columns that a column needs.
  private func needed(_ place: Int) -> Int {
    let column = column(place)
    // The arrow of the sort direction follows the name.
    return orders[column.title] == nil ? column.width : max(column.width, column.titleWidth + 1)
  }
}
