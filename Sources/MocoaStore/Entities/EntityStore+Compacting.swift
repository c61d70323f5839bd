internal import MocoaModel

extension EntityStore {
  /// Releases entities that no list, no provider and no other retained entity needs.
  ///
  /// The cache then removes entities from its file that were in a list or another entity and are in
  /// none any more. An entity that was never in one stays in the file until it is deleted.
  ///
  /// With a cache, released entities are loaded again on request; without one, they are lost.
  /// Unsaved entities stay. The method does nothing during a write, load or refresh, because these
  /// must detect all later changes.
  ///
  /// - Complexity: O(n) for n entities.
  public func compact() {
    guard !isWriting, loadCount == 0 else { return }
    var needed: Set<ObjectIdentifier> = []
    var rest = graph.nodes.filter { isRoot($0) }
    while let node = rest.popLast() {
      if needed.insert(ObjectIdentifier(node)).inserted { rest += node.state.children }
    }
    for node in graph.nodes.filter({ !needed.contains(ObjectIdentifier($0)) }) {
      graph.evict(node)
    }
    compactCache()
  }

  /// Requests the cache to remove the entities that are in no list and no parent, in its file and
  /// in memory.
  func compactCache() {
    saving?.cache.compact { [weak self] keys in
      // A running load returns content of the file from before the removal.
      guard let self, hasCache, loadCount == 0, !isWriting else { return nil }
      return Set(keys.filter { graph.node($0) != nil || notifier.isObserved($0) })
    } completion: { _ in
    }
  }

  /// Returns `true` if an entity must stay in memory even without parents.
  private func isRoot(_ node: EntityNode) -> Bool {
    guard let key = node.key else { return true }
    // A parent without identity belongs to a holder.
    return !node.lists.isEmpty || notifier.isObserved(key) || graph.fieldLists[key] != nil
      || node.parents.all.contains(where: \.isAnonymous)
      || saving?.isUnsaved(node.writtenIn) == true
  }
}
