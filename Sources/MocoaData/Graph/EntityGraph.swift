internal import MocoaModel

/// All entities of a store, each once, with what is in what.
///
/// An entity's node has its whole value, children and all. When a child changes, what it is in
/// becomes stale, and is put together again when somebody looks, at the latest at the end of the
/// transaction if its value is shown or saved. All that a transaction does is journalled, so that it can be taken back.
@MainActor
final class EntityGraph {
  /// The entities of one kind.
  final class Table {
    fileprivate(set) var nodes: [ItemID: EntityNode] = [:]
  }

  private var tables: [String: Table] = [:]
  private var tablesOfShapes: [ObjectIdentifier: Table] = [:]

  /// What the running transaction has done.
  var journal = EntityJournal()

  /// Counts upserts.
  private var passes = 0

  /// The lists that follow the fields of entities.
  private(set) var fieldLists: [EntityKey: [EntityList]] = [:]

  /// Whether something may have stayed stale at the end of a transaction.
  var mayWait = false

  /// Whether something may be stale.
  var isAnyStale = false

  // MARK: - Looking

  private func table(_ shape: EntityShape) -> Table {
    if let table = tablesOfShapes[ObjectIdentifier(shape)] { return table }
    let table = table(named: shape.entityName)
    tablesOfShapes[ObjectIdentifier(shape)] = table
    return table
  }

  /// Takes note that so many entities of a type are about to come.
  func makeRoom(for count: Int, _ shape: EntityShape) {
    let table = table(shape)
    // Room for few would be made again and again.
    guard count > table.nodes.count else { return }
    table.nodes.reserveCapacity(table.nodes.count + count)
  }

  private func table(named name: String) -> Table {
    if let table = tables[name] { return table }
    let table = Table()
    tables[name] = table
    return table
  }

  /// The node of an entity that is there.
  func node(_ key: EntityKey) -> EntityNode? {
    guard let node = tables[key.entityName]?.nodes[key.id], node.isThere else { return nil }
    return node
  }

  func node(_ id: ItemID, _ shape: EntityShape) -> EntityNode? {
    table(shape).nodes[id]
  }

  private func madeNode(_ value: any Entity, _ shape: EntityShape) -> EntityNode {
    let table = table(shape)
    let id = value.itemID
    func made() -> EntityNode {
      let node = EntityNode(EntityKey(entityName: shape.entityName, id: id))
      journal.note(.made(node))
      node.layer = journal.layer
      return node
    }
    // Looked up once, be it there or not.
    return Self.same(&table.nodes[id, default: made()])
  }

  private static func same(_ node: inout EntityNode) -> EntityNode { node }

  /// The value of an entity as a type shows it; nil where there is none, or it was never seen so.
  func value(of key: EntityKey, as shape: EntityShape) -> (any Entity)? {
    node(key).flatMap { value(of: $0, as: shape) }
  }

  /// The value of a node as a type shows it, with all that has changed in it.
  func value(of node: EntityNode, as shape: EntityShape) -> (any Entity)? {
    settle(node)
    return node.value(as: shape)
  }

  /// What is known of an entity as a type shows it, of which somebody has an older value: with what
  /// only other types know, where it was never seen as that one.
  func value(of node: EntityNode, as shape: EntityShape, older: any Entity) -> any Entity {
    if let known = value(of: node, as: shape) { return known }
    return node.state.projections.reduce(older) { $0.merging($1.value) }
  }

  /// The same without what a running transaction has done to it.
  ///
  /// - Complexity: O(n) for n steps of that.
  func committedValue(of key: EntityKey, as shape: EntityShape) -> (any Entity)? {
    guard journal.isRunning else { return value(of: key, as: shape) }
    return CommittedValues(journal).value(of: table(shape).nodes[key.id], as: shape) {
      self.node($0.itemID, EntityShape.of($0))
    }
  }

  /// The keys of all nodes.
  var keys: [EntityKey] {
    tables.flatMap { name, table in table.nodes.keys.map { EntityKey(entityName: name, id: $0) } }
  }

