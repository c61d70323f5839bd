internal import MocoaModel

/// A list of entities in a store: a shared list with a name, or the private list of one holder.
@MainActor
final class EntityList {
  /// The state of the list, which a rollback restores as a whole.
  struct State {
    /// The rows, or `nil` if the rows are not known.
    var rows: ElementSequence?

    /// The edits of the running transaction, or `nil` if it did not edit the list.
    var script: EditScript?

    /// A Boolean value that indicates whether the transaction replaced all rows.
    var isSet = false

    /// The rows before the transaction, if the transaction edited the list.
    var formerRows: ElementSequence?

    /// The number of rows whose value has no identity.
    var anonymousRowCount = 0

    /// The nodes of rows whose value has children but no identity, by the identity of the row.
    var anonymousRows: [ItemID: EntityNode] = [:]

    /// The indexes of the rows by identity, if `anonymousRows` is not empty.
    ///
    /// Otherwise they are computed again when they are needed.
    var index: IdentityIndex?
  }

  /// The name of the list, or `nil` for a private list.
  let name: String?

  /// The entity type of the rows.
  let shape: EntityDescriptor

  private let graph: EntityGraph

  /// A Boolean value that indicates whether the stored list in the cache has the same rows.
  private var isSaved = false

  /// The revision of the last commit that passed the list to the cache.
  private(set) var writtenIn = 0

  /// The revision of the last commit that edited the list, whether or not it was saved.
  private(set) var editedIn = 0

  /// The revision of the last commit that changed the list.
  var changedIn = 0

  private(set) var state = State()

  /// The indexes of the rows by identity, created on first use and again after a rollback.
  private var index: IdentityIndex?

  private var layer = 0

  /// The number of edits until now.
  private(set) var editCount = 0

  /// The number of rows without an identity that were inserted.
  ///
  /// The list uses this number as the row identity of the latest such row.
  private var lastAnonymousID: UInt64 = 0

  /// The subscribers that display the list.
  var subscribers: [WeakSubscriber] = []

  /// A Boolean value that indicates whether a load of the list was requested.
  var isLoadRequested = false

  /// The load that inserts the rows in slices, or `nil` if none is running.
  var load: ListLoad?

  /// Closures of callers that requested a load, each of which returns `false` when its caller no
  /// longer wants the rows.
  var demandChecks: [@MainActor () -> Bool] = []

  /// A Boolean value that indicates whether the last load ended before it had inserted all rows.
  var isPartial = false

  /// A Boolean value that indicates whether the rows represent one complete state of the list.
  ///
  /// The value is `false` while a load inserts the rows in slices, or replaces them in more than
  /// one slice.
  var isFullyLoaded: Bool { isComplete && load?.isInParts != true }

  /// A Boolean value that indicates whether all rows are loaded, or were loaded before the running
  /// reload.
  var isComplete: Bool { !isPartial && load?.isReload ?? true }

  /// A Boolean value that indicates whether a subscriber displays the list or a caller wants its
  /// rows.
  var isWanted: Bool {
    demandChecks.contains { $0() } || subscribers.contains { $0.subscriber != nil }
  }

  /// A Boolean value that indicates whether the holder of a private list was deallocated.
  ///
  /// The list is then empty.
  private(set) var isOwnerDeallocated = false

  /// The child field whose entities the list shows, or `nil` if the list shows no child field.
  let field: EntityField?

  init(
    _ name: String?, _ shape: EntityDescriptor, in graph: EntityGraph,
    following field: EntityField? = nil
  ) {
    (self.name, self.shape, self.graph, self.field) = (name, shape, graph, field)
    if let field { graph.add(self, following: field) }
  }

  /// The rows, which are empty if they are not known.
  var rows: ElementSequence { state.rows ?? ElementSequence() }

  var isLoaded: Bool { state.rows != nil }

  /// The rows that the list had before the running transaction.
  var committedRows: ElementSequence {
    state.script == nil ? rows : state.formerRows ?? ElementSequence()
  }

  // MARK: - Editing

