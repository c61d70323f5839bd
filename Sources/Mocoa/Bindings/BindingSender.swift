public import MocoaModel

/// Sends items and states to a binding from any thread.
///
/// Each value is delivered on the main actor after its current work, in order. If several values
/// are pending, only the newest items and the newest state are delivered. The sender does not
/// retain the binding. If the binding is unbound or deallocated, the values are discarded.
public final class BindingSender<Item: CellModel>: Sendable {
  /// The newest items and the newest state that are pending.
  struct PendingState {
    var items: [Item]?
    var state: BindingState
  }

  @MainActor weak var binding: ListBinding<Item>?

  private let mailbox = Mailbox<PendingState>()

  init() {}

  /// Replaces the items and sets the state to idle.
  public func update(_ items: [Item]) { send(items, .idle) }

  /// Sets the state to loading.
  public func beginLoading() { send(nil, .loading) }

  /// Sets the state to finished: no more items follow.
  public func finish() { send(nil, .finished) }

  /// Sets the state to failed: no more items follow.
  ///
  /// - Parameter reason: The reason of the failure. Line breaks are replaced with spaces.
  public func fail(_ reason: String) {
    let line = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
    send(nil, .failed(line))
  }

  /// Removes and returns the pending values, or returns `nil` if there are none.
  func take() -> PendingState? { mailbox.take() }

  private func send(_ items: [Item]?, _ state: BindingState) {
    mailbox.post { news in
      PendingState(items: items ?? news?.items, state: state)
    } completion: { [weak self] in
      self?.binding?.applyPendingState()
    }
  }
}
