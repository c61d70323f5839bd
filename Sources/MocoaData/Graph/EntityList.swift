internal import MocoaModel

/// A list of entities as a store has it: known to all who have its key, or one holder's alone.
@MainActor
final class EntityList {
  /// What it is now; put back as a whole when a transaction fails.
  struct State {
    /// The rows; nil where it is not known.
    var rows: ElementSequence?

    /// What of its rows is left from before the transaction; nil where nothing was done to it.
    var script: RowScript?

    /// Whether it was given all its rows anew, whatever they were.
    var isSet = false

    /// The rows before the transaction, where something was done to it.
    var formerRows: ElementSequence?

    /// How many rows have no identity.
    var strangerCount = 0

    /// The nodes of those among them that have children, by the identities of the rows.
    var strangers: [ItemID: EntityNode] = [:]

    /// The identities of the rows, where there are such nodes; otherwise they are found again.
    var index: PositionIndex?
  }

  /// Its name; nil for one holder's own.
  let name: String?

  /// The type of its rows.
  let shape: EntityShape

  private let graph: EntityGraph

  /// Whether a cache has the rows as they are here.
  private var isSaved = false

  /// The commit that was to keep it last.
  private(set) var writtenIn = 0

  /// The commit in which somebody edited it last here, to be kept or not.
  private(set) var editedIn = 0

  /// The commit that changed it last.
  var changedIn = 0

  private(set) var state = State()

  /// The identities of the rows; made when it is first asked for, and after a transaction failed.
  private var index: PositionIndex?

  private var layer = 0

  /// Counts edits.
  private(set) var editCount = 0

  /// Counts rows without identity, which are known by their number here.
  private var lastStranger: UInt64 = 0

  /// Those who show it.
  var subscribers: [WeakSubscriber] = []

  /// Whether somebody has asked for it.
  var isAwaited = false

  /// The loading of its rows, slice by slice.
  var load: ListLoad?

  /// Each returns false if its caller wants the rows no more.
  var wishes: [@MainActor () -> Bool] = []

  /// Whether loading ended before all its rows were there.
  var isPartial = false

  /// A Boolean value that indicates whether no row is in the cache alone.
  ///
  /// It is true as well while others' changes of a list that was loaded are taken over.
  var isFullyLoaded: Bool { !isPartial && load?.isReload ?? true }

  /// Whether somebody shows it, or wants its rows.
  var isWanted: Bool {
    wishes.contains { $0() } || subscribers.contains { $0.subscriber != nil }
  }

  /// Whether its holder is gone, so that nothing stands in it any more.
  private(set) var isGone = false

  /// The field that it follows, if it follows one.
  let field: EntityField?

  init(
    _ name: String?, _ shape: EntityShape, in graph: EntityGraph,
    following field: EntityField? = nil
  ) {
    (self.name, self.shape, self.graph, self.field) = (name, shape, graph, field)
    if let field { graph.add(self, following: field) }
  }

  /// The rows; none where it is not known.
  var rows: ElementSequence { state.rows ?? ElementSequence() }

  var isKnown: Bool { state.rows != nil }

  /// The rows as they are without what a running transaction has done to them.
  var committedRows: ElementSequence {
    state.script == nil ? rows : state.formerRows ?? ElementSequence()
  }

  // MARK: - Editing

  /// Gives some rows other entities, which were taken over already; nil for all rows.
  func replace(_ range: Range<Int>?, with values: [any Entity]) {
    touch()
    editCount += 1
    if range == nil { state.isSet = true }
    let places = range ?? 0..<rows.count
    let leaving = places.compactMap { node(at: $0) }
    let strangers = state.strangerCount == 0 ? 0 : places.count { isStranger(at: $0) }
    let ids = values.map(identity)
    var index = takeIndex()
    // An index with two owners would be copied.
    self.index = nil
    index.replaceSubrange(places, with: ids)
    var rows = rows
    rows.replaceElements(in: places, with: values)
    (state.rows, self.index) = (rows, index)
    state.script?.replace(places, withNew: values.count)
    state.strangerCount += values.count { !$0.isIdentified } - strangers
    for node in leaving where node.lists.contains(self) && !has(node) {
      unlist(node)
      if let id = node.rowID { state.strangers[id] = nil }
      if node.isAnonymous { graph.disown(node) }
    }
    for (value, id) in zip(values, ids) {
      if !value.isIdentified {
        if shape.hasChildren { list(madeStranger(id, value)) }
      } else if let node = graph.node(key(id)), !node.lists.contains(self) {
        list(node)
      }
    }
  }

