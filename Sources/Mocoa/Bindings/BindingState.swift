internal import MocoaModel

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
