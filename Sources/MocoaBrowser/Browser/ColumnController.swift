internal import Mocoa
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// Moves the column cursor, performs commands on its column, and undoes changes of the view.
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

  // MARK: - Undo

  /// Records the view of the focused list, so that changes of it can be undone.
  func recordView() {
    guard context.overlay == nil, let view = currentView else { return }
    context.makeListSession()?.views.record(view)
  }

  /// Records the view with which the focused list has opened, before the user changes it.
  func recordOpenedView() {
    guard let session = context.makeListSession(), !session.views.hasOpened else { return }
    recordView()
  }

  /// The query and the columns of the focused list, or `nil` if the focused page is not a list.
  private var currentView: ListView? {
    guard let page = context.listPage, let session = context.session else { return nil }
    return ListView(
      query: page.queried?.query ?? ListQuery(), fields: session.fieldsOption(of: page),
      adjustments: context.listScreen?.rowColumns?.adjustments ?? ColumnAdjustments())
  }

  /// Restores the view before the last change.
  func undo() {
    guard let session = context.makeListSession(), let view = session.views.undo() else {
      return context.showMessage(localized("nothing to undo"))
    }
    show(view)
  }

  /// Restores the view that the list had when it opened.
  func reset() {
    guard let session = context.makeListSession(), let view = session.views.reset() else {
      return context.showMessage(localized("the view is as opened"))
    }
    show(view)
  }

  private func show(_ view: ListView) {
    guard let page = context.listPage, let session = context.session else { return }
    if page.queried != nil || !view.query.isEmpty {
      queries.makeResults()?.query = view.query
    }
    if session.fieldsOption(of: page) != view.fields {
      session.showColumns(view.fields ?? "", of: page)
    }
    context.listScreen?.rowColumns?.adjustments = view.adjustments
  }
}

/// The query and the columns of a list.
struct ListView: Hashable {
  var query: ListQuery

  /// The columns in the syntax of ``FieldListSyntax``, or `nil` for the default columns.
  var fields: String?

  var adjustments: ColumnAdjustments
}

/// The former views of a list.
struct ViewHistory {
  /// The maximum number of former views.
  private static let limit = 50

  /// The view that the list had when it opened, or `nil` before the first view was recorded.
  private var opened: ListView?

  /// A Boolean value that indicates whether the first view was recorded.
  var hasOpened: Bool { opened != nil }

  private var current: ListView?

  /// The former views, the oldest first.
  private var former: [ListView] = []

  /// Records the current view.
  mutating func record(_ view: ListView) {
    if opened == nil { opened = view }
    if let current, current != view { former = (former + [current]).suffix(Self.limit) }
    current = view
  }

  /// Returns the view before the current one, or `nil` if there is none.
  mutating func undo() -> ListView? {
    guard let view = former.popLast() else { return nil }
    current = view
    return view
  }

  /// Returns the view that the list had when it opened, or `nil` if it is the current one.
  mutating func reset() -> ListView? {
    guard let opened, opened != current else { return nil }
    record(opened)
    return opened
  }
}
