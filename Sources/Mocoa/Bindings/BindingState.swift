internal import MocoaModel

/// How far the input of a binding has come; whatever it is, the list keeps what it has.
public enum BindingState: Sendable, Hashable {
  /// Nothing is waited for: values may come at any time, or the binding has been unbound.
  case idle

  /// A value is waited for.
  case loading

  /// The input has ended: no more will come of itself.
  case finished

  /// The input has ended early, for the reason given in one line.
  case failed(String)

  /// The state of a source.
  init(_ phase: ListPhase) {
    self =
      switch phase {
      case .loading: .loading
      case .finished: .finished
      case .failed(let reason): .failed(reason)
      }
  }

  /// What a list says of itself in this state; one that waits for nothing is all there.
  var phase: ListPhase {
    switch self {
    case .loading: .loading(fraction: nil)
    case .idle, .finished: .finished
    case .failed(let reason): .failed(reason)
    }
  }
}