  /// All nodes that there are.
  var nodes: some Sequence<EntityNode> { tables.values.lazy.flatMap(\.nodes.values) }

  /// Forgets a node that is not there any more.
  func forget(_ node: EntityNode) {
    guard let key = node.key, !node.isThere else { return }
    let table = table(named: key.entityName)
    if table.nodes[key.id] === node { table.nodes[key.id] = nil }
  }

  /// Forgets a node that nothing is in need of.
  func evict(_ node: EntityNode) {
    release(node)
    forget(node)
  }

  // MARK: - Fields

  /// Has a list follow the field of an entity.
  func add(_ list: EntityList, following field: EntityField) {
    fieldLists[field.key, default: []].append(list)
    list.setRows(entities(in: field))
  }

  /// Ends that a list follows the field of an entity.
  func remove(_ list: EntityList, following field: EntityField) {
    fieldLists[field.key]?.removeAll { $0 === list }
    if fieldLists[field.key]?.isEmpty == true { fieldLists[field.key] = nil }
  }

  /// Gives the lists that follow fields the entities of those that were written.
  ///
  /// A child that changed or went is not looked for here: the list has it as any other list has.
  func updateFieldLists() {
    if fieldLists.isEmpty { return }
    for node in journal.nodes where node.state.isReplaced || !node.isThere {
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

  /// An upsert that is going on.
  private struct Pass {
    let number: Int

    /// Whether anything may stand in it twice.
    let mayRepeat: Bool

    private struct Look: Hashable {
      let node: ObjectIdentifier
      let shape: ObjectIdentifier
    }

    private var seen: Set<Look> = []

    /// What stood in the value once more, and otherwise.
    var twice: [EntityNode] = []

    /// Whether a node is looked at as a type for the first time.
    mutating func isFirst(_ node: EntityNode, _ shape: EntityShape) -> Bool {
      let look = Look(node: ObjectIdentifier(node), shape: ObjectIdentifier(shape))
      return !mayRepeat || seen.insert(look).inserted
    }

    init(number: Int, mayRepeat: Bool) {
      (self.number, self.mayRepeat) = (number, mayRepeat)
    }
  }

  /// Takes over a value, and with it all that is in it; what is in it twice as it stands first.
  ///
  /// - Throws: why it cannot be; nothing has changed then.
  /// - Returns: its node; nil for a value without identity, of which only what is in it is taken over.
  @discardableResult
  func upsert(_ value: any Entity, _ shape: EntityShape) throws(EntityError) -> EntityNode? {
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
    _ value: any Entity, _ shape: EntityShape, _ pass: inout Pass
  ) throws(EntityError) -> EntityNode {
    if shape.hasChildren {
      var check = EntityTreeCheck(self)
      try check.check(value, shape)
    }
    // While it is put, what is in what is neither as it was nor as it will be.
    if isAnyStale { settle(value, shape) }
    return put(value, shape, &pass)
  }

  /// Takes over all that is in a value without identity, or nothing; what is in it twice as it stands
  /// first, wherever in it that is.
  private func upsertParts(of value: any Entity, _ shape: EntityShape) throws(EntityError) {
    let mark = journal.begin()
    defer { journal.end() }
    var pass = makePass(mayRepeat: true)
    do throws(EntityError) {
      for child in children(of: value, shape) {
        _ = try upsert(child, EntityShape.of(child), &pass)
        // The next one is looked at as if all was as it will be.
        for node in pass.twice { invalidate(parentsOf: node) { _ in true } }
        pass.twice = []
      }
    } catch {
      rollBack(to: mark)
      throw error
    }
  }

  /// Gives a node without identity a value, and takes over all that is in it.
  func hold(_ value: any Entity, _ shape: EntityShape, in node: EntityNode) throws(EntityError) {
    try upsert(value, shape)
    own(value, shape, in: node)
  }

  /// Gives a node without identity a value of which all that is in it was taken over.
  func own(_ value: any Entity, _ shape: EntityShape, in node: EntityNode) {
    touch(node)
    node.state.projections = [.init(shape: shape, value: value)]
    (node.state.isStale, node.state.hasTaken) = (false, false)
    relink(node)
    // What is in it may be known better already.
    node.state.isStale = true
    isAnyStale = true
  }

  func children(of value: any Entity, _ shape: EntityShape) -> [any Entity] {
    var children: [any Entity] = []
    shape.forEachChild(of: value) { children.append($0) }
    return children
  }

  private func put(_ value: any Entity, _ shape: EntityShape, _ pass: inout Pass) -> EntityNode {
    let node = madeNode(value, shape)
    if node.state.hasTaken { settle(node) }
    let place = node.state.projections.firstIndex { $0.shape === shape }
    let isEqual =
      place.map { shape.areEqual(node.state.projections[$0].value, value) } ?? false
    guard pass.isFirst(node, shape) else {
      if !isEqual { pass.twice.append(node) }
      return node
    }
    if isEqual {
      if node.isInMemoryOnly {
        touch(node)
        node.state.isWritten = true
      }
      // What is in it has an identity of its own, and may differ where `==` leaves it out.
      for child in children(of: value, shape) { _ = put(child, EntityShape.of(child), &pass) }
      return node
    }
    touch(node)
    node.pass = pass.number
    (node.state.isWritten, node.state.isReplaced) = (true, true)
    if let place {
      node.state.projections[place].value = value
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
          let childShape = EntityShape.of(child)
          // What another type has in it was not written: it counts only where merging changed it.
          if projection.shape === shape || !isKnown(child, childShape) {
            _ = put(child, childShape, &pass)
          }
        }
      }
      relink(node)
    }
    if node.state.projections.count > 1 {
      // As another type it is not what was written, nor has what was written with it.
      node.state.isStale = true
      isAnyStale = true
      pass.twice.append(node)
    }
    // What was written with it has it already.
    invalidate(parentsOf: node) { $0.pass != pass.number }
    return node
  }

