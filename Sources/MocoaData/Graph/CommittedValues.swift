internal import MocoaModel

/// The values of entities without what a running transaction has done to them.
@MainActor
struct CommittedValues {
  private struct Link: Hashable {
    let child: ObjectIdentifier
    let parent: ObjectIdentifier

    init(_ child: EntityNode, _ parent: EntityNode) {
      (self.child, self.parent) = (ObjectIdentifier(child), ObjectIdentifier(parent))
    }
  }

  /// The states of the nodes that the transaction has changed; of those that it made, an empty one.
  private var states: [ObjectIdentifier: EntityNode.State] = [:]

  /// Whether there were the links that the transaction has changed.
  private var links: [Link: Bool] = [:]

  /// The values before the steps of a journal.
  init(_ journal: EntityJournal) {
    // What was before is known by the first step.
    for step in journal.steps.reversed() {
      switch step {
      case .made(let node): states[ObjectIdentifier(node)] = EntityNode.State()
      case .changed(let node, let before): states[ObjectIdentifier(node)] = before
      case .linked(let child, let parent): links[Link(child, parent)] = false
      case .unlinked(let child, let parent): links[Link(child, parent)] = true
      case .listed, .unlisted, .edited: break
      }
    }
  }

  /// The value of a node as a type shows it; nil where there was none.
  ///
  /// - Parameter find: finds the node of an entity, be it there or not.
  func value(
    of node: EntityNode?, as shape: EntityShape, _ find: (any Entity) -> EntityNode?
  ) -> (any Entity)? {
    guard let node else { return nil }
    let state = states[ObjectIdentifier(node)] ?? node.state
    let value = state.projections.first { $0.shape === shape }?.value
    guard let value, state.isStale else { return value }
    return shape.replacingChildren(of: value) { child in
      guard let known = find(child) else { return state.hasTaken ? nil : child }
      let isLinked = links[Link(known, node)] ?? known.parents.contains(node)
      if state.hasTaken, !isLinked { return nil }
      return self.value(of: known, as: EntityShape.of(child), find) ?? child
    } ?? value
  }
}
