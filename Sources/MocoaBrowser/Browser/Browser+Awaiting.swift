internal import Mocoa
internal import MocoaTerminal

extension Browser {
  /// A page whose first items have not come yet, and what was asked to be done to them.
  struct Awaited {
    let page: PageViewModel
    var actions: [Action] = []

    /// So many actions are kept; whoever types more does not type for what comes.
    static let limit = 100
  }

  /// Keeps what is asked of a page until it has something that it could be done to, so that who
  /// types ahead of a slow page gets what he typed.
  func awaitItems(of page: PageViewModel) {
    awaited = Awaited(page: page)
    page.whenSettled { [weak self, weak page] _ in
      guard let self, let page, let awaited, awaited.page === page else { return }
      self.awaited = nil
      guard navigator.current === page, !awaited.actions.isEmpty else { return }
      catchUp()
      for action in awaited.actions { perform(action) }
      control?.setNeedsDisplay()
    }
  }

  /// Whether an action waits for the first items, and is done when they are there.
  func defers(_ action: Action) -> Bool {
    guard overlay == nil, action.needsItems, let awaited, awaited.page === navigator.current,
      awaited.actions.count < Awaited.limit
    else { return false }
    self.awaited?.actions.append(action)
    return true
  }
}

extension Action {
  /// Whether it is done to items, or means nothing without any.
  fileprivate var needsItems: Bool {
    switch self {
    case .move, .open, .inspect, .fold, .foldAll: true
    default: false
    }
  }
}
