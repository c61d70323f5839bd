internal import MocoaModel

extension EntityGraph {
  // MARK: - Deleting

  /// Takes an entity away, and all that cannot be without it; out of everything else it is taken.
  ///
  /// - Returns: what went.
  func delete(_ key: EntityKey) -> [EntityNode] {
    guard let first = node(key) else { return [] }
    var gone: [EntityNode] = []
    var rest = [first]
    while let node = rest.popLast() {
      guard node.isThere else { continue }
      settle(node)
      touch(node)
      gone.append(node)
      for child in node.state.children { unlink(child, from: node) }
      node.state.projections = []
      node.state.children = []
      node.state.isStale = false
      for list in node.lists.all { list.removeAll(node) }
      for parent in node.parents.all where !take(node, outOf: parent) { rest.append(parent) }
    }
    return gone
  }

  /// Takes a node that is gone out of another one.
  ///
  /// - Returns: false where the other cannot be without it.
  private func take(_ node: EntityNode, outOf parent: EntityNode) -> Bool {
    touch(parent)
    for place in parent.state.projections.indices {
      let projection = parent.state.projections[place]
      let value = projection.shape.replacingChildren(of: projection.value) { child in
        self.node(child.itemID, EntityShape.of(child)) === node ? nil : child
      }
      guard let value else { return false }
      parent.state.projections[place].value = value
    }
    parent.state.isWritten = true
    parent.state.children.removeAll { $0 === node }
    unlink(node, from: parent)
    invalidate(parentsOf: parent) { _ in true }
    return true
  }

  // MARK: - Journal

  /// Takes back what was done since a mark.
  func rollBack(to mark: Int) {
    for step in journal.takeBack(to: mark) {
      switch step {
      case .made(let node):
        node.state = EntityNode.State()
        forget(node)
      case .changed(let node, let state): (node.state, node.layer) = (state, 0)
      case .linked(let child, let node): child.parents.remove(node)
      case .unlinked(let child, let node): child.parents.insert(node)
      case .listed(let node, let list): node.lists.remove(list)
      case .unlisted(let node, let list): node.lists.insert(list)
      case .edited(let list, let state): list.restore(state)
      }
    }
  }
}