  private func isKnown(_ value: any Entity, _ shape: EntityShape) -> Bool {
    node(value.itemID, shape)?.value(as: shape).map { shape.areEqual($0, value) } ?? false
  }

  /// Takes a node without identity out of all that is in it, as part of a transaction.
  func disown(_ node: EntityNode) {
    guard node.isThere else { return }
    touch(node)
    for child in node.state.children where child.parents.contains(node) {
      unlink(child, from: node)
    }
    node.state = EntityNode.State()
  }

  /// Takes a node without identity out of all that is in it: its holder is gone.
  func release(_ node: EntityNode) {
    node.isReleased = true
    for child in node.state.children { child.parents.remove(node) }
    node.state = EntityNode.State()
  }

  /// Notes what is in a node now.
  func relink(_ node: EntityNode) {
    var (children, required): ([EntityNode], [EntityNode]) = ([], [])
    var known: Set<ObjectIdentifier> = []
    for projection in node.state.projections {
      projection.shape.forEachReference(of: projection.value) { child, isRequired in
        guard let child = self.node(child.itemID, EntityShape.of(child)) else { return }
        if known.insert(ObjectIdentifier(child)).inserted { children.append(child) }
        if isRequired { required.append(child) }
      }
    }
    let former = node.state.children
    (node.state.children, node.state.required) = (children, required)
    for child in former
    where !known.contains(ObjectIdentifier(child)) && child.parents.contains(node) {
      unlink(child, from: node)
    }
    for child in children where !child.parents.contains(node) {
      child.parents.insert(node)
      journal.note(.linked(child, to: node))
    }
    // One that became stale before it was linked has not told this one.
    if children.contains(where: \.state.isStale) { makeStale(node) }
  }

  func unlink(_ child: EntityNode, from node: EntityNode) {
    child.parents.remove(node)
    journal.note(.unlinked(child, from: node))
  }

  // MARK: - Journal

  /// Keeps the state of a node before it is changed, once in each layer of the transaction; outside of
  /// one, nothing has to be kept.
  func touch(_ node: EntityNode) {
    guard journal.isRunning, node.layer != journal.layer else { return }
    journal.note(.changed(node, from: node.state))
    node.layer = journal.layer
  }
}
