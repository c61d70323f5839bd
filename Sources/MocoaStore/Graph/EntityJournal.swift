internal import MocoaModel

/// The steps of a transaction, which allow rolling it back and finding the changed entities.
@MainActor
struct EntityJournal {
  enum Step {
    /// The creation of a node, which later steps may have changed.
    case made(EntityNode)

    /// A change of a node, with its state before the change.
    case changed(EntityNode, from: EntityNode.State)
    case linked(EntityNode, to: EntityNode)
    case unlinked(EntityNode, from: EntityNode)
    case listed(EntityNode, in: EntityList)
    case unlisted(EntityNode, from: EntityList)

    /// A change of a list, with its state before the change.
    case edited(EntityList, from: EntityList.State)
  }

  private(set) var steps: [Step] = []

  /// The nodes of the `made` and `changed` steps, in order.
  private(set) var nodes: [EntityNode] = []

  /// The number of transactions that are nested in each other now, or 0 if none is running.
  private(set) var layer = 0

  private var lastLayer = 0
  private var layers: [Int] = []

  /// Begins a transaction, which is nested in the running one, if any.
  ///
  /// - Returns: The mark to which the transaction can be rolled back.
  mutating func begin() -> Int {
    layers.append(layer)
    lastLayer += 1
    layer = lastLayer
    return steps.count
  }

  /// Ends the innermost transaction.
  mutating func end() {
    layer = layers.popLast() ?? 0
  }

  /// A Boolean value that indicates whether a transaction is running.
  var isRunning: Bool { layer != 0 }

  /// Reserves memory for the steps that creating a number of nodes records.
  mutating func reserveCapacity(for count: Int) {
    steps.reserveCapacity(steps.count + count)
    nodes.reserveCapacity(nodes.count + count)
  }

  /// Records a step.
  ///
  /// Outside a transaction, the method does nothing, because nothing can be rolled back.
  mutating func record(_ step: Step) {
    guard isRunning else { return }
    steps.append(step)
    if let node = Self.node(step) { nodes.append(node) }
  }

  private static func node(_ step: Step) -> EntityNode? {
    switch step {
    case .made(let node), .changed(let node, _): node
    case .linked, .unlinked, .listed, .unlisted, .edited: nil
    }
  }

  /// Removes the steps since a mark and returns them, the last one first.
  mutating func takeSteps(backTo mark: Int) -> [Step] {
    let removed = steps[mark...].reversed()
    steps.removeSubrange(mark...)
    nodes.removeLast(removed.count { Self.node($0) != nil })
    return Array(removed)
  }

  /// Removes all steps and returns them in order.
  mutating func takeAll() -> [Step] {
    defer { (steps, nodes) = ([], []) }
    return steps
  }
}

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
      guard let childNode = find(child) else { return state.lacksChildren ? nil : child }
      let isLinked = links[Link(childNode, node)] ?? childNode.parents.contains(node)
      if state.lacksChildren, !isLinked { return nil }
      return self.value(of: childNode, as: EntityDescriptor.descriptor(for: child), find) ?? child
    } ?? value
  }
}
