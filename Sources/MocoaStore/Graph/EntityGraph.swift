internal import MocoaModel

/// The entities of a store, each with one node, and the links between them.
///
/// The node of an entity has its complete value, including all children. When a child changes, its
/// parents become stale. A stale value is updated when it is read, and at the latest at the end of
/// the transaction if it is shown or saved. The journal records every step of a transaction, so
/// that it can be rolled back.
@MainActor
final class EntityGraph {
  /// The nodes of the entities with one entity name.
  final class Table {
    fileprivate(set) var nodes: [ItemID: EntityNode] = [:]
  }

  private var tables: [String: Table] = [:]
  private var tablesOfShapes: [ObjectIdentifier: Table] = [:]

  /// The journal of the running transaction.
  var journal = EntityJournal()

  /// The number of upserts until now.
  private var passes = 0

  /// The lists that show a field of an entity, by the key of the entity.
  private(set) var fieldLists: [EntityKey: [EntityList]] = [:]

  /// A Boolean value that indicates whether nodes may have stayed stale after the previous
  /// transactions.
  var mayWait = false

  /// A Boolean value that indicates whether any node may be stale.
  var isAnyStale = false

  // MARK: - Reading

  private func table(_ shape: EntityDescriptor) -> Table {
    if let table = tablesOfShapes[ObjectIdentifier(shape)] { return table }
    let table = table(named: shape.entityName)
    tablesOfShapes[ObjectIdentifier(shape)] = table
    return table
  }

  /// Reserves memory for a number of new entities of a type.
  func reserveCapacity(for count: Int, _ shape: EntityDescriptor) {
    let table = table(shape)
    // Reserving memory for a few entities would reallocate the table repeatedly.
    guard count > table.nodes.count else { return }
    table.nodes.reserveCapacity(table.nodes.count + count)
  }

  private func table(named name: String) -> Table {
    if let table = tables[name] { return table }
    let table = Table()
    tables[name] = table
    return table
  }

  /// Returns the node of an entity, or `nil` if the entity does not exist.
  func node(_ key: EntityKey) -> EntityNode? {
    guard let node = tables[key.entityName]?.nodes[key.id], node.exists else { return nil }
    return node
  }

  func node(_ id: ItemID, _ shape: EntityDescriptor) -> EntityNode? {
    table(shape).nodes[id]
  }

  private func findOrMakeNode(_ value: any Entity, _ shape: EntityDescriptor) -> EntityNode {
    let table = table(shape)
    let id = value.itemID
    func made() -> EntityNode {
      let node = EntityNode(EntityKey(entityName: shape.entityName, id: id))
      journal.record(.made(node))
      node.layer = journal.layer
      return node
    }
    // A single lookup finds or inserts the node.
    return Self.same(&table.nodes[id, default: made()])
  }

  private static func same(_ node: inout EntityNode) -> EntityNode { node }

  /// Returns the value of an entity for an entity type.
  ///
  /// The result is `nil` if the entity is missing or has no value for that type.
  func value(of key: EntityKey, as shape: EntityDescriptor) -> (any Entity)? {
    node(key).flatMap { value(of: $0, as: shape) }
  }

  /// Returns the value of a node for an entity type, including all changes of its children.
  func value(of node: EntityNode, as shape: EntityDescriptor) -> (any Entity)? {
    refresh(node)
    return node.value(as: shape)
  }

  /// Returns the value of a node for an entity type.
  ///
  /// If the node has no value for that type, the result is an older value of the entity, merged
  /// with the values for its other types.
  ///
  /// - Parameters:
  ///   - node: The node of the entity.
  ///   - shape: The entity type.
  ///   - older: An older value of that type.
  func value(of node: EntityNode, as shape: EntityDescriptor, older: any Entity) -> any Entity {
    if let existing = value(of: node, as: shape) { return existing }
    return node.state.projections.reduce(older) { $0.merging($1.value) }
  }

