internal import Mocoa
internal import MocoaTerminal

extension Browser {
  /// A page whose first items have not loaded yet, with the actions that wait for them.
  struct TypeAhead {
    let page: PageViewModel
    var actions: [Action] = []

    /// The maximum number of actions in the queue; later actions are not deferred.
    static let limit = 100
  }

  /// Queues actions for a page until its first items load, so that type-ahead works on slow pages.
  ///
  /// At most 100 actions are queued. They are dropped if another page is shown when the items load.
  func awaitItems(of page: PageViewModel) {
    awaited = TypeAhead(page: page)
    page.onInitialLoad { [weak self, weak page] _ in
      guard let self, let page, let awaited, awaited.page === page else { return }
      self.awaited = nil
      guard navigator.focusedPage === page, !awaited.actions.isEmpty else { return }
      syncCursors()
      for action in awaited.actions { perform(action) }
      control?.setNeedsDisplay()
    }
  }

  /// Defers an action until the first items are loaded, if the action needs items and the page is
  /// still loading.
  ///
  /// - Returns: `true` if the action was queued.
  func shouldDefer(_ action: Action) -> Bool {
    guard overlay == nil, action.needsItems, let awaited, awaited.page === navigator.focusedPage,
      awaited.actions.count < TypeAhead.limit
    else { return false }
    self.awaited?.actions.append(action)
    return true
  }
}

extension Action {
  /// A Boolean value that indicates whether the action uses items, or has no effect without items.
  fileprivate var needsItems: Bool {
    switch self {
    case .move, .open, .inspect, .fold, .foldAll: true
    default: false
    }
  }
}
