internal import MocoaLocalization

/// An error of inserting or moving a view model in the tree.
public enum HierarchyError: Error, Hashable, CustomStringConvertible {
  /// The view model would become its own child, or a child of one of its descendants.
  case cycle

  /// The view model is already a child of this parent.
  ///
  /// `moveChild` changes its index.
  case alreadyChild

  /// The index is out of range for the number of children.
  case indexOutOfRange(Int, count: Int)

  /// The reason in one line.
  public var description: String {
    switch self {
    case .cycle: localized("a view model cannot be its own descendant")
    case .alreadyChild: localized("already a child")
    case .indexOutOfRange(let index, let count): localized("index \(index) is outside 0...\(count)")
    }
  }
}

extension ViewModel {
  /// Appends a child, removing it from its previous parent.
  ///
  /// - Throws: `HierarchyError`. If it is thrown, the tree is unchanged.
  public final func addChild(_ child: ViewModel) throws(HierarchyError) {
    try insertChild(child, at: children.count)
  }

  /// Inserts a child at an index, removing it from its previous parent.
  ///
  /// - Throws: `HierarchyError`. The tree is then unchanged, with one exception: the removal
  ///   notifies the previous parent, which may move one of the two view models so that the
  ///   insertion fails.
  public final func insertChild(_ child: ViewModel, at index: Int) throws(HierarchyError) {
    if child.parent === self { throw .alreadyChild }
    if isBelow(child) { throw .cycle }
    guard (0...children.count).contains(index) else {
      throw .indexOutOfRange(index, count: children.count)
    }
    child.removeFromParent()
    guard child.parent == nil else { throw .alreadyChild }
    if isBelow(child) { throw .cycle }
    attach(child, at: index)
  }

  /// Returns `true` if this view model is the other one, or a descendant of it.
  private func isBelow(_ other: ViewModel) -> Bool {
    var ancestor: ViewModel? = self
    while let current = ancestor {
      if current === other { return true }
      ancestor = current.parent
    }
    return false
  }

  /// Moves a child: removes it at `index` and inserts it at `destination`.
  ///
  /// - Throws: `HierarchyError.indexOutOfRange`. The children are then unchanged.
  public final func moveChild(at index: Int, to destination: Int) throws(HierarchyError) {
    for place in [index, destination] where !children.indices.contains(place) {
      throw .indexOutOfRange(place, count: children.count)
    }
    guard index != destination else { return }
    children.insert(children.remove(at: index), at: destination)
  }

  /// Removes this view model from its parent.
  ///
  /// Without a parent, the method does nothing.
  public final func removeFromParent() {
    guard let parent else { return }
    parent.willRemoveChild(self)
    // The hook may have moved or removed the child.
    guard self.parent === parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    parent.didRemoveChild(self)
    didMoveToParent()
  }

  /// Inserts a child that has no parent.
  final func attach(_ child: ViewModel, at index: Int) {
    // A hook that removed children may have made the index too large.
    children.insert(child, at: min(index, children.count))
    child.parent = self
    didAddChild(child)
    child.didMoveToParent()
    // A hook may have removed the child.
    if isReady, child.parent === self { child.prepareIfNeeded() }
  }
}
