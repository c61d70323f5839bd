internal import MocoaModel

/// The source of the list of a binding.
///
/// It forwards the updates of the input until the binding is unbound.
@MainActor
final class BoundSource: ListSource {
  private(set) var snapshot: ListSnapshot
  private(set) var phase: ListPhase
  private let observers = Observers<ListUpdate>()

  init(_ snapshot: ListSnapshot, _ phase: ListPhase) {
    (self.snapshot, self.phase) = (snapshot, phase)
  }

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Forwards an update, and sets the phase that the input has after it.
  func pass(_ update: ListUpdate, _ phase: ListPhase) {
    snapshot = update.after
    self.phase = phase
    observers.notify(update)
  }

  /// Sets the phase.
  ///
  /// If it differs from the current phase, notifies the observers with an update without changes.
  func pass(_ phase: ListPhase) {
    guard phase != self.phase else { return }
    pass(ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)), phase)
  }
}

/// A list with one section that contains the items of an array.
struct BoundList<Item: CellModel>: ListModel, SectionModel {
  let items: [Item]

  var sectionCount: Int { 1 }

  func section(at position: Int) -> any SectionModel { self }

  var sectionID: ItemID { 0 }

  var itemCount: Int { items.count }

  func item(at position: Int) -> any CellModel { items[position] }
}
