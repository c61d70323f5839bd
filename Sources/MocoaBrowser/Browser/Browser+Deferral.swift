internal import MocoaLocalization
internal import Mocoa
internal import MocoaData
internal import MocoaQuery
internal import MocoaTerminal

/// Actions that wait until a filter or an order is applied completely.
extension Browser {
  /// Calls a closure when the results of the query are complete: immediately, or after a long
  /// filter or sort finishes.
  ///
  /// The delay prevents an action on items that the query has not examined yet. The closure is not
  /// called if another page is focused by that time.
  func whenResultsAreUpToDate(_ perform: @escaping @MainActor () -> Void) {
    guard let page = listPage, let queried, queried.isUpdatingResults else { return perform() }
    let isFirst = !awaitedAnswers.contains { $0.page === page }
    awaitedAnswers.append(DeferredAction(page: page, perform: perform))
    showMessage(
      localized("runs when the query finishes\(keys.hint((.escape, localized("cancels"))))")
    )
    guard isFirst else { return }
    queried.onUpToDate { [weak self, weak page] in
      guard let self, let page else { return }
      let actions = awaitedAnswers.filter { $0.page === page }
      awaitedAnswers.removeAll { $0.page == nil || $0.page === page }
      // The user can no longer see the items that the actions would change.
      guard listPage === page, !actions.isEmpty else { return }
      message = nil
      syncCursors()
      for action in actions { action.perform() }
      control?.setNeedsDisplay()
    }
  }

  /// Performs an action that may show a question or use the terminal.
  ///
  /// If a prompt or a panel is open, the method shows a warning instead.
  func unlessOverlaid(_ perform: () -> Void) {
    if overlay == nil {
      perform()
    } else {
      showWarning(localized("canceled: a prompt or panel is open"))
    }
  }

  /// Cancels all actions that wait for query results.
  ///
  /// - Returns: `true` if an action was waiting.
  func stopWaiting() -> Bool {
    guard !awaitedAnswers.isEmpty else { return false }
    awaitedAnswers = []
    showMessage(localized("canceled"))
    return true
  }
}

/// An action that waits for the query results of a page.
struct DeferredAction {
  weak var page: ListPageViewModel?
  let perform: @MainActor () -> Void
}
