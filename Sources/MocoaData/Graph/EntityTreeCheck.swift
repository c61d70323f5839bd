internal import MocoaModel

/// Looks whether a value may be taken over: whether it would contain itself, or lie too deep.
@MainActor
struct EntityTreeCheck {
  private let graph: EntityGraph

  /// What the value consists of, and how deep in it that was found.
  private var parts: [EntityKey: Int] = [:]

  /// How deep the deepest of it lies.
  private var depth = 0

  /// Whether something new gets into a part that was there before: whatever has that has it then.
  private var growsInside = false

  init(_ graph: EntityGraph) {
    self.graph = graph
  }

  /// A value on the way from the outermost one.
  private struct Stop {
    let key: EntityKey
    var rest: [any Entity]
  }

  /// Throws why a value cannot be taken over.
  ///
  /// All that is in an entity is in its value, so that a way round would be in it as well; only what
  /// another projection of an entity has is looked up.
  mutating func check(_ value: any Entity, _ shape: EntityShape) throws(EntityError) {
    try walk(value, shape)
    let above = height(above: shape.key(of: value))
    if growsInside || above + depth >= EntityStore.depthLimit { try measure(value, shape, above) }
  }

  /// Goes through a value, and finds out what is in it.
  private mutating func walk(_ value: any Entity, _ shape: EntityShape) throws(EntityError) {
    let key = shape.key(of: value)
    var way = [Stop(key: key, rest: children(of: value, shape))]
    var open: Set<EntityKey> = [key]
    parts = [key: 0]
    while !way.isEmpty {
      guard let child = way[way.count - 1].rest.popLast() else {
        open.remove(way.removeLast().key)
        continue
      }
      let shape = EntityShape.of(child)
      let key = shape.key(of: child)
      guard !open.contains(key) else {
        throw .cycle(way.map(\.key).drop { $0 != key } + [key])
      }
      guard way.count < EntityStore.depthLimit else { throw .tooDeep(key) }
      // What is shared is not looked at again.
      if let depth = parts[key], depth >= way.count { continue }
      parts[key] = way.count
      depth = max(depth, way.count)
      let rest = children(of: child, shape)
      if rest.isEmpty { continue }
      if !growsInside { growsInside = isNew(rest, in: key) }
      open.insert(key)
      way.append(Stop(key: key, rest: rest))
    }
  }

  /// Whether one that is there already is to have something in it that it has not yet.
  private func isNew(_ children: [any Entity], in key: EntityKey) -> Bool {
    guard let node = graph.node(key) else { return false }
    return children.contains { child in
      graph.node(child.itemID, .of(child)).map { !$0.parents.contains(node) } ?? true
    }
  }

  /// Goes through a value once more, and looks how deep all that is in it would lie in anything: in the
  /// value, or in others that have a part of it.
  private func measure(
    _ value: any Entity, _ shape: EntityShape, _ above: Int
  ) throws(EntityError) {
    var depths = [shape.key(of: value): above]
    var rest = [(value: value, shape: shape, depth: above)]
    while let next = rest.popLast() {
      // Was found deeper meanwhile.
      if depths[next.shape.key(of: next.value)] != next.depth { continue }
      for child in children(of: next.value, next.shape) {
        let shape = EntityShape.of(child)
        let key = shape.key(of: child)
        let known = depths[key]
        let depth = max(next.depth + 1, known ?? height(above: key))
        guard depth < EntityStore.depthLimit else { throw .tooDeep(key) }
        if depth == known { continue }
        depths[key] = depth
        rest.append((child, shape, depth))
      }
    }
  }

  private func children(of value: any Entity, _ shape: EntityShape) -> [any Entity] {
    guard shape.hasChildren else { return [] }
    var children: [any Entity] = []
    shape.forEachChild(of: value) { children.append($0) }
    if let node = graph.node(shape.key(of: value)) {
      graph.settle(node)
      for projection in node.state.projections where projection.shape !== shape {
        projection.shape.forEachChild(of: projection.value) { children.append($0) }
      }
    }
    return children
  }

  /// How many entities an entity lies in, one in the other, without those that the value consists of:
  /// what these have in them is about to be another thing.
  private func height(above key: EntityKey) -> Int {
    guard let node = graph.node(key) else { return 0 }
    var (level, height) = ([node], 0)
    while height < EntityStore.depthLimit {
      var known: Set<ObjectIdentifier> = []
      level = level.flatMap(\.parents.all).filter { parent in
        parent.key.map { parts[$0] == nil } != false
          && known.insert(ObjectIdentifier(parent)).inserted
      }
      if level.isEmpty { break }
      height += 1
    }
    return height
  }
}
