internal import MocoaModel

/// What became of the elements of a list: where each is now, where it was, what happened to it.
struct ElementChanges {
  private let positions: ChangeSet.Positions
  private let before: ListSnapshot
  private let after: ListSnapshot
  private let moved: Set<ItemPath>
  private let movedSections: Set<Int>
  private let updated: Set<ItemPath>

  init(_ update: ListUpdate) {
    let changes = update.changes
    positions = changes.positions
    (before, after) = (update.before, update.after)
    moved = Set(changes.moves.map(\.to))
    movedSections = Set(changes.sectionMoves.map(\.to))
    updated = Set(changes.updates.map(\.to)).union(changes.reloads)
  }

  /// Where an element of the list before is now; nil where it is gone.
  func place(after element: ListElement) -> ListElement? {
    guard let path = element.path else {
      return positions.newPosition(ofSection: element.section).map(element.inSection)
        .flatMap { after.contains($0) ? $0 : nil }
    }
    return positions.newPosition(of: path).map { .item($0) }
  }

  /// Whether an element of the list after was not in the list before.
  func isNew(_ element: ListElement) -> Bool {
    guard let path = element.path else {
      return positions.oldPosition(ofSection: element.section).map(element.inSection)
        .map { !before.contains($0) } ?? true
    }
    return positions.oldPosition(of: path) == nil
  }

  /// Whether an element of the list after stands elsewhere among those that stayed.
  func isMoved(_ element: ListElement) -> Bool {
    movedSections.contains(element.section) || element.path.map(moved.contains) ?? false
  }

  /// Whether an item of the list after has other content.
  func isUpdated(_ element: ListElement) -> Bool { element.path.map(updated.contains) ?? false }
}

extension ListElement {
  /// The same header, supplement or footer of another section; an item is none.
  fileprivate func inSection(_ section: Int) -> ListElement {
    switch self {
    case .end(let end, _): .end(end, section: section)
    case .item: self
    }
  }
}
