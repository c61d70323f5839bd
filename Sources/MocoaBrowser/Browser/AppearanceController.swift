internal import MocoaLocalization
internal import MocoaQuery
internal import MocoaTerminal

/// Undoes changes of the filter, order, groups and columns of a list.
@MainActor
final class AppearanceController {
  private unowned let context: any ControllerContext
  private unowned let queries: QueryController

  init(_ context: any ControllerContext, queries: QueryController) {
    (self.context, self.queries) = (context, queries)
  }

  /// Records the appearance of the focused list, so that changes of it can be undone.
  func record() {
    guard context.overlay == nil, let appearance = current else { return }
    context.makeListSession()?.appearances.record(appearance)
  }

  /// Records the appearance with which the focused list has opened, before the user changes it.
  func recordOpened() {
    guard let session = context.makeListSession(), !session.appearances.hasOpened else { return }
    record()
  }

  /// The query and the columns of the focused list, or `nil` if the focused page is not a list.
  private var current: ListAppearance? {
    guard let page = context.listPage, let session = context.session else { return nil }
    return ListAppearance(
      query: page.queried?.query ?? ListQuery(), fields: session.fieldsOption(of: page),
      adjustments: context.listScreen?.rowColumns?.adjustments ?? ColumnAdjustments())
  }

  /// Restores the appearance before the last change.
  func undo() {
    guard let session = context.makeListSession(), let appearance = session.appearances.undo()
    else {
      return context.showMessage(localized("nothing to undo"))
    }
    show(appearance)
  }

  /// Restores the appearance that the list had when it opened.
  func reset() {
    guard let session = context.makeListSession(), let appearance = session.appearances.reset()
    else {
      return context.showMessage(localized("the view is as opened"))
    }
    show(appearance)
  }

  private func show(_ appearance: ListAppearance) {
    guard let page = context.listPage, let session = context.session else { return }
    if page.queried != nil || !appearance.query.isEmpty {
      queries.makeResults()?.query = appearance.query
    }
    if session.fieldsOption(of: page) != appearance.fields {
      session.showColumns(appearance.fields ?? "", of: page)
    }
    context.listScreen?.rowColumns?.adjustments = appearance.adjustments
  }
}

/// The query and the columns of a list, which the user can change and restore.
struct ListAppearance: Hashable {
  var query: ListQuery

  /// The columns in the syntax of ``FieldListSyntax``, or `nil` for the default columns.
  var fields: String?

  var adjustments: ColumnAdjustments
}

/// The former appearances of a list.
struct AppearanceHistory {
  /// The maximum number of former appearances.
  private static let limit = 50

  /// The appearance that the list had when it opened, or `nil` before it was recorded.
  private var opened: ListAppearance?

  /// A Boolean value that indicates whether the first appearance was recorded.
  var hasOpened: Bool { opened != nil }

  private var current: ListAppearance?

  /// The former appearances, the oldest first.
  private var former: [ListAppearance] = []

  /// Records the current appearance.
  mutating func record(_ appearance: ListAppearance) {
    if opened == nil { opened = appearance }
    if let current, current != appearance { former = (former + [current]).suffix(Self.limit) }
    current = appearance
  }

  /// Returns the appearance before the current one, or `nil` if there is none.
  mutating func undo() -> ListAppearance? {
    guard let appearance = former.popLast() else { return nil }
    current = appearance
    return appearance
  }

  /// Returns the appearance that the list had when it opened, or `nil` if it is the current one.
  mutating func reset() -> ListAppearance? {
    guard let opened, opened != current else { return nil }
    record(opened)
    return opened
  }
}
