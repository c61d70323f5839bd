internal import MocoaModel

extension EntityStore {
  /// Forgets the entities that no list has, nobody follows, and nothing of these contains.
  ///
  /// Of these, the cache then removes from its file those that were in a list or in another entity, and
  /// are in nothing any more; an entity that was never in anything stays there until it is deleted.
  ///
  /// A cache keeps them, and they are loaded again when they are asked for; without a cache they are
  /// gone. What is not saved yet stays. It does nothing within a write, nor while something is being
  /// loaded or fetched, which is to know what has changed meanwhile.
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

  /// Has the cache remove what is in nothing any more, neither there nor here.
  func compactCache() {
    saving?.cache.compact { [weak self] keys in
      // What is loaded now comes from the file as it was.
      guard let self, hasCache, loadCount == 0, !isWriting else { return nil }
      return Set(keys.filter { graph.node($0) != nil || telling.isFollowed($0) })
    } then: { _ in
    }
  }

  /// Whether an entity is needed for itself.
  private func isRoot(_ node: EntityNode) -> Bool {
    guard let key = node.key else { return true }
    // A parent without identity is somebody's own.
    return !node.lists.isEmpty || telling.isFollowed(key) || graph.fieldLists[key] != nil
      || node.parents.all.contains(where: \.isAnonymous)
      || saving?.isUnsaved(node.writtenIn) == true
  }
}
