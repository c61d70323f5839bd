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

  init(_ source: any ListSource) {
    self.source = source
    snapshot = source.snapshot
  }

  var phase: ListPhase { source.phase }

  var emptyNote: String? { source.emptyNote }

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Becomes the list after an update, and sends the update where that has anything to tell.
  func apply(_ update: ListUpdate, tells: Bool) {
    snapshot = update.after
    if tells { observers.send(update) }
  }
}
