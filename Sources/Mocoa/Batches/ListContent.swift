internal import MocoaModel

/// The list of a view model with all its edits, as a source: the whole that an excerpt is made of.
///
/// It follows the changes of its source and the edits on top of them alike.
@MainActor
final class ListContent: ListSource {
  /// The source below the edits.
  let source: any ListSource

  private(set) var snapshot: ListSnapshot
  private let observers = Observers<ListUpdate>()
  private let trackers = Observers<ListUpdate>()

  init(_ source: any ListSource) {
    self.source = source
    snapshot = source.snapshot
  }

  var phase: ListPhase { source.phase }

  var emptyNote: String? { source.emptyNote }

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Calls a closure with each update before any observer receives it, for state that observers read.
  func track(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    trackers.add(perform)
  }

  /// Becomes the list after an update, and sends the update where that has anything to tell.
  func apply(_ update: ListUpdate, tells: Bool) {
    snapshot = update.after
    guard tells else { return }
    trackers.send(update)
    observers.send(update)
  }
}
