/// The steps of a transaction, which allow rolling it back and finding the changed entities.
@MainActor
struct EntityJournal {
  enum Step {
    /// The creation of a node, which may have changed since.
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
    let taken = steps[mark...].reversed()
    steps.removeSubrange(mark...)
    nodes.removeLast(taken.count { Self.node($0) != nil })
    return Array(taken)
  }

  /// Removes all steps and returns them in order.
  mutating func takeAll() -> [Step] {
    defer { (steps, nodes) = ([], []) }
    return steps
  }
}
