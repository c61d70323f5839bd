/// A list that changes: it shows itself now, and tells of every change as one update.
///
/// The change sets are exact and follow each other: each goes from what was published before. Who
/// listens applies them as they are and never compares again.
@MainActor
public protocol ListSource: AnyObject {
  /// The list now.
  var snapshot: ListSnapshot { get }

  /// How far loading has come.
  var phase: ListPhase { get }

  /// Tells of every change from now on, and of a change of `phase` by an update that changes
  /// nothing, until the token is cancelled or let go.
  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken

  /// What is said where the list has nothing; nil where its page knows better.
  var emptyNote: String? { get }
}

extension ListSource {
  /// Nothing.
  public var emptyNote: String? { nil }
}

/// How far the loading of a list has come.
public enum ListPhase: Sendable, Equatable {
  /// More is coming; `fraction` is how much of it is there, 0 to 1, where that is known.
  case loading(fraction: Double?)

  /// All of it is there.
  case finished

  /// Loading ended early for the reason given in one line; what was loaded stays.
  case failed(String)

  /// Whether more is coming.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }
}

/// A list that never changes, as a source.
@MainActor
public final class StaticListSource: ListSource {
  /// The list.
  public let snapshot: ListSnapshot

  /// All of it is there.
  public var phase: ListPhase { .finished }

  /// A source that always shows `model`.
  public init(_ model: some ListModel) {
    snapshot = ListSnapshot(model)
  }

  /// Never tells of anything.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    ObservationToken {}
  }
}
