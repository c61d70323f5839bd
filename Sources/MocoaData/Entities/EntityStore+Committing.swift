internal import MocoaModel

extension EntityStore {
  /// What was the case before the transaction, of what it has touched.
  private struct Touched {
    var nodes: [(node: EntityNode, before: EntityNode.State)] = []
    var lists: [(list: EntityList, before: EntityList.State)] = []
  }

  func commit(_ context: (any Sendable)?, origin: EntityOrigin) {
    for case .changed(let node, _) in graph.journal.steps { graph.settle(node) }
    revision += 1
    var touched = Touched()
    var (changed, deleted): ([EntityNode], [EntityNode]) = ([], [])
    for case .changed(let node, let before) in graph.journal.steps where node.seenIn != revision {
      node.seenIn = revision
      touched.nodes.append((node, before))
      if !node.isThere {
        if !before.projections.isEmpty { deleted.append(node) }
      } else if !Self.areEqual(before, node.state) {
        changed.append(node)
      }
    }
    var listed: [ObjectIdentifier: (list: EntityList, nodes: [EntityNode])] = [:]
    // A row may have been given what its entity was in the middle of the transaction.
    for (node, _) in touched.nodes where node.isThere {
      node.lists.forEach { list in
        listed[ObjectIdentifier(list), default: (list, [])].nodes.append(node)
      }
    }
    var refreshed: [ObjectIdentifier: [Int]] = [:]
    for (id, (list, nodes)) in listed { refreshed[id] = list.refresh(nodes) }
    var known: Set<ObjectIdentifier> = []
    for case .edited(let list, let before) in graph.journal.steps
    where known.insert(ObjectIdentifier(list)).inserted {
      touched.lists.append((list, before))
    }
    _ = graph.journal.takeAll()
    graph.journal.end()
    publish(touched, changed, deleted, refreshed, context, origin)
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
    let gone = deletions
    deletions = []
    let goneSet = Set(gone)
    for (list, before) in touched.lists {
      let script = list.takeScript()
      edits += list.savedEdits(in: revision, from: before, script, origin, without: goneSet)
      let update = Self.update(
        of: list, from: before.rows ?? ElementSequence(), script,
        refreshed[ObjectIdentifier(list)] ?? [], context)
      if !update.changes.isEmpty || (before.rows == nil) != !list.isKnown {
        updates.append((list, update))
      }
    }
    let commit = EntityCommit(
      revision: revision, changed: Set(changed.compactMap(\.key)),
      deleted: Set(deleted.compactMap(\.key)), lists: Set(updates.compactMap(\.list.name)),
      context: context)
    let written =
      origin == .program
      ? touched.nodes.map(\.node).filter { $0.isThere && $0.state.isWritten } : []
    for (node, _) in touched.nodes {
      node.state.isWritten = false
      if !node.isThere { graph.forget(node) }
    }
    if loadCount > 0 { deletedWhileLoading.formUnion(gone) }
    if origin == .program { saving?.save(revision, written, gone, edits) }
    guard !commit.isEmpty || !updates.isEmpty || !changed.isEmpty || !deleted.isEmpty else {
      return
    }
    telling.tell(
      .init(commit: commit, updates: updates, holders: (changed + deleted).compactMap(\.holder)))
  }

  private static func update(
    of list: EntityList, from before: ElementSequence, _ script: RowScript?, _ refreshed: [Int],
    _ context: (any Sendable)?
  ) -> ListUpdate {
    let (old, new) = (snapshot(of: before), snapshot(of: list.rows))
    let script = script ?? RowScript(count: before.count)
    let updated = refreshed.compactMap { place in
      script.oldPosition(of: place).map { ChangeSet.Step(from: $0, to: place) }
    }
    let changes = ChangeSet(section: 0, from: old, to: new, kept: script.kept, updated: updated)
    return ListUpdate(before: old, after: new, changes: changes, context: context)
  }

  /// Rows as a list of one section.
  static func snapshot(of rows: ElementSequence) -> ListSnapshot {
    ListSnapshot(sections: [SectionSnapshot(id: 0, items: rows)])
  }
}
