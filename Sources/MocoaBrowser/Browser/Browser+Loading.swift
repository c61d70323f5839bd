internal import Mocoa
internal import MocoaTerminal

extension Browser {
  /// A Boolean value that indicates whether the first items of the focused page are loading.
  var isAwaitingItems: Bool { session?.typeAhead != nil }

  /// Performs the deferred actions of a page when its first items are loaded, so that the user can
  /// type ahead on slow pages.
  ///
  /// The actions are dropped if another page is shown at that time.
  func awaitItems(of session: PageSession) {
    session.page.onInitialLoad { [weak self, weak session] _ in
      guard let session else { return }
      let actions = session.takeTypeAhead()
      guard let self, navigator.focusedPage === session.page, !actions.isEmpty else { return }
      syncCursors()
      for action in actions { perform(action) }
      control?.setNeedsDisplay()
    }
  }

  /// Defers an action until the first items are loaded, if the action needs items and the page is
  /// still loading.
  ///
  /// - Returns: `true` if the action was deferred.
  func shouldDefer(_ action: Action) -> Bool {
    guard overlay == nil, action.has(.needsItems), let session else { return false }
    return session.enqueue(action)
  }
}
