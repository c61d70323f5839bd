internal import MocoaLanguage

/// Why a view model could not be put where it was to be put; nothing was changed then.
public enum HierarchyError: Error, Hashable, CustomStringConvertible {
  /// A view model cannot be its own child, nor that of one of its descendants.
  case cycle

  /// It is a child of this view model already; `moveChild` changes its place.
  case alreadyChild

  /// There is no such place among so many children.
  case index(Int, count: Int)

  /// The reason in one line.
  public var description: String {
    switch self {
    case .cycle: phrase("a view model cannot be below itself")
    case .alreadyChild: phrase("it is a child already")
    case .index(let index, let count): phrase("index \(index) is outside 0...\(count)")
    }
  }
}

extension ViewModel {
  /// Adds a child behind the others; it leaves the parent it had.
  ///
  /// - Throws: `HierarchyError`, before anything was changed.
  public final func addChild(_ child: ViewModel) throws(HierarchyError) {
    try insertChild(child, at: children.count)
  }

  /// Adds a child at a place among the others; it leaves the parent it had.
  ///
  /// - Throws: `HierarchyError`, before anything was changed; afterwards only where a hook of the
  ///   former parent has put one of the two where they cannot be joined any more.
  public final func insertChild(_ child: ViewModel, at index: Int) throws(HierarchyError) {
    if child.parent === self { throw .alreadyChild }
    if isBelow(child) { throw .cycle }
    guard (0...children.count).contains(index) else {
      throw .index(index, count: children.count)
    }
    child.removeFromParent()
    guard child.parent == nil else { throw .alreadyChild }
    if isBelow(child) { throw .cycle }
    attach(child, at: index)
  }

  /// Whether this is another view model, or one of its descendants.
  private func isBelow(_ other: ViewModel) -> Bool {
    var ancestor: ViewModel? = self
    while let current = ancestor {
      if current === other { return true }
      ancestor = current.parent
    }
    return false
  }

  /// Gives a child another place: it is taken out at `index` and put in at `destination`.
  ///
  /// - Throws: `HierarchyError.index`, before anything was changed.
  public final func moveChild(at index: Int, to destination: Int) throws(HierarchyError) {
    for place in [index, destination] where !children.indices.contains(place) {
      throw .index(place, count: children.count)
    }
    guard index != destination else { return }
    children.insert(children.remove(at: index), at: destination)
  }

  /// Leaves the parent; does nothing where there is none.
  public final func removeFromParent() {
    guard let parent else { return }
    parent.willRemoveChild(self)
    // The hook may have moved or removed the child itself.
    guard self.parent === parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    parent.didRemoveChild(self)
    didMoveToParent()
  }

  /// Adds a child that is known to be new to the tree.
  final func attach(_ child: ViewModel, at index: Int) {
    // A hook that removed children may have made the place too large.
    children.insert(child, at: min(index, children.count))
    child.parent = self
    didAddChild(child)
    child.didMoveToParent()
    // Either hook may have taken it away again.
    if isReady, child.parent === self { child.ready() }
  }
}
