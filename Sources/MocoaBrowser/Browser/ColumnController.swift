internal import Mocoa
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// Moves the column cursor, and performs commands on its column.
@MainActor
final class ColumnController {
  /// The number of terminal columns by which a command makes a column wider or narrower.
  static let widthStep = 4

  private unowned let context: any ControllerContext
  private unowned let queries: QueryController

  init(_ context: any ControllerContext, queries: QueryController) {
    (self.context, self.queries) = (context, queries)
  }

  /// Returns the table columns of the focused list, or shows a message if it has none.
  private func tableColumns() -> TableColumns? {
    if let columns = context.listScreen?.rowColumns { return columns }
    context.showMessage(
      localized("no columns\(context.keys.hint((.columns, localized("shows fields in columns"))))"))
    return nil
  }

  /// Returns the table columns, and the field to which column commands apply.
  private func target() -> (columns: TableColumns, field: String)? {
    guard let columns = tableColumns(), let field = columns.commandField else { return nil }
    return (columns, field)
  }

  // MARK: - Cursor

  func moveCursor(_ movement: TableColumns.CursorMovement) {
    tableColumns()?.moveCursor(movement)
  }

  /// Removes the column cursor.
  ///
  /// - Returns: `false` if the focused list has no column cursor.
  func removeCursor() -> Bool { context.listScreen?.rowColumns?.removeCursor() ?? false }

  // MARK: - Sorting and filtering

  /// Sorts by the current column, then in the reverse order, then not at all.
  func sort() {
    if let (_, field) = target() { sort(byField: field) }
  }

  /// Sorts by a field, then in the reverse order, then not at all.
  ///
  /// Numbers and dates begin with the descending order.
  func sort(byField field: String) {
    let isDescending = context.listScreen?.rowColumns?.hasQuantities(field) ?? false
    queries.cycleOrder(ofField: field, isDescendingFirst: isDescending)
  }

  /// Shows only the items that have the value of the current item in the current column, or hides
  /// them.
  func filterByValue(isExcluded: Bool = false) {
    guard let (_, field) = target() else { return }
    guard let item = context.listScreen?.currentCell?.element as? any CellModel,
      !(item is ItemGroup)
    else { return context.showMessage(localized("no item with a value")) }
    let value = ItemSerializer.values(at: [field], of: item).first ?? nil
    guard let condition = Filter.condition(field: field, equals: value, isNegated: isExcluded)
    else {
      return context.showMessage(
        localized("cannot filter by this value of \(field): use the filter prompt"))
    }
    queries.addCondition(condition)
  }

  // MARK: - Appearance

  func hide() {
    guard let (columns, field) = target() else { return }
    if !columns.hide(field) { context.showMessage(localized("the last column stays")) }
  }

  /// Makes the current column wider, or narrower if `change` is negative.
  func resize(by change: Int) {
    if let (columns, field) = target() { columns.resize(field, by: change) }
  }

  func toggleFit() {
    if let (columns, field) = target() { _ = columns.toggleFit(field) }
  }

  func toggleFrozen() {
    guard let (columns, field) = target() else { return }
    let count = columns.toggleFrozen(upTo: field)
    context.showMessage(
      count > 1
        ? localized("\(count) columns stay in view") : localized("the first column stays in view"))
  }
}
