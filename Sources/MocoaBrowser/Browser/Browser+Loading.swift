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
      // Keys that follow at once act on the tree.
      if let self, session.area.size.rows > 0, session.page is any TreePage {
        session.updateColumns()
        session.screen.layOut(in: session.area.size, hasStickyHeaders: window.sticks)
      }
      let actions = session.takeTypeAhead()
      guard let self, navigator.focusedPage === session.page, !actions.isEmpty else { return }
      syncCursors()
      for action in actions {
        // A key that was pressed while loading expands the nodes of a tree, and opens other items.
        perform(action == .tree(.expand) && !trees.isActive ? Action.open : action)
      }
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
