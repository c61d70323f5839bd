internal import MocoaModel

/// The changes of the elements in a list update: their new and old paths, and whether they moved or
/// were updated.
struct ElementChanges {
  private let positions: ChangeSet.PathMap
  private let before: ListSnapshot
  private let after: ListSnapshot
  private let moved: Set<ItemPath>
  private let movedSections: Set<Int>
  private let updated: Set<ItemPath>

  init(_ update: ListUpdate) {
    let changes = update.changes
    positions = changes.makePathMap()
    (before, after) = (update.before, update.after)
    moved = Set(changes.moves.map(\.to))
    movedSections = Set(changes.sectionMoves.map(\.to))
    // The content of an item that the user has changed, such as its fold, is not news.
    updated =
      update.context is QueryChange
      ? [] : Set(changes.updates.map(\.to)).union(changes.reloads)
  }

  /// Returns the element after the update that corresponds to an element before it, or `nil` if it
  /// was removed.
  func newElement(for element: ListElement) -> ListElement? {
    guard let path = element.path else {
      return positions.newIndex(ofSection: element.section).map(element.inSection)
        .flatMap { after.contains($0) ? $0 : nil }
    }
    return positions.newPath(of: path).map { .item($0) }
  }

  /// Returns `true` if an element after the update was not in the list before.
  func isNew(_ element: ListElement) -> Bool {
    guard let path = element.path else {
      return positions.oldIndex(ofSection: element.section).map(element.inSection)
        .map { !before.contains($0) } ?? true
    }
    return positions.oldPath(of: path) == nil
  }

  /// Returns the path before the update of an item after it, or `nil` if it was not in the list.
  func oldPath(of path: ItemPath) -> ItemPath? { positions.oldPath(of: path) }

  /// Returns `true` if the update has moved an element or its section.
  func isMoved(_ element: ListElement) -> Bool {
    movedSections.contains(element.section) || element.path.map(moved.contains) ?? false
  }

  /// Returns `true` if an element after the update is an item whose content changed.
  func isUpdated(_ element: ListElement) -> Bool { element.path.map(updated.contains) ?? false }
}

extension ListElement {
  /// Returns the same header, supplement or footer of another section.
  ///
  /// An item is returned unchanged.
  fileprivate func inSection(_ section: Int) -> ListElement {
    switch self {
    case .boundary(let end, _): .boundary(end, section: section)
    case .item: self
    }
  }
}
