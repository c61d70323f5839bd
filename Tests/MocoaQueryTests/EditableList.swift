import MocoaModel
import MocoaQuery

/// A list source that a test edits.
@MainActor
final class EditableList: ListSource {
  var snapshot = ListSnapshot(sections: [SectionSnapshot(id: 0)])
  var phase = ListPhase.finished
  private let observers = Observers<ListUpdate>()

  /// The change sets that the list sent for replaced rows, in order.
  private(set) var changes: [ChangeSet] = []

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  func setHeader(_ header: any CellModel) {
    let before = snapshot
    snapshot.sections[0].header = header
    observers.notify(
      ListUpdate(
        before: before, after: snapshot, changes: ChangeSet(from: before, to: snapshot)))
  }

  func replace(_ range: Range<Int>, with rows: [any CellModel]) {
    let before = snapshot
    snapshot.sections[0].items.replaceSubrange(range, with: rows)
    changes.append(ChangeSet(from: before, to: snapshot))
    observers.notify(
      ListUpdate(before: before, after: snapshot, changes: changes[changes.count - 1]))
  }
}

/// An item with a single number.
struct Numbered: CellModel, FieldReadable, Equatable {
  let number: Int
  var itemID: ItemID { ItemID(number) }
  var fieldNames: [String] { ["number"] }
  func field(_ name: String) -> FieldValue? { name == "number" ? .int(Int64(number)) : nil }
}
