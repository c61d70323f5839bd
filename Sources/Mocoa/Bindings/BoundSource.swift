internal import MocoaModel

/// The source of a binding's list: it passes on what another source tells, for as long as it is to.
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

  /// Passes on what was told, and how far loading has come since.
  func pass(_ update: ListUpdate, _ phase: ListPhase) {
    snapshot = update.after
    self.phase = phase
    observers.send(update)
  }

  /// Tells how far loading has come.
  func pass(_ phase: ListPhase) {
    guard phase != self.phase else { return }
    pass(ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)), phase)
  }
}

/// Items as a list of one section.
struct BoundList<Item: CellModel>: ListModel, SectionModel {
  let items: [Item]

  var sectionCount: Int { 1 }

  func section(at position: Int) -> any SectionModel { self }

  var sectionID: ItemID { 0 }

  var itemCount: Int { items.count }

  func item(at position: Int) -> any CellModel { items[position] }
}
