/// What a transaction has done, so that it can be taken back, and so that it is known what changed.
@MainActor
struct EntityJournal {
  enum Step {
    /// A node was made, and may have changed since.
    case made(EntityNode)

    /// A node was about to change.
    case changed(EntityNode, from: EntityNode.State)
    case linked(EntityNode, to: EntityNode)
    case unlinked(EntityNode, from: EntityNode)
    case listed(EntityNode, in: EntityList)
    case unlisted(EntityNode, from: EntityList)

    /// A list was about to change.
    case edited(EntityList, from: EntityList.State)
  }

  private(set) var steps: [Step] = []

  /// The nodes that were made or about to change, in the order of these steps.
  private(set) var nodes: [EntityNode] = []

  /// Which of the transactions within each other is running; 0 for none.
  private(set) var layer = 0

  private var lastLayer = 0
  private var layers: [Int] = []

  /// Begins a transaction, within the one that is running.
  ///
  /// - Returns: where it begins.
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

  /// Whether a transaction is running.
  var isRunning: Bool { layer != 0 }

  /// Takes note that so many nodes are about to be made.
  mutating func makeRoom(for count: Int) {
    steps.reserveCapacity(steps.count + count)
    nodes.reserveCapacity(nodes.count + count)
  }

  /// Keeps a step; outside of a transaction there is nothing to be taken back.
  mutating func note(_ step: Step) {
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

  /// Forgets the steps since a mark, and returns them, the last one first.
  mutating func takeBack(to mark: Int) -> [Step] {
    let taken = steps[mark...].reversed()
    steps.removeSubrange(mark...)
    nodes.removeLast(taken.count { Self.node($0) != nil })
    return Array(taken)
  }

  /// Forgets all steps, and returns them in order.
  mutating func takeAll() -> [Step] {
    defer { (steps, nodes) = ([], []) }
    return steps
  }
}