  /// Returns the value of an entity for an entity type, without the changes of the running
  /// transaction.
  ///
  /// - Complexity: O(n), where n is the number of steps of the transaction.
  func committedValue(of key: EntityKey, as shape: EntityDescriptor) -> (any Entity)? {
    guard journal.isRunning else { return value(of: key, as: shape) }
    return CommittedValues(journal).value(of: table(shape).nodes[key.id], as: shape) {
      self.node($0.itemID, EntityDescriptor.descriptor(for: $0))
    }
  }

  /// The keys of all nodes.
  var keys: [EntityKey] {
    tables.flatMap { name, table in table.nodes.keys.map { EntityKey(entityName: name, id: $0) } }
  }

  /// All nodes of the graph.
  var nodes: some Sequence<EntityNode> { tables.values.lazy.flatMap(\.nodes.values) }

  /// Removes the node of an entity that does not exist.
  func removeNode(_ node: EntityNode) {
    guard let key = node.key, !node.exists else { return }
    let table = table(named: key.entityName)
    if table.nodes[key.id] === node { table.nodes[key.id] = nil }
  }

  /// Removes a node that is not needed in memory.
  func evict(_ node: EntityNode) {
    release(node)
    removeNode(node)
  }

  // MARK: - Fields

  /// Adds a list that shows a field of an entity.
  func add(_ list: EntityList, following field: EntityField) {
    fieldLists[field.key, default: []].append(list)
    list.setRows(entities(in: field))
  }

  /// Removes a list that shows a field of an entity.
  func remove(_ list: EntityList, following field: EntityField) {
    fieldLists[field.key]?.removeAll { $0 === list }
    if fieldLists[field.key]?.isEmpty == true { fieldLists[field.key] = nil }
  }

  /// Updates the lists that show a field of an entity that the transaction wrote or deleted.
  ///
  /// A change of a child itself updates the list like any other list that contains the child.
  func updateFieldLists() {
    if fieldLists.isEmpty { return }
    for node in journal.nodes where node.state.isReplaced || !node.exists {
      for list in node.key.flatMap({ fieldLists[$0] }) ?? [] {
        if let field = list.field { list.setRows(entities(in: field)) }
      }
    }
  }

  private func entities(in field: EntityField) -> [any Entity] {
    guard let value = value(of: field.key, as: field.shape) else { return [] }
    var entities: [any Entity] = []
    field.shape.forEachValue(of: value, inField: field.number) { entities.append($0) }
    return entities
  }

  // MARK: - Upserting

  /// The state of a running upsert.
  private struct Pass {
    let number: Int

    /// A Boolean value that indicates whether the upserted value may contain an entity more than
    /// once.
    let mayRepeat: Bool

    private struct Visit: Hashable {
      let node: ObjectIdentifier
      let shape: ObjectIdentifier
    }

    private var seen: Set<Visit> = []

    /// The nodes of the entities that occur more than once in the upserted value, with different
    /// values.
    var twice: [EntityNode] = []

    /// Returns `true` if the upsert visits a node as an entity type for the first time.
    mutating func isFirst(_ node: EntityNode, _ shape: EntityDescriptor) -> Bool {
      let look = Visit(node: ObjectIdentifier(node), shape: ObjectIdentifier(shape))
      return !mayRepeat || seen.insert(look).inserted
    }

    init(number: Int, mayRepeat: Bool) {
      (self.number, self.mayRepeat) = (number, mayRepeat)
    }
  }

  /// Inserts or updates an entity with all its children.
  ///
  /// If the value contains an entity more than once, the first occurrence is used.
  ///
  /// - Returns: The node of the entity. The result is `nil` if the value has no identity; only its
  ///   children are then inserted.
  /// - Throws: ``EntityError`` if the value is not valid. The graph is then unchanged.
  @discardableResult
  func upsert(_ value: any Entity, _ shape: EntityDescriptor) throws(EntityError) -> EntityNode? {
    guard value.isIdentified else {
      if shape.hasChildren { try upsertParts(of: value, shape) }
      return nil
    }
    var pass = makePass(mayRepeat: shape.hasChildren)
    let node = try upsert(value, shape, &pass)
    for node in pass.twice { invalidate(parentsOf: node) { _ in true } }
    return node
  }

