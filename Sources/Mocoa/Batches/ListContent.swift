internal import MocoaModel

/// The content of a list view model, with all its edits, as a list source.
///
/// It is the base of derived lists.
///
/// It forwards the changes of its source and of the edits.
@MainActor
final class ListContent: ListSource {
  /// The source of the list, without the edits.
  let source: any ListSource

  private(set) var snapshot: ListSnapshot
  private let observers = Observers<ListUpdate>()
  private let trackers = Observers<ListUpdate>()

  init(_ source: any ListSource) {
    self.source = source
    snapshot = source.snapshot
  }

  var phase: ListPhase { source.phase }

  var emptyMessage: String? { source.emptyMessage }

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Observes the updates before all other observers.
  ///
  /// Use this method to update state that observers read.
  func track(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    trackers.add(perform)
  }

  /// Applies an update and, if `notifies` is `true`, notifies the observers.
  ///
  /// - Parameter update: The update, which starts from the current snapshot.
  func apply(_ update: ListUpdate, notifies: Bool) {
    snapshot = update.after
    guard notifies else { return }
    trackers.notify(update)
    observers.notify(update)
  }
}
