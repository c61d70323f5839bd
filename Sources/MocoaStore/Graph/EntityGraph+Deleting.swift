internal import MocoaModel

extension EntityGraph {
  // MARK: - Deleting

  /// Deletes an entity and every entity that requires it.
  ///
  /// Removes it from all other parents and from all lists.
  ///
  /// - Returns: The nodes that were deleted.
  func delete(_ key: EntityKey) -> [EntityNode] {
    guard let first = node(key) else { return [] }
    var gone: [EntityNode] = []
    var rest = [first]
    while let node = rest.popLast() {
      guard node.exists else { continue }
      refresh(node)
      touch(node)
      gone.append(node)
      for child in node.state.children { unlink(child, from: node) }
      node.state = EntityNode.State()
      for list in node.lists.all { list.removeAll(node) }
      for parent in node.parents.all where !take(node, outOf: parent) { rest.append(parent) }
    }
    return gone
  }

  /// Removes a deleted node from the children of a parent.
  ///
  /// The values of the parent are updated later, because several children may be removed.
  ///
  /// - Returns: `false` if the parent requires the node.
  private func take(_ node: EntityNode, outOf parent: EntityNode) -> Bool {
    touch(parent)
    if parent.state.required.contains(where: { $0 === node }) { return false }
    parent.state.hasTaken = true
    parent.state.isWritten = true
    unlink(node, from: parent)
    makeStale(parent)
    return true
  }

  // MARK: - Journal

  /// Rolls back all changes since a mark of the journal.
  func rollBack(to mark: Int) {
    let steps = journal.takeSteps(backTo: mark)
    revert(steps)
    // Objects that were released during the transaction have regained their state, so they are
    // released again.
    for step in steps {
      switch step {
      case .changed(let node, _) where node.isReleased: release(node)
      case .edited(let list, _) where list.isOwnerDeallocated: list.leave()
      default: break
      }
    }
  }

  private func revert(_ steps: [EntityJournal.Step]) {
    for step in steps {
      switch step {
      case .made(let node):
        node.state = EntityNode.State()
        removeNode(node)
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
