internal import Mocoa
internal import MocoaLocalization
internal import MocoaQuery

/// The actions that are deferred until a filter or a sort order is applied completely.
///
/// Otherwise an action could affect items that the query has not examined yet.
@MainActor
final class DeferredActions {
  /// An action that is deferred until the query results of a page are complete.
  private struct Action {
    weak var page: ListPageViewModel?
    let perform: @MainActor () -> Void
  }

  private unowned let context: any ControllerContext

  /// The deferred actions, in order.
  private var actions: [Action] = []

  init(_ context: any ControllerContext) { self.context = context }

  var isEmpty: Bool { actions.isEmpty }

  /// Calls a closure when the results of the query are complete.
  ///
  /// The call is immediate unless a long filter or sort is running. The closure is not called if
  /// another page is focused by that time.
  func perform(_ body: @escaping @MainActor () -> Void) {
    guard let page = context.listPage, let queried = page.queried, queried.isUpdatingResults else {
      return body()
    }
    let isFirst = !actions.contains { $0.page === page }
    actions.append(Action(page: page, perform: body))
    let hint = context.keys.hint((.escape, localized("cancels")))
    context.showMessage(localized("the action waits for the query results\(hint)"))
    guard isFirst else { return }
    queried.onUpToDate { [weak self, weak page] in
      guard let self, let page else { return }
      let due = actions.filter { $0.page === page }
      actions.removeAll { $0.page == nil || $0.page === page }
      // The user can no longer see the items that the actions would change.
      guard context.listPage === page, !due.isEmpty else { return }
      context.clearMessage()
      context.syncCursors()
      for action in due { action.perform() }
      context.setNeedsDisplay()
    }
  }

  /// Cancels all deferred actions.
  ///
  /// - Returns: `true` if an action was deferred.
  func cancelAll() -> Bool {
    guard !actions.isEmpty else { return false }
    actions = []
    context.showMessage(localized("canceled"))
    return true
  }
}
