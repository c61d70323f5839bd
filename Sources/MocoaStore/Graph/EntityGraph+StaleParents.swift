internal import MocoaModel

extension EntityGraph {
  // MARK: - Updating stale values

  /// Marks parents of a node and all their ancestors as stale.
  ///
  /// - Parameters:
  ///   - node: The node that changed.
  ///   - isIncluded: A closure that returns `true` for each parent of the node to mark.
  func invalidate(parentsOf node: EntityNode, where isIncluded: (EntityNode) -> Bool) {
    guard !node.parents.isEmpty else { return }
    var pending: [EntityNode] = []
    node.parents.forEach { if isIncluded($0) { pending.append($0) } }
    while let parent = pending.popLast() {
      guard !parent.state.isStale else { continue }
      touch(parent)
      parent.state.isStale = true
      isAnyStale = true
      parent.parents.forEach { pending.append($0) }
    }
  }

  /// Marks a node and all its ancestors as stale.
  func makeStale(_ node: EntityNode) {
    guard !node.state.isStale else { return }
    node.state.isStale = true
    isAnyStale = true
    invalidate(parentsOf: node) { _ in true }
  }

  /// Updates the stale values at the end of a transaction.
  ///
  /// If a list shows a child field of an entity and its value is not needed now, the entity and its
  /// ancestors are updated only when their values are read. Updating the complete field would cost
  /// more than the change of one child.
  ///
  /// - Parameter isNeeded: A closure that returns `true` if the value of a node is needed now.
  func refreshAll(where isNeeded: (EntityNode) -> Bool) {
    guard isAnyStale else { return }
    let waiting = waitingNodes(isNeeded)
    for node in journal.nodes where !waiting.contains(ObjectIdentifier(node)) { refresh(node) }
    mayWait = mayWait || !waiting.isEmpty
    isAnyStale = mayWait
  }

  /// Returns the nodes that can stay stale: stale nodes with a field that a list shows, and their
  /// ancestors.
  ///
  /// The update of an ancestor that is needed now updates the nodes in it too.
  ///
  /// - Parameter isNeeded: A closure that returns `true` if the value of a node is needed now.
  private func waitingNodes(_ isNeeded: (EntityNode) -> Bool) -> Set<ObjectIdentifier> {
    var waiting: Set<ObjectIdentifier> = []
    if fieldLists.isEmpty { return waiting }
    var pending = journal.nodes.filter { node in
      node.state.isStale && node.key.map { fieldLists[$0] != nil } ?? false
    }
    while let node = pending.popLast() {
      guard node.state.isStale, !isNeeded(node), waiting.insert(ObjectIdentifier(node)).inserted
      else { continue }
      node.parents.forEach { pending.append($0) }
    }
    return waiting
  }

  /// Updates the values of a stale node with the current values of its children.
  func refresh(_ node: EntityNode) {
    guard node.state.isStale else { return }
    var pending = [node]
    while let node = pending.last {
      let stale = node.state.isStale ? node.state.children.filter(\.state.isStale) : []
      if !stale.isEmpty {
        pending += stale
        continue
      }
      pending.removeLast()
      guard node.state.isStale else { continue }
      touch(node)
      let lacksChildren = node.state.lacksChildren
      (node.state.isStale, node.state.lacksChildren) = (false, false)
      for index in node.state.projections.indices {
        let projection = node.state.projections[index]
        let value = projection.shape.replacingChildren(of: projection.value) { child in
          let shape = EntityDescriptor.descriptor(for: child)
          guard let childNode = self.node(child.itemID, shape) else {
            return lacksChildren ? nil : child
          }
          if lacksChildren, !childNode.parents.contains(node) { return nil }
          return childNode.value(as: shape) ?? child
        }
        if let value { node.state.projections[index].value = value }
      }
      if lacksChildren { relink(node) }
    }
  }

  /// Replaces the values of an entity and of all its children by their current values.
  func refresh(_ value: any Entity, _ shape: EntityDescriptor) {
    if let node = node(value.itemID, shape) { refresh(node) }
    for child in children(of: value, shape) {
      refresh(child, EntityDescriptor.descriptor(for: child))
    }
  }
}
