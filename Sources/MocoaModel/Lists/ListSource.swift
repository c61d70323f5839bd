/// A type that publishes a list and its changes.
///
/// Each update starts from the snapshot of the previous update, so observers apply change sets
/// without comparing lists.
@MainActor
public protocol ListSource: AnyObject {
  /// The current list.
  var snapshot: ListSnapshot { get }

  /// The loading phase of the list.
  var phase: ListPhase { get }

  /// Calls a closure for every following change of the list.
  ///
  /// A change of `phase` is sent as an update with an empty change set. The observation ends when
  /// the token is canceled or released.
  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken

  /// The message to show if the list is empty, or `nil` for the message of the page.
  var emptyMessage: String? { get }
}

extension ListSource {
  /// `nil` by default, for the message of the page.
  public var emptyMessage: String? { nil }
}

/// The loading phase of a list, with its progress or its error.
public enum ListPhase: Sendable, Equatable {
  /// Loading in progress.
  ///
  /// `fraction` is the loaded part from 0 to 1, or `nil` if it is unknown.
  case loading(fraction: Double?)

  /// A completely loaded list.
  case finished

  /// Loading that ended early, for the associated reason in one line.
  ///
  /// The loaded items remain.
  case failed(String)

  /// A Boolean value that indicates whether more items are being loaded.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }
}

/// A list source whose list never changes.
@MainActor
public final class StaticListSource: ListSource {
  /// The list.
  public let snapshot: ListSnapshot

  /// The phase, always `finished`.
  public var phase: ListPhase { .finished }

  /// Creates a source that always shows `model`.
  public init(_ model: some ListModel) {
    snapshot = ListSnapshot(model)
  }

  /// Returns a token without effect, because the list never changes.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    ObservationToken {}
  }
}