  private func makePass(mayRepeat: Bool) -> Pass {
    passes += 1
    return Pass(number: passes, mayRepeat: mayRepeat)
  }

  private func upsert(
    _ value: any Entity, _ shape: EntityDescriptor, _ pass: inout Pass
  ) throws(EntityError) -> EntityNode {
    if shape.hasChildren {
      var check = EntityTreeCheck(self)
      try check.check(value, shape)
    }
    // During the update, the children of a stale node are neither the old nor the new ones.
    if isAnyStale { refresh(value, shape) }
    return put(value, shape, &pass)
  }

  /// Inserts or updates all children of a value without identity, or none if any is not valid.
  ///
  /// If an entity occurs more than once, at any depth, the first occurrence is used.
  private func upsertParts(of value: any Entity, _ shape: EntityDescriptor) throws(EntityError) {
    let mark = journal.begin()
    defer { journal.end() }
    var pass = makePass(mayRepeat: true)
    do throws(EntityError) {
      for child in children(of: value, shape) {
        _ = try upsert(child, EntityDescriptor.descriptor(for: child), &pass)
        // The check of the next child requires final values.
        for node in pass.twice { invalidate(parentsOf: node) { _ in true } }
        pass.twice = []
      }
    } catch {
      rollBack(to: mark)
      throw error
    }
  }

  /// Sets the value of a node without identity and inserts or updates all its children.
  func setValue(_ value: any Entity, _ shape: EntityDescriptor, in node: EntityNode)
    throws(EntityError)
  {
    try upsert(value, shape)
    assign(value, shape, in: node)
  }

  /// Sets the value of a node without identity whose children are already in the graph.
  func assign(_ value: any Entity, _ shape: EntityDescriptor, in node: EntityNode) {
    touch(node)
    node.state.projections = [.init(shape: shape, value: value)]
    (node.state.isStale, node.state.lacksChildren) = (false, false)
    relink(node)
    // The graph may have newer values of the children.
    node.state.isStale = true
    isAnyStale = true
  }

  func children(of value: any Entity, _ shape: EntityDescriptor) -> [any Entity] {
    var children: [any Entity] = []
    shape.forEachChild(of: value) { children.append($0) }
    return children
  }

  private func put(_ value: any Entity, _ shape: EntityDescriptor, _ pass: inout Pass) -> EntityNode
  {
    let node = findOrMakeNode(value, shape)
    if node.state.lacksChildren { refresh(node) }
    let index = node.state.projections.firstIndex { $0.shape === shape }
    let isEqual =
      index.map { shape.areEqual(node.state.projections[$0].value, value) } ?? false
    guard pass.isFirst(node, shape) else {
      if !isEqual { pass.twice.append(node) }
      return node
    }
    if isEqual {
      if node.isInMemoryOnly {
        touch(node)
        node.state.isWritten = true
      }
      // The children have their own identities, and may differ if `==` ignores their field.
      for child in children(of: value, shape) {
        _ = put(child, EntityDescriptor.descriptor(for: child), &pass)
      }
      return node
    }
    touch(node)
    node.pass = pass.number
    (node.state.isWritten, node.state.isReplaced) = (true, true)
    if let index {
      node.state.projections[index].value = value
    } else {
      node.state.projections.append(.init(shape: shape, value: value))
    }
    for other in node.state.projections.indices where node.state.projections[other].shape !== shape
    {
      node.state.projections[other].value = node.state.projections[other].value.merging(value)
    }
    if node.state.projections.contains(where: \.shape.hasChildren) {
      for projection in node.state.projections {
        for child in children(of: projection.value, projection.shape) {
          let childShape = EntityDescriptor.descriptor(for: child)
          // The children of another type were not written. They count only if merging changed them.
          if projection.shape === shape || !isCurrent(child, childShape) {
            _ = put(child, childShape, &pass)
          }
        }
      }
      relink(node)
    }
    if node.state.projections.count > 1 {
      // The values as other types were derived by merging and do not contain the children that were
      // just written.
      node.state.isStale = true
      isAnyStale = true
      pass.twice.append(node)
    }
    // Parents that are part of the same upsert already have the new value.
    invalidate(parentsOf: node) { $0.pass != pass.number }
    return node
  }

