internal import MocoaModel

extension EntityStore {
  /// The nodes and lists that the transaction changed, each once.
  private struct Touched {
    var nodes: [EntityNode] = []
    var lists: [(list: EntityList, before: EntityList.State)] = []
  }

  func commit(_ context: (any Sendable)?, origin: EntityOrigin) {
    graph.refreshAll { self.needsValue(of: $0) }
    graph.updateFieldLists()
    revision += 1
    let steps = graph.journal.takeAll()
    var touched = Touched()
    var (changed, deleted): ([EntityNode], [EntityNode]) = ([], [])
    // The nodes whose values before or after the transaction are stale. They have changed if a
    // child has.
    var unsettled: [EntityNode] = []
    touched.nodes.reserveCapacity(steps.count)
    changed.reserveCapacity(steps.count)
    var seen: Set<ObjectIdentifier> = []
    // Indexing avoids reference counting for each step.
    for index in steps.indices {
      switch steps[index] {
      case .edited(let list, let before):
        if seen.insert(ObjectIdentifier(list)).inserted { touched.lists.append((list, before)) }
      case .made(let node) where node.seenIn != revision:
        node.seenIn = revision
        touched.nodes.append(node)
        if node.exists { changed.append(node) }
      case .changed(let node, let before) where node.seenIn != revision:
        node.seenIn = revision
        touched.nodes.append(node)
        if !node.exists {
          if !before.projections.isEmpty { deleted.append(node) }
        } else if before.isStale || node.state.isStale {
          if node.state.isWritten { changed.append(node) } else { unsettled.append(node) }
        } else if !Self.areEqual(before, node.state) {
          changed.append(node)
        }
      default: break
      }
    }
    if graph.mayWait { changed += parents(of: changed, among: unsettled) }
    var listed: [ObjectIdentifier: (list: EntityList, nodes: [EntityNode])] = [:]
    // A row may contain a value that its entity had in the middle of the transaction.
    for node in touched.nodes where node.exists {
      node.lists.forEach { list in
        listed[ObjectIdentifier(list), default: (list, [])].nodes.append(node)
      }
    }
    var refreshed: [ObjectIdentifier: [Int]] = [:]
    for (id, (list, nodes)) in listed { refreshed[id] = list.refresh(nodes) }
    for case .edited(let list, let before) in graph.journal.takeAll()
    where seen.insert(ObjectIdentifier(list)).inserted {
      touched.lists.append((list, before))
    }
    graph.journal.end()
    publish(touched, changed, deleted, refreshed, context, origin)
  }

  /// Returns `true` if the value of an entity must be up to date at the end of a transaction.
  ///
  /// This is the case if the entity is shown or saved as a whole.
  private func needsValue(of node: EntityNode) -> Bool {
    guard let key = node.key else { return true }
    return node.state.isReplaced || node.state.isWritten && hasCache || !node.lists.isEmpty
      || notifier.isObserved(key)
  }

  /// Returns the stale ancestors of changed entities.
  ///
  /// The value of a stale ancestor has changed too, because it contains a changed entity.
  private func parents(of changed: [EntityNode], among unsettled: [EntityNode]) -> [EntityNode] {
    let unsettled = Set(unsettled.map { ObjectIdentifier($0) })
    var seen = Set(changed.map { ObjectIdentifier($0) })
    var (pending, found): ([EntityNode], [EntityNode]) = (changed, [])
    while let node = pending.popLast() {
      node.parents.forEach { parent in
        guard parent.state.isStale || unsettled.contains(ObjectIdentifier(parent)),
          seen.insert(ObjectIdentifier(parent)).inserted
        else { return }
        // A subscriber may have followed the entity since the transaction began.
        if needsValue(of: parent) { graph.refresh(parent) }
        found.append(parent)
        pending.append(parent)
      }
    }
    return found
  }

  private static func areEqual(_ before: EntityNode.State, _ after: EntityNode.State) -> Bool {
    before.projections.count == after.projections.count
      && after.projections.allSatisfy { projection in
        before.projections.contains {
          $0.shape === projection.shape && projection.shape.areEqual($0.value, projection.value)
        }
      }
  }

