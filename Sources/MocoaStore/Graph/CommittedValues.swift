internal import MocoaModel

/// The values that entities had before the running transaction.
@MainActor
struct CommittedValues {
  private struct Link: Hashable {
    let child: ObjectIdentifier
    let parent: ObjectIdentifier

    init(_ child: EntityNode, _ parent: EntityNode) {
      (self.child, self.parent) = (ObjectIdentifier(child), ObjectIdentifier(parent))
    }
  }

  /// The states that the changed nodes had before the transaction.
  ///
  /// A node that the transaction created has an empty state.
  private var states: [ObjectIdentifier: EntityNode.State] = [:]

  /// The links that the transaction changed.
  ///
  /// The Boolean value of each link indicates whether it existed before the transaction.
  private var links: [Link: Bool] = [:]

  /// Creates the values from before the steps of a journal.
  init(_ journal: EntityJournal) {
    // The earliest step of a node has its original state.
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

  /// Returns the value that a node had as an entity type before the transaction, or `nil` if it had
  /// none.
  ///
  /// - Parameters:
  ///   - node: The node of the entity.
  ///   - shape: The entity type.
  ///   - find: A closure that returns the node of an entity, whether or not the entity exists.
  func value(
    of node: EntityNode?, as shape: EntityDescriptor, _ find: (any Entity) -> EntityNode?
  ) -> (any Entity)? {
    guard let node else { return nil }
    let state = states[ObjectIdentifier(node)] ?? node.state
    let value = state.projections.first { $0.shape === shape }?.value
    guard let value, state.isStale else { return value }
    return shape.replacingChildren(of: value) { child in
      guard let known = find(child) else { return state.hasTaken ? nil : child }
      let isLinked = links[Link(known, node)] ?? known.parents.contains(node)
      if state.hasTaken, !isLinked { return nil }
      return self.value(of: known, as: EntityDescriptor.descriptor(for: child), find) ?? child
    } ?? value
  }
}
