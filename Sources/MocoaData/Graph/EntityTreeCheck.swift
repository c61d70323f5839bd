internal import MocoaModel

/// Looks whether a value may be taken over: whether it would contain itself, or lie too deep.
@MainActor
struct EntityTreeCheck {
  private let graph: EntityGraph

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
  func check(_ value: any Entity, _ shape: EntityShape) throws(EntityError) {
    let key = shape.key(of: value)
    let room = EntityStore.depthLimit - height(above: key)
    var way = [Stop(key: key, rest: children(of: value, shape))]
    var open: Set<EntityKey> = [key]
    // How deep those were found that have been looked at: what is shared is not looked at again.
    var closed: [EntityKey: Int] = [:]
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
      guard way.count < room else { throw .tooDeep(key) }
      if let depth = closed[key], depth >= way.count { continue }
      closed[key] = way.count
      let rest = children(of: child, shape)
      if rest.isEmpty { continue }
      open.insert(key)
      way.append(Stop(key: key, rest: rest))
    }
  }

  private func children(of value: any Entity, _ shape: EntityShape) -> [any Entity] {
    guard shape.hasChildren else { return [] }
    var children: [any Entity] = []
    shape.forEachChild(of: value) { children.append($0) }
    if let node = graph.node(shape.key(of: value)) {
      for projection in node.state.projections where projection.shape !== shape {
        projection.shape.forEachChild(of: projection.value) { children.append($0) }
      }
    }
    return children
  }

  /// How many entities an entity lies in, one in the other.
  private func height(above key: EntityKey) -> Int {
    guard var level = graph.node(key)?.parents.all else { return 0 }
    var height = 0
    while !level.isEmpty, height < EntityStore.depthLimit {
      height += 1
      var known: Set<ObjectIdentifier> = []
      level = level.flatMap(\.parents.all).filter { known.insert(ObjectIdentifier($0)).inserted }
    }
    return height
  }
}