  private func publish(
    _ touched: Touched, _ changed: [EntityNode], _ deleted: [EntityNode],
    _ refreshed: [ObjectIdentifier: [Int]], _ context: (any Sendable)?, _ origin: EntityOrigin
  ) {
    var updates: [(list: EntityList, update: ListUpdate)] = []
    var edits: [EntityBatch.ListEdit] = []
    let deletedKeys = deletions
    deletions = []
    let deletedKeySet = Set(deletedKeys)
    for (list, before) in touched.lists {
      let isSet = list.state.isSet
      let script = list.takeScript()
      edits += list.savedEdits(
        in: revision, from: before, script, isSet: isSet, origin, without: deletedKeySet)
      let update = Self.update(
        of: list, from: before.rows ?? ElementSequence(), script,
        refreshed[ObjectIdentifier(list)] ?? [], context)
      if !update.changes.isEmpty || (before.rows == nil) != !list.isLoaded {
        list.changedIn = revision
        updates.append((list, update))
      }
    }
    var batch = EntityBatch(revision: revision)
    if origin == .program { batch.upserts.reserveCapacity(touched.nodes.count) }
    for node in touched.nodes {
      if node.exists, node.state.isWritten {
        if origin == .program {
          batch.add(node)
          node.writtenIn = revision
        }
        // An entity may have been loaded as one type while another type of it exists only in
        // memory.
        if origin != .cache {
          (node.changedIn, node.isInMemoryOnly) = (revision, origin == .memory)
        }
      }
      (node.state.isWritten, node.state.isReplaced) = (false, false)
      if !node.exists { graph.removeNode(node) }
    }
    if loadCount > 0 { deletedWhileLoading.formUnion(deletedKeys) }
    if origin == .memory { hasEntitiesInMemoryOnly = true }
    if origin == .program {
      (batch.deletions, batch.listEdits) = (deletedKeys, edits)
      if hasEntitiesInMemoryOnly { addRows(to: &batch) }
      saving?.save(batch)
    }
    guard !updates.isEmpty || !changed.isEmpty || !deleted.isEmpty else { return }
    notifier.notify(
      .init(
        revision: revision, context: context, changed: changed, deleted: deleted, updates: updates))
  }

  /// Adds to a batch the entities of saved lists that existed only in memory.
  ///
  /// The cache needs all entities of a list that it saves.
  private func addRows(to batch: inout EntityBatch) {
    var pending = batch.listEdits.flatMap { edit in
      edit.ids.compactMap { graph.node(EntityKey(entityName: edit.entityName, id: $0)) }
    }
    while let node = pending.popLast() {
      guard node.isInMemoryOnly, node.exists else { continue }
      (node.isInMemoryOnly, node.writtenIn) = (false, revision)
      graph.refresh(node)
      batch.add(node)
      pending += node.state.children
    }
  }

  private static func update(
    of list: EntityList, from before: ElementSequence, _ script: EditScript?, _ refreshed: [Int],
    _ context: (any Sendable)?
  ) -> ListUpdate {
    let script = script ?? EditScript(count: before.count)
    let isEdited = !script.isIdentity
    let updated = refreshed.compactMap { position -> ChangeSet.Step<Int>? in
      guard isEdited else { return .init(from: position, to: position) }
      // A row may have had another value in the middle of the transaction.
      guard let former = script.oldPosition(of: position),
        !list.rows.isContentEqual(at: position, before, at: former)
      else { return nil }
      return .init(from: former, to: position)
    }
    let (old, new) = (snapshot(of: before), snapshot(of: list.rows))
    let changes = ChangeSet(
      section: 0, from: old, to: new, matched: script.matchedRuns, updated: updated)
    return ListUpdate(before: old, after: new, changes: changes, context: context)
  }

  /// Returns a list with one section that contains the rows.
  static func snapshot(of rows: ElementSequence) -> ListSnapshot {
    ListSnapshot(sections: [SectionSnapshot(id: 0, items: rows)])
  }
}

extension EntityBatch {
  /// Adds the values of an entity, one for each of its types.
  @MainActor
  fileprivate mutating func add(_ node: EntityNode) {
    if node.isAnonymous { return }
    for projection in node.state.projections {
      upserts.append(Upsert(value: projection.value, shape: projection.shape))
    }
  }
}

/// The origin of a change of the store, which determines whether the cache saves the change.
enum EntityOrigin {
  /// A change by the program that the cache saves.
  case program

  /// A change by the program that the cache does not save.
  case memory

  /// A change that was read from the cache.
  case cache
}

/// The changes of one transaction.
///
/// All providers show them at the same time.
public struct EntityCommit: Sendable {
  /// The number of the commit, which is greater than those of all earlier commits.
  public let revision: Int

  /// The entities that were inserted or changed, including entities of which only a child changed.
  public let changed: Set<EntityKey>

  /// The entities that were deleted, including entities that required a deleted one.
  public let deleted: Set<EntityKey>

  /// The names of the lists that changed.
  public let lists: Set<String>

  /// The context that the writer passed with the change.
  public let context: (any Sendable)?

  /// A Boolean value that indicates whether the commit changed nothing.
  public var isEmpty: Bool { changed.isEmpty && deleted.isEmpty && lists.isEmpty }
}
