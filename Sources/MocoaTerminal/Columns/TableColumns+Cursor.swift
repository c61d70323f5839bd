/// The column cursor, and the commands on the column under it.
extension TableColumns {
  /// A movement of the column cursor.
  public enum CursorMovement: Hashable, Sendable {
    /// A movement by one column.
    case left, right

    /// A movement to the first or the last column.
    case first, last
  }

  /// The name of the field to which column commands apply.
  ///
  /// Without a column cursor, it is the field by which the items are sorted, or else the first
  /// column. It is `nil` if the table has no columns.
  public var commandField: String? {
    cursorField ?? orders.first { order in position(of: order.field) != nil }?.field
      ?? scrollOrder.first.map { fields[$0] }
  }

  /// The name of the field in the first column, or `nil` if the table has no columns.
  public var keyField: String? { scrollOrder.first.map { fields[$0] } }

  /// Moves the column cursor, and scrolls the table if the column is hidden.
  ///
  /// Without a column cursor, the movement starts at `commandField`.
  public func moveCursor(_ movement: CursorMovement) {
    guard let current = commandField.flatMap(position) else { return }
    let position =
      switch movement {
      case .left: max(0, current - 1)
      case .right: min(scrollOrder.count - 1, current + 1)
      case .first: 0
      case .last: scrollOrder.count - 1
      }
    cursorField = fields[scrollOrder[position]]
    reveal(position)
  }

  /// Removes the column cursor.
  ///
  /// - Returns: `false` if the table has no column cursor.
  public func removeCursor() -> Bool {
    defer { cursorField = nil }
    return cursorField != nil
  }

  /// Returns `true` if the header shows the name of a field.
  public func showsTitle(of field: String) -> Bool {
    fitting.indexes.contains { fields[$0] == field }
  }

  /// The position of a field in `scrollOrder`, or `nil` if it has no visible column.
  func position(of field: String) -> Int? {
    scrollOrder.firstIndex { fields[$0] == field }
  }

  /// Returns `true` if a field contains numbers or dates, whose largest values are usually of
  /// interest.
  public func hasQuantities(_ field: String) -> Bool {
    guard let index = fields.firstIndex(of: field) else { return false }
    return [.number, .date].contains(column(index).format.kind)
  }

  /// Returns `true` if the values of a field are numbers.
  public func hasNumbers(_ field: String) -> Bool {
    guard let index = fields.firstIndex(of: field) else { return false }
    return column(index).format.kind == .number
  }

  // MARK: - Scrolling

  /// Scrolls the columns so that one of them is visible.
  ///
  /// - Parameter position: The position of the column in `scrollOrder`.
  func reveal(_ position: Int) {
    let index = scrollOrder[position]
    if fitting.indexes.contains(index), position > 0 { return }
    let isForward = position > start
    start = position < frozenCount ? 0 : position
    fitting = makeFitting(in: lastWidth, from: start)
    if !fitting.indexes.contains(index) {
      // The frozen columns do not fit.
      start = position
      fitting = makeFitting(in: lastWidth, from: start)
    }
    // After a movement to the right, as many columns as fit precede the column.
    while isForward, start > 0 {
      let previous = before(start)
      let other = makeFitting(in: lastWidth, from: previous)
      guard other.indexes.contains(index) else { break }
      (start, fitting) = (previous, other)
    }
  }

  /// Returns the value of `start` after scrolling one column to the left.
  ///
  /// If column 1 fits completely next to column 0, the values 0 and 1 show the same columns. Value
  /// 1 is then skipped.
  func before(_ start: Int) -> Int {
    start == 2 && isSecondColumnFullWidth ? 0 : max(0, start - 1)
  }

  private var isSecondColumnFullWidth: Bool {
    let fitting = makeFitting(in: lastWidth, from: 0)
    return fitting.widths.count > 1 && fitting.widths[1] >= needed(fitting.indexes[1])
  }

  // MARK: - Commands

  /// Hides the column of a field, and moves the column cursor to the next column.
  ///
  /// - Returns: `false` if the table has no other column.
  public func hide(_ field: String) -> Bool {
    guard scrollOrder.count > 1, let position = position(of: field) else { return false }
    let next = position + 1 < scrollOrder.count ? position + 1 : position - 1
    if cursorField == field { cursorField = fields[scrollOrder[next]] }
    adjustments.hidden.insert(field)
    adjustments.frozen.removeAll { $0 == field }
    return true
  }

  /// The smallest width to which the user can make a column, in terminal columns.
  private static let smallestWidth = 3

  /// Makes the column of a field wider, or narrower if `change` is negative.
  public func resize(_ field: String, by change: Int) {
    guard let position = position(of: field) else { return }
    let index = scrollOrder[position]
    let width = visibleWidth(index) ?? needed(index)
    adjustments.widths[field] = min(Column.widest, max(Self.smallestWidth, width + change))
  }

  /// Makes the column of a field as wide as its longest measured value, or restores its width.
  ///
  /// - Returns: `true` if the column now shows its longest value.
  public func toggleFit(_ field: String) -> Bool {
    guard let index = fields.firstIndex(of: field) else { return false }
    let width = max(column(index).maxWidth, titleWidth(index, after: nil))
    let isFitted = adjustments.widths[field] == width
    adjustments.widths[field] = isFitted ? nil : width
    return !isFitted
  }

  /// Freezes the columns up to that of a field, or only the first column if these columns were
  /// frozen already.
  ///
  /// - Returns: The number of columns that stay in view.
  public func toggleFrozen(upTo field: String) -> Int {
    guard let position = position(of: field) else { return 1 }
    // A window has no space for more columns.
    let names = scrollOrder[...min(position, Self.maxColumns - 1)].map { fields[$0] }
    adjustments.frozen = adjustments.frozen == names ? [] : names
    return max(1, adjustments.frozen.count)
  }

  // MARK: - Drawing

  /// Returns the terminal columns of the column under the column cursor, and of its name in the
  /// header, in a window of `available` terminal columns.
  ///
  /// - Returns: `nil` without a column cursor, or if its column is not visible.
  func cursorColumns(width available: Int) -> (cell: Range<Int>, title: Range<Int>)? {
    let fitting = fitting(in: available)
    guard let cursorField,
      let position = fitting.indexes.firstIndex(where: { fields[$0] == cursorField })
    else { return nil }
    let cell = fitting.ranges[position]
    let index = fitting.indexes[position]
    let previous = position > 0 ? fitting.indexes[position - 1] : nil
    let width = min(cell.count, titleWidth(index, after: previous))
    let start =
      column(index).format.isRightAligned ? cell.upperBound - width : cell.lowerBound
    return (cell, start..<start + width)
  }
}
