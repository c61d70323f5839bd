public import MocoaModel

/// Sends items and states to a binding from any thread.
///
/// Values are delivered in order on the main actor, after its current work. If several values are
/// pending, only the newest items and the newest state are delivered. The sender does not retain
/// the binding. If the binding is unbound or deallocated, the values are discarded.
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
    mailbox.post { pending in
      PendingState(items: items ?? pending?.items, state: state)
    } completion: { [weak self] in
      self?.binding?.applyPendingState()
    }
  }
}

/// The loading state of the input of a binding.
///
/// The list retains its items in every state.
public enum BindingState: Sendable, Hashable {
  /// The input is not loading.
  ///
  /// Values may arrive at any time, or the binding is unbound.
  case idle

  /// The input is loading a value.
  case loading

  /// The input has ended and sends no more values.
  case finished

  /// The input has ended because of an error.
  ///
  /// The associated value is the reason in one line.
  case failed(String)

  /// Creates the state that corresponds to the loading phase of a list source.
  init(_ phase: ListPhase) {
    self =
      switch phase {
      case .loading: .loading
      case .finished: .finished
      case .failed(let reason): .failed(reason)
      }
  }

  /// The loading phase of a list in this state.
  ///
  /// An idle list has the phase `finished`.
  var phase: ListPhase {
    switch self {
    case .loading: .loading(fraction: nil)
    case .idle, .finished: .finished
    case .failed(let reason): .failed(reason)
    }
  }
}