  /// Replaces rows with entities that are already in the graph.
  ///
  /// - Parameters:
  ///   - range: The range of rows to replace, or `nil` for all rows.
  ///   - values: The new rows.
  func replace(_ range: Range<Int>?, with values: [any Entity]) {
    touch()
    editCount += 1
    if range == nil { state.isSet = true }
    let replaced = range ?? 0..<rows.count
    let leaving = replaced.compactMap { node(at: $0) }
    let anonymousCount = state.anonymousRowCount == 0 ? 0 : replaced.count { isAnonymous(at: $0) }
    let ids = values.map(identity)
    var index = takeIndex()
    // A second owner would cause a copy of the index.
    self.index = nil
    index.replaceSubrange(replaced, with: ids)
    var rows = rows
    rows.replaceElements(in: replaced, with: values)
    (state.rows, self.index) = (rows, index)
    state.script?.replace(replaced, withNew: values.count)
    state.anonymousRowCount += values.count { !$0.isIdentified } - anonymousCount
    for node in leaving where node.lists.contains(self) && !has(node) {
      unlist(node)
      if let id = node.rowID { state.anonymousRows[id] = nil }
      if node.isAnonymous { graph.unlinkChildren(of: node) }
    }
    for (value, id) in zip(values, ids) {
      if !value.isIdentified {
        if shape.hasChildren { list(makeAnonymousNode(id, value)) }
      } else if let node = graph.node(key(id)), !node.lists.contains(self) {
        list(node)
      }
    }
  }

  /// Sets the rows to entities that are already in the graph.
  ///
  /// Equal rows at the start and the end stay unchanged.
  ///
  /// - Complexity: O(n log n).
  func setRows(_ values: [any Entity]) {
    let rows = rows
    func isSame(_ old: Int, _ new: Int) -> Bool {
      values[new].isIdentified && !isAnonymous(at: old) && rows.id(at: old) == values[new].itemID
    }
    let most = min(rows.count, values.count)
    var (head, tail) = (0, 0)
    while head < most, isSame(head, head) { head += 1 }
    while tail < most - head, isSame(rows.count - tail - 1, values.count - tail - 1) { tail += 1 }
    if isLoaded, head == rows.count, head == values.count { return }
    replace(head..<(rows.count - tail), with: Array(values[head..<(values.count - tail)]))
  }

  /// Moves a row without a change of its entity.
  ///
  /// - Complexity: O(log n).
  func move(from: Int, to: Int) {
    touch()
    editCount += 1
    var index = takeIndex()
    // A second owner would cause a copy of the index.
    self.index = nil
    let id = index.id(at: from)
    index.replaceSubrange(from..<(from + 1), with: [])
    index.replaceSubrange(to..<to, with: [id])
    var rows = rows
    let element = rows.element(at: from)
    rows.replaceElements(in: from..<(from + 1), with: [])
    rows.replaceElements(in: to..<to, with: [element])
    (state.rows, self.index) = (rows, index)
    state.script?.move(from: from, to: to)
  }

  /// Creates a node that links a row without identity to its children.
  private func makeAnonymousNode(_ id: ItemID, _ value: any Entity) -> EntityNode {
    let node = EntityNode(nil)
    node.rowID = id
    graph.assign(value, shape, in: node)
    state.anonymousRows[id] = node
    return node
  }

  /// Removes all rows that show an entity.
  func removeAll(_ node: EntityNode) {
    guard let id = node.key?.id ?? node.rowID else { return }
    for position in takeIndex().positions(of: id).reversed() {
      replace(position..<(position + 1), with: [])
    }
    // The rows that leave do not contain the node of an entity that is already deleted.
    if node.lists.contains(self) { unlist(node) }
  }

  /// Returns the index of the last row that shows an entity, or `nil` if there is none.
  func lastPosition(of id: ItemID) -> Int? { takeIndex().positions(of: id).last }

  private func identity(_ value: any Entity) -> ItemID {
    if value.isIdentified { return value.itemID }
    lastAnonymousID += 1
    return ItemID(hash: lastAnonymousID)
  }

  private func list(_ node: EntityNode) {
    node.lists.insert(self)
    graph.journal.record(.listed(node, in: self))
  }

  private func unlist(_ node: EntityNode) {
    node.lists.remove(self)
    graph.journal.record(.unlisted(node, from: self))
  }