  private func isCurrent(_ value: any Entity, _ shape: EntityDescriptor) -> Bool {
    node(value.itemID, shape)?.value(as: shape).map { shape.areEqual($0, value) } ?? false
  }

  /// Unlinks the children of a node without identity, as part of a transaction.
  ///
  /// The journal records the changes, so that a rollback can restore the links.
  func unlinkChildren(of node: EntityNode) {
    guard node.exists else { return }
    touch(node)
    for child in node.state.children where child.parents.contains(node) {
      unlink(child, from: node)
    }
    node.state = EntityNode.State()
  }

  /// Unlinks the children of a node without identity that its provider or list no longer needs.
  ///
  /// The journal does not record this change. A rollback that restores the links calls the method
  /// again.
  func release(_ node: EntityNode) {
    node.isReleased = true
    for child in node.state.children { child.parents.remove(node) }
    node.state = EntityNode.State()
  }

  /// Updates the links between a node and its children after its values have changed.
  func relink(_ node: EntityNode) {
    var (children, required): ([EntityNode], [EntityNode]) = ([], [])
    var seen: Set<ObjectIdentifier> = []
    for projection in node.state.projections {
      projection.shape.forEachReference(of: projection.value) { child, isRequired in
        guard let child = self.node(child.itemID, EntityDescriptor.descriptor(for: child)) else {
          return
        }
        if seen.insert(ObjectIdentifier(child)).inserted { children.append(child) }
        if isRequired { required.append(child) }
      }
    }
    let former = node.state.children
    (node.state.children, node.state.required) = (children, required)
    for child in former
    where !seen.contains(ObjectIdentifier(child)) && child.parents.contains(node) {
      unlink(child, from: node)
    }
    for child in children where !child.parents.contains(node) {
      child.parents.insert(node)
      journal.record(.linked(child, to: node))
    }
    // A child that became stale before it was linked could not mark this node as stale.
    if children.contains(where: \.state.isStale) { makeStale(node) }
  }

  private func unlink(_ child: EntityNode, from node: EntityNode) {
    child.parents.remove(node)
    journal.record(.unlinked(child, from: node))
  }

  // MARK: - Journal

  /// Records the state of a node before a change.
  ///
  /// Each transaction, and each transaction nested in it, records the state once. Outside a
  /// transaction, the method does nothing.
  func touch(_ node: EntityNode) {
    guard journal.isRunning, node.layer != journal.layer else { return }
    journal.record(.changed(node, from: node.state))
    node.layer = journal.layer
  }
}

extension EntityGraph {
  // MARK: - Deleting

  /// Deletes an entity and every entity that requires it.
  ///
  /// Removes it from all other parents and from all lists.
  ///
  /// - Returns: The nodes that were deleted.
  func delete(_ key: EntityKey) -> [EntityNode] {
    guard let first = node(key) else { return [] }
    var deleted: [EntityNode] = []
    var pending = [first]
    while let node = pending.popLast() {
      guard node.exists else { continue }
      refresh(node)
      touch(node)
      deleted.append(node)
      for child in node.state.children { unlink(child, from: node) }
      node.state = EntityNode.State()
      for list in node.lists.all { list.removeAll(node) }
      for parent in node.parents.all where !take(node, outOf: parent) { pending.append(parent) }
    }
    return deleted
  }

  /// Removes a deleted node from the children of a parent.
  ///
  /// The values of the parent are updated later, because several children may be removed.
  ///
  /// - Returns: `false` if the parent requires the node.
  private func take(_ node: EntityNode, outOf parent: EntityNode) -> Bool {
    touch(parent)
    if parent.state.required.contains(where: { $0 === node }) { return false }
    parent.state.lacksChildren = true
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
