import Mocoa
import MocoaModel

/// A benchmark of manual edits of a list, each of which is a separate update.
struct EditBench: Bench {
  /// A Boolean value that indicates whether a row moves by half the list instead of changing in
  /// place.
  let moves: Bool
  private let large: ListViewModel
  private let small: ListViewModel

  init(moves: Bool) {
    self.moves = moves
    (large, small) = (Self.list(1_000_000), Self.list(1_000))
  }

  private static func list(_ count: Int) -> ListViewModel {
    let items = (0..<count).map { Edited(id: $0, version: 0) }
    let list = ListViewModel(
      model: SectionedList([Section(id: 0, items: items)]),
      module: ModuleRegistry().define("mocoa://numbers/"))
    list.prepareIfNeeded()
    return list
  }

  private func edit(_ list: ListViewModel) {
    let count = list.snapshot.itemCount
    for round in 0..<500 {
      let path = ItemPath(section: 0, item: round * 7919 % (count / 2))
      guard let item = list.snapshot.element(at: path) as? Edited else { return }
      let next = Edited(id: item.id, version: item.version + 1)
      let end = ItemPath(section: 0, item: path.item + count / 2)
      let update =
        moves ? try? list.moveCell(at: path, to: end) : try? list.replaceCell(at: path, with: next)
      precondition(update?.isFinished == true)
    }
  }

  func subject() async { edit(large) }
  func floor() async { edit(small) }
}

private struct Edited: CellModel, Identifiable, Equatable {
  let id: Int
  let version: Int
}