  /// Gives it these rows, whose entities were taken over already; those at both ends that it has are
  /// left alone.
  ///
  /// - Complexity: O(n log n).
  func setRows(_ values: [any Entity]) {
    let rows = rows
    func isSame(_ old: Int, _ new: Int) -> Bool {
      values[new].isIdentified && !isStranger(at: old) && rows.id(at: old) == values[new].itemID
    }
    let most = min(rows.count, values.count)
    var (head, tail) = (0, 0)
    while head < most, isSame(head, head) { head += 1 }
    while tail < most - head, isSame(rows.count - tail - 1, values.count - tail - 1) { tail += 1 }
    if isKnown, head == rows.count, head == values.count { return }
    replace(head..<(rows.count - tail), with: Array(values[head..<(values.count - tail)]))
  }

  /// Moves a row to a position among the others, whatever its entity is.
  ///
  /// - Complexity: O(log n).
  func move(from: Int, to: Int) {
    touch()
    editCount += 1
    var index = takeIndex()
    // An index with two owners would be copied.
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

  /// A node for a row without identity, by which it follows what is in it.
  private func madeStranger(_ id: ItemID, _ value: any Entity) -> EntityNode {
    let node = EntityNode(nil)
    node.rowID = id
    graph.own(value, shape, in: node)
    state.strangers[id] = node
    return node
  }

  /// Takes an entity out, wherever it stands.
  func removeAll(_ node: EntityNode) {
    guard let id = node.key?.id ?? node.rowID else { return }
    for place in takeIndex().positions(of: id).reversed() {
      replace(place..<(place + 1), with: [])
    }
    // One that is gone already is not found in the rows that leave.
    if node.lists.contains(self) { unlist(node) }
  }

  /// The last position of an entity; nil if it is not there.
  func lastPosition(of id: ItemID) -> Int? { takeIndex().positions(of: id).last }

  private func identity(_ value: any Entity) -> ItemID {
    if value.isIdentified { return value.itemID }
    lastStranger += 1
    return ItemID(hash: lastStranger)
  }

  private func list(_ node: EntityNode) {
    node.lists.insert(self)
    graph.journal.note(.listed(node, in: self))
  }

  private func unlist(_ node: EntityNode) {
    node.lists.remove(self)
    graph.journal.note(.unlisted(node, from: self))
  }

  private func touch() {
    guard layer != graph.journal.layer else { return }
    var before = state
    before.index = state.strangers.isEmpty ? nil : index
    graph.journal.note(.edited(self, from: before))
    layer = graph.journal.layer
    if state.script == nil {
      (state.script, state.formerRows) = (RowScript(count: rows.count), rows)
    }
  }

  /// Puts back what it was before a transaction that failed.
  func restore(_ former: State) {
    state = former
    (index, state.index) = (former.index, nil)
    layer = 0
  }

  /// Has nothing stand in it any more: its holder is gone.
  func leave() {
    isGone = true
    if let field { graph.remove(self, following: field) }
    for node in nodes { node.lists.remove(self) }
    for node in state.strangers.values { graph.release(node) }
  }

  // MARK: - Looking

  private func takeIndex() -> PositionIndex {
    if let index { return index }
    let rows = rows
    let made = PositionIndex(
      (0..<rows.count).map { place in
        guard let value = rows.element(at: place) as? any Entity else { return ItemID(place) }
        return identity(value)
      })
    index = made
    return made
  }

  private func has(_ node: EntityNode) -> Bool {
    (node.key?.id ?? node.rowID).map { takeIndex().firstPosition(of: $0) != nil } ?? false
  }

  private func node(at place: Int) -> EntityNode? {
    guard let value = rows.element(at: place) as? any Entity else { return nil }
    if value.isIdentified { return graph.node(key(value.itemID)) }
    return state.strangers.isEmpty ? nil : state.strangers[takeIndex().id(at: place)]
  }

  private func isStranger(at place: Int) -> Bool {
    guard let value = rows.element(at: place) as? any Entity else { return true }
    return !value.isIdentified
  }

  /// The entities that stand in it, as often as they do.
  private var nodes: [EntityNode] { (0..<rows.count).compactMap { node(at: $0) } }

  // MARK: - At the end of a transaction

  /// Gives the rows of entities that may have changed what they are now.
  ///
  /// - Returns: the positions of these rows.
  func refresh(_ changed: [EntityNode]) -> [Int] {
    let rows = rows
    var nodes = changed
    // Where each of the nodes stands; a sort of numbers keeps no count of references.
    var found: [NumberedPlace] = []
    if changed.count > rows.count / 4 {
      let commit = changed.first?.seenIn
      nodes = []
      for place in 0..<rows.count {
        guard let node = node(at: place), node.seenIn == commit else { continue }
        found.append(NumberedPlace(place, number: nodes.count))
        nodes.append(node)
      }
    } else {
      let index = takeIndex()
      for number in nodes.indices {
        guard let id = nodes[number].key?.id ?? nodes[number].rowID else { continue }
        index.forEachPosition(of: id) { found.append(NumberedPlace($0, number: number)) }
      }
      found.sort()
    }
    var (places, values): ([Int], [any CellModel]) = ([], [])
    var next = found.makeIterator()
    rows.forEachElement(at: found.map(\.place)) { former in
      guard let row = next.next(),
        let value = graph.value(of: nodes[row.number], as: shape), !shape.areEqual(former, value)
      else { return }
      places.append(row.place)
      values.append(value)
    }
    guard !places.isEmpty else { return [] }
    touch()
    var after = rows
    after.replaceElements(at: places, with: values)
    state.rows = after
    return places
  }

  /// Forgets what was done in the transaction.
  ///
  /// - Returns: what was left of the rows.
  func takeScript() -> RowScript? {
    defer { (state.script, state.formerRows, state.isSet) = (nil, nil, false) }
    return state.script
  }

  /// Takes note of where a change came from.
  ///
  /// - Returns: the edits that make what a cache has kept of it what it is now.
  func savedEdits(
    in revision: Int, from before: State, _ script: RowScript?, isSet: Bool,
    _ origin: EntityOrigin, without gone: Set<EntityKey>
  ) -> [EntityBatch.ListEdit] {
    guard let script else { return [] }
    // Rows whose entities became others, or went, are kept with these; in memory they are only here.
    let edits = before.rows.map {
      savedEdits(from: $0, script, without: origin == .memory ? [] : gone)
    }
    if edits?.isEmpty == true { return [] }
    let wasSaved = isSaved
    // What is given other rows is not given those of the cache as well.
    if isSet, origin != .cache { (load, isPartial) = (nil, false) }
    switch origin {
    case .program: (isSaved, writtenIn, editedIn) = (true, revision, revision)
    case .memory: (isSaved, editedIn) = (false, revision)
    // What was not known is as it was loaded.
    case .cache: isSaved = wasSaved || edits == nil
    }
    guard origin == .program, name != nil else { return [] }
    // The other rows of a list that is loading are in the cache only: it is never written whole.
    if !isFullyLoaded { return edits ?? [] }
    let hasStrangers = before.strangerCount + state.strangerCount > 0
    if let edits, wasSaved, !hasStrangers, !isSet { return edits }
    let ids = (0..<rows.count).compactMap { isStranger(at: $0) ? nil : rows.id(at: $0) }
    return [savedEdit(at: nil, removing: [], after: nil, inserting: ids)]
  }

  private func savedEdit(
    at position: Int?, removing removed: [ItemID], after previous: ItemID?, inserting ids: [ItemID]
  ) -> EntityBatch.ListEdit {
    .init(
      list: name ?? "", entityName: shape.entityName, position: position, removed: removed,
      previous: previous, ids: ids)
  }

  /// The edits that make what a cache has kept of it what it is now: of the rows before, which are
  /// there without those of entities that were deleted.
  ///
  /// - Complexity: O(edited rows).
  private func savedEdits(
    from former: ElementSequence, _ script: RowScript, without gone: Set<EntityKey>
  ) -> [EntityBatch.ListEdit] {
    var edits: [EntityBatch.ListEdit] = []
    var (old, new, goneCount) = (0, 0, 0)
    for run in script.kept + [MatchedRun(old: former.count, new: rows.count, count: 0)] {
      let ids = (old..<run.old).map { former.id(at: $0) }
      let removed = ids.filter { !gone.contains(key($0)) }
      if !removed.isEmpty || new < run.new {
        // What stands in front stays, and so is kept: but not what has another identity in the next run.
        let previous = (0..<old).lazy.reversed().map { former.id(at: $0) }.first(where: \.isLasting)
        edits.append(
          savedEdit(
            at: old - goneCount, removing: removed, after: previous,
            inserting: (new..<run.new).map { rows.id(at: $0) }))
      }
      goneCount += ids.count - removed.count
      (old, new) = (run.oldEnd, run.newEnd)
    }
    // From behind, so that the positions in front stay what they are.
    return edits.reversed()
  }

  private func key(_ id: ItemID) -> EntityKey { EntityKey(entityName: shape.entityName, id: id) }
}