  private func touch() {
    guard layer != graph.journal.layer else { return }
    var before = state
    before.index = state.anonymousRows.isEmpty ? nil : index
    graph.journal.record(.edited(self, from: before))
    layer = graph.journal.layer
    if state.script == nil {
      (state.script, state.formerRows) = (EditScript(count: rows.count), rows)
    }
  }

  /// Restores the state before a transaction that was rolled back.
  func restore(_ former: State) {
    state = former
    (index, state.index) = (former.index, nil)
    layer = 0
  }

  /// Removes the list from all its entities, because its holder was deallocated.
  func leave() {
    isOwnerDeallocated = true
    if let field { graph.remove(self, following: field) }
    for node in nodes { node.lists.remove(self) }
    for node in state.anonymousRows.values { graph.release(node) }
  }

  // MARK: - Reading

  private func takeIndex() -> IdentityIndex {
    if let index { return index }
    let rows = rows
    let made = IdentityIndex(
      (0..<rows.count).map { position in
        guard let value = rows.element(at: position) as? any Entity else { return ItemID(position) }
        return identity(value)
      })
    index = made
    return made
  }

  private func has(_ node: EntityNode) -> Bool {
    (node.key?.id ?? node.rowID).map { takeIndex().firstIndex(of: $0) != nil } ?? false
  }

  private func node(at position: Int) -> EntityNode? {
    guard let value = rows.element(at: position) as? any Entity else { return nil }
    if value.isIdentified { return graph.node(key(value.itemID)) }
    return state.anonymousRows.isEmpty ? nil : state.anonymousRows[takeIndex().id(at: position)]
  }

  private func isAnonymous(at position: Int) -> Bool {
    guard let value = rows.element(at: position) as? any Entity else { return true }
    return !value.isIdentified
  }

  /// The nodes of the rows, in order.
  ///
  /// A node that several rows show occurs several times.
  private var nodes: [EntityNode] { (0..<rows.count).compactMap { node(at: $0) } }

  // MARK: - End of a transaction

  /// Updates the rows that show entities that may have changed.
  ///
  /// - Returns: The indexes of the updated rows, in ascending order.
  func refresh(_ changed: [EntityNode]) -> [Int] {
    let rows = rows
    var nodes = changed
    // The index of each row and of its node. Sorting integers avoids reference counting.
    var found: [IndexedKey] = []
    if changed.count > rows.count / 4 {
      let commit = changed.first?.seenIn
      nodes = []
      for position in 0..<rows.count {
        guard let node = node(at: position), node.seenIn == commit else { continue }
        found.append(IndexedKey(position, number: nodes.count))
        nodes.append(node)
      }
    } else {
      let index = takeIndex()
      for number in nodes.indices {
        guard let id = nodes[number].key?.id ?? nodes[number].rowID else { continue }
        index.forEachPosition(of: id) { found.append(IndexedKey($0, number: number)) }
      }
      found.sort()
    }
    var (positions, values): ([Int], [any CellModel]) = ([], [])
    var next = found.makeIterator()
    rows.forEachElement(at: found.map(\.index)) { former in
      guard let row = next.next(),
        let value = graph.value(of: nodes[row.number], as: shape), !shape.areEqual(former, value)
      else { return }
      positions.append(row.index)
      values.append(value)
    }
    guard !positions.isEmpty else { return [] }
    touch()
    var after = rows
    after.replaceElements(at: positions, with: values)
    state.rows = after
    return positions
  }

  /// Removes and returns the edits of the transaction.
  ///
  /// - Returns: The edits, or `nil` if the transaction did not edit the list.
  func takeScript() -> EditScript? {
    defer { (state.script, state.formerRows, state.isSet) = (nil, nil, false) }
    return state.script
  }

