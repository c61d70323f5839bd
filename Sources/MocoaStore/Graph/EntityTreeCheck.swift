internal import MocoaModel

/// A check, before an upsert, that a value does not contain itself and is not nested too deeply.
@MainActor
struct EntityTreeCheck {
  private let graph: EntityGraph

  /// The maximum depth of each entity in the value.
  private var parts: [EntityKey: Int] = [:]

  /// The depth of the deepest entity in the value.
  private var depth = 0

  /// A Boolean value that indicates whether an entity in the value gets a child that it does not
  /// have in the store.
  ///
  /// All ancestors that the entity has in the store then contain the child too.
  private var growsInside = false

  init(_ graph: EntityGraph) {
    self.graph = graph
  }

  /// An entity on the path from the value to the visited entity.
  private struct PathEntry {
    let key: EntityKey
    var remaining: [any Entity]
  }

  /// Checks that a value has no cycle and is not nested too deeply.
  ///
  /// The value contains all its descendants, so a cycle would appear in it. If the store has values
  /// of an entity for other types, their children are checked too.
  ///
  /// - Throws: ``EntityError`` if the value cannot be inserted.
  mutating func check(_ value: any Entity, _ shape: EntityDescriptor) throws(EntityError) {
    try visit(value, shape)
    let above = height(above: shape.key(of: value))
    if growsInside || above + depth >= EntityStore.depthLimit { try measure(value, shape, above) }
  }

  /// Visits all entities in a value and records their depths.
  private mutating func visit(_ value: any Entity, _ shape: EntityDescriptor) throws(EntityError) {
    let key = shape.key(of: value)
    var path = [PathEntry(key: key, remaining: children(of: value, shape))]
    var open: Set<EntityKey> = [key]
    parts = [key: 0]
    while !path.isEmpty {
      guard let child = path[path.count - 1].remaining.popLast() else {
        open.remove(path.removeLast().key)
        continue
      }
      let shape = EntityDescriptor.descriptor(for: child)
      let key = shape.key(of: child)
      guard !open.contains(key) else {
        throw .cycle(path.map(\.key).drop { $0 != key } + [key])
      }
      guard path.count < EntityStore.depthLimit else { throw .tooDeep(key) }
      // An entity that was already visited at this depth or deeper needs no second visit.
      if let depth = parts[key], depth >= path.count { continue }
      parts[key] = path.count
      depth = max(depth, path.count)
      let remaining = children(of: child, shape)
      if remaining.isEmpty { continue }
      if !growsInside { growsInside = isNew(remaining, in: key) }
      open.insert(key)
      path.append(PathEntry(key: key, remaining: remaining))
    }
  }

  /// Returns `true` if an entity in the store does not have all of the given children.
  private func isNew(_ children: [any Entity], in key: EntityKey) -> Bool {
    guard let node = graph.node(key) else { return false }
    return children.contains { child in
      graph.node(child.itemID, .descriptor(for: child)).map { !$0.parents.contains(node) } ?? true
    }
  }

  /// Checks that no entity in a value is nested too deeply, including its ancestors in the store.
  ///
  /// An entity in the value may also be a child of stored entities outside the value.
  ///
  /// - Parameter above: The number of levels of ancestors that the value has in the store.
  private func measure(
    _ value: any Entity, _ shape: EntityDescriptor, _ above: Int
  ) throws(EntityError) {
    var depths = [shape.key(of: value): above]
    var pending = [(value: value, shape: shape, depth: above)]
    while let next = pending.popLast() {
      // The entity was found at a greater depth since.
      if depths[next.shape.key(of: next.value)] != next.depth { continue }
      for child in children(of: next.value, next.shape) {
        let shape = EntityDescriptor.descriptor(for: child)
        let key = shape.key(of: child)
        let knownDepth = depths[key]
        let depth = max(next.depth + 1, knownDepth ?? height(above: key))
        guard depth < EntityStore.depthLimit else { throw .tooDeep(key) }
        if depth == knownDepth { continue }
        depths[key] = depth
        pending.append((child, shape, depth))
      }
    }
  }

  private func children(of value: any Entity, _ shape: EntityDescriptor) -> [any Entity] {
    guard shape.hasChildren else { return [] }
    var children: [any Entity] = []
    shape.forEachChild(of: value) { children.append($0) }
    if let node = graph.node(shape.key(of: value)) {
      graph.refresh(node)
      for projection in node.state.projections where projection.shape !== shape {
        projection.shape.forEachChild(of: projection.value) { children.append($0) }
      }
    }
    return children
  }

  /// Returns the number of levels of ancestors of an entity in the store.
  ///
  /// Entities in the value are not counted, because their children are about to change.
  private func height(above key: EntityKey) -> Int {
    guard let node = graph.node(key) else { return 0 }
    var (level, height) = ([node], 0)
    while height < EntityStore.depthLimit {
      var seen: Set<ObjectIdentifier> = []
      level = level.flatMap(\.parents.all).filter { parent in
        parent.key.map { parts[$0] == nil } != false
          && seen.insert(ObjectIdentifier(parent)).inserted
      }
      if level.isEmpty { break }
      height += 1
    }
    return height
  }
}