  /// Updates the save state of the list after a commit, and returns the edits that the cache must
  /// save.
  ///
  /// - Parameters:
  ///   - revision: The revision of the commit.
  ///   - before: The state of the list before the commit.
  ///   - script: The edits of the commit, or `nil` if it did not edit the list.
  ///   - isSet: A Boolean value that indicates whether the commit replaced all rows.
  ///   - origin: The origin of the commit.
  ///   - deleted: The entities that the commit deleted.
  /// - Returns: The edits that update the stored list in the cache.
  func savedEdits(
    in revision: Int, from before: State, _ script: EditScript?, isSet: Bool,
    _ origin: EntityOrigin, without deleted: Set<EntityKey>
  ) -> [EntityBatch.ListEdit] {
    guard let script else { return [] }
    // Rows of changed or deleted entities are saved with the entities. A change in memory affects
    // only the rows in memory.
    let edits = before.rows.map {
      savedEdits(from: $0, script, without: origin == .memory ? [] : deleted)
    }
    if edits?.isEmpty == true { return [] }
    let wasSaved = isSaved
    // A list whose rows were replaced must not receive the remaining rows of the cache.
    if isSet, origin != .cache { (load, isPartial) = (nil, false) }
    switch origin {
    case .program: (isSaved, writtenIn, editedIn) = (true, revision, revision)
    case .memory: (isSaved, editedIn) = (false, revision)
    // A list that was not loaded before now equals the list in the cache.
    case .cache: isSaved = wasSaved || edits == nil
    }
    guard origin == .program, name != nil else { return [] }
    // While the list is loading, only the cache has the remaining rows, so the list is never
    // written as a whole.
    if !isFullyLoaded { return edits ?? [] }
    let hasAnonymousRows = before.anonymousRowCount + state.anonymousRowCount > 0
    if let edits, wasSaved, !hasAnonymousRows, !isSet { return edits }
    let ids = (0..<rows.count).compactMap { isAnonymous(at: $0) ? nil : rows.id(at: $0) }
    return [savedEdit(at: nil, removing: [], after: nil, inserting: ids)]
  }

  private func savedEdit(
    at position: Int?, removing removed: [ItemID], after previous: ItemID?, inserting ids: [ItemID]
  ) -> EntityBatch.ListEdit {
    .init(
      list: name ?? "", entityName: shape.entityName, position: position, removed: removed,
      previous: previous, ids: ids)
  }

  /// Returns the edits that update the stored list in the cache.
  ///
  /// The cache removes the rows of deleted entities when it deletes the entities.
  ///
  /// - Complexity: O(e), where e is the number of edited rows.
  private func savedEdits(
    from former: ElementSequence, _ script: EditScript, without deleted: Set<EntityKey>
  ) -> [EntityBatch.ListEdit] {
    var edits: [EntityBatch.ListEdit] = []
    var (old, new, deletedCount) = (0, 0, 0)
    for run in script.matchedRuns + [MatchedRun(old: former.count, new: rows.count, count: 0)] {
      let ids = (old..<run.old).map { former.id(at: $0) }
      let removed = ids.filter { !deleted.contains(key($0)) }
      if !removed.isEmpty || new < run.new {
        // The previous row anchors the edit if it stays. Identities that change between runs of the
        // program cannot be anchors.
        let previous = (0..<old).lazy.reversed().map { former.id(at: $0) }.first(
          where: \.isStableAcrossRuns)
        edits.append(
          savedEdit(
            at: old - deletedCount, removing: removed, after: previous,
            inserting: (new..<run.new).map { rows.id(at: $0) }))
      }
      deletedCount += ids.count - removed.count
      (old, new) = (run.oldEnd, run.newEnd)
    }
    // In reverse order, so that an edit does not change the indexes of later edits.
    return edits.reversed()
  }

  private func key(_ id: ItemID) -> EntityKey { EntityKey(entityName: shape.entityName, id: id) }
}

/// A child field of one entity.
struct EntityField {
  /// The key of the entity, whether or not the entity exists.
  let key: EntityKey

  /// The type that declares the field.
  let shape: EntityDescriptor

  /// The index of the field among the child fields of the type.
  let number: Int
}

/// The owner of a private list.
///
/// Entities in a list refer to it without retaining it. When the owner is released, on any thread,
/// it retains the list until all its entities are unlinked.
@MainActor
final class ListLifetime {
  let list: EntityList

  init(_ list: EntityList) {
    self.list = list
  }

  isolated deinit {
    list.leave()
  }
}
