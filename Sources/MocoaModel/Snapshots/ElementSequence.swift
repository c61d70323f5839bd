/// A persistent sequence of elements, whose versions share their unchanged parts.
///
/// A version is a value. An edit creates the next version in O(log n) and shares all unchanged
/// parts; appending costs O(appended). The elements are in chunks. The sequence is an AVL tree
/// whose leaves are ranges of chunks. Every edit is composed of the two operations `split` and
/// `join`.
public struct ElementSequence: Sendable {
  var root: Node?

  /// Creates an empty sequence.
  public init() {}

  /// Creates a sequence with the elements of one chunk.
  public init(_ chunk: any ElementChunk) {
    root = chunk.count == 0 ? nil : .leaf(Leaf(chunk: chunk, range: 0..<chunk.count))
  }

  init(root: Node?) {
    self.root = root
  }

  /// The number of elements.
  public var count: Int { root?.count ?? 0 }

  /// Returns the identity of the element at an index below `count`.
  ///
  /// - Complexity: O(log n).
  public func id(at position: Int) -> ItemID {
    let (chunk, index) = locate(position)
    return chunk.id(at: index)
  }

  /// Returns the element at an index below `count`.
  ///
  /// - Complexity: O(log n), plus the time in which the chunk creates the element.
  public func element(at position: Int) -> any CellModel {
    let (chunk, index) = locate(position)
    return chunk.element(at: index)
  }

  /// Calls a closure with all elements, in order.
  ///
  /// - Complexity: O(n).
  package func forEachElement(_ body: (any CellModel) throws -> Void) rethrows {
    func walk(_ node: Node) throws {
      switch node {
      case .leaf(let leaf):
        for index in leaf.range { try body(leaf.chunk.element(at: index)) }
      case .branch(let branch):
        try walk(branch.left)
        try walk(branch.right)
      }
    }
    if let root { try walk(root) }
  }

  /// Calls a closure with the elements at some indexes.
  ///
  /// - Parameters:
  ///   - positions: The indexes, ascending and below `count`.
  ///   - body: A closure that receives each element.
  /// - Complexity: O(log n) for each element at most; less for adjacent elements.
  package func forEachElement(at positions: [Int], _ body: (any CellModel) -> Void) {
    guard let first = positions.first, let last = positions.last else { return }
    precondition(
      first >= 0 && last < count, "\(first < 0 ? first : last) is outside 0..<\(count)")
    if let root { Self.forEachElement(at: positions[...], in: root, from: 0, body) }
  }

  private static func forEachElement(
    at positions: ArraySlice<Int>, in node: Node, from start: Int, _ body: (any CellModel) -> Void
  ) {
    if positions.isEmpty { return }
    switch node {
    case .leaf(let leaf):
      let offset = leaf.range.lowerBound - start
      for position in positions { body(leaf.chunk.element(at: position + offset)) }
    case .branch(let branch):
      let middle = start + branch.leftCount
      let cut = positions.partitioningIndex { $0 >= middle }
      forEachElement(at: positions[..<cut], in: branch.left, from: start, body)
      forEachElement(at: positions[cut...], in: branch.right, from: middle, body)
    }
  }

  /// Returns `true` if two elements have equal content.
  ///
  /// If both elements have content hashes, the hashes are compared; otherwise the elements are
  /// compared.
  public func isContentEqual(at position: Int, _ other: ElementSequence, at otherPosition: Int)
    -> Bool
  {
    let (mine, index) = locate(position)
    let (others, otherIndex) = other.locate(otherPosition)
    if mine === others, index == otherIndex { return true }
    if let hash = mine.contentHash(at: index), let otherHash = others.contentHash(at: otherIndex) {
      return hash == otherHash
    }
    return mine.element(at: index).isContentEqual(to: others.element(at: otherIndex))
  }

  /// Returns the chunk that contains an index, and the index in the chunk.
  package func locate(_ position: Int) -> (chunk: any ElementChunk, index: Int) {
    precondition(
      position >= 0 && position < count, "position \(position) is outside 0..<\(count)")
    guard let root else { preconditionFailure("a tree with a count has a root") }
    return Self.locate(position, in: root)
  }

  /// Returns the chunk and the index for an index in a subtree.
  ///
  /// The recursion avoids reference counting on the way down.
  private static func locate(_ position: Int, in node: Node) -> (any ElementChunk, Int) {
    switch node {
    case .leaf(let leaf): return (leaf.chunk, leaf.range.lowerBound + position)
    case .branch(let branch):
      let middle = branch.leftCount
      return position < middle
        ? locate(position, in: branch.left) : locate(position - middle, in: branch.right)
    }
  }
}

extension ElementSequence {
  /// A subtree of the sequence.
  enum Node: Sendable {
    case leaf(Leaf)
    case branch(Branch)

    var count: Int {
      switch self {
      case .leaf(let leaf): leaf.range.count
      case .branch(let branch): branch.count
      }
    }

    var height: Int {
      switch self {
      case .leaf: 0
      case .branch(let branch): branch.height
      }
    }
  }

  /// A leaf of the tree: a nonempty range of one chunk.
  package struct Leaf: Sendable {
    package var chunk: any ElementChunk
    package var range: Range<Int>
  }

  /// A branch of the tree: two consecutive subtrees whose heights differ by at most one.
  final class Branch: Sendable {
    let left: Node
    let right: Node
    let count: Int
    let height: Int

    /// The number of elements in `left`.
    ///
    /// It is stored so that a search of the right subtree does not access the left one.
    let leftCount: Int

    init(_ left: Node, _ right: Node) {
      self.left = left
      self.right = right
      leftCount = left.count
      count = leftCount + right.count
      height = max(left.height, right.height) + 1
    }
  }
}

extension ElementSequence {
  /// The number of leaves in the tree.
  ///
  /// - Complexity: O(leaves).
  package var leafCount: Int {
    func count(_ node: Node?) -> Int {
      switch node {
      case .leaf: 1
      case .branch(let branch): count(branch.left) + count(branch.right)
      case nil: 0
      }
    }
    return count(root)
  }
}

extension ElementSequence {
  /// Returns the number of elements at the beginning that the trees of two versions share.
  ///
  /// No element is read.
  ///
  /// - Complexity: O(log n) if one range was edited, O(chunks) at most.
  func sharedPrefix(with other: ElementSequence) -> Int {
    Self.sharedEnd(root, other.root, isReversed: false)
  }

  /// Returns the number of elements at the end that the trees of two versions share.
  ///
  /// No element is read.
  func sharedSuffix(with other: ElementSequence) -> Int {
    Self.sharedEnd(root, other.root, isReversed: true)
  }

  private static func sharedEnd(_ mine: Node?, _ other: Node?, isReversed: Bool) -> Int {
    guard let mine, let other else { return 0 }
    var (left, right) = ([mine], [other])
    var count = 0
    while let a = left.last, let b = right.last {
      if a.isIdentical(to: b) {
        count += a.count
        left.removeLast()
        right.removeLast()
        continue
      }
      switch (a, b) {
      case (.leaf(let a), .leaf(let b)):
        return count + a.sharedEnd(with: b, isReversed: isReversed)
      // The larger subtree is expanded, so that identical subtrees meet at the same count.
      case (.branch(let branch), .leaf): open(branch, in: &left, isReversed)
      case (.leaf, .branch(let branch)): open(branch, in: &right, isReversed)
      case (.branch(let a), .branch(let b)):
        if a.count >= b.count { open(a, in: &left, isReversed) }
        if b.count >= a.count { open(b, in: &right, isReversed) }
      }
    }
    return count
  }

  private static func open(_ branch: Branch, in stack: inout [Node], _ isReversed: Bool) {
    stack.removeLast()
    stack += isReversed ? [branch.left, branch.right] : [branch.right, branch.left]
  }

  /// Calls `body` with the leaves, or parts of leaves, that contain a range of indexes.
  package func forEachLeaf(in range: Range<Int>, _ body: (Leaf) -> Void) {
    func walk(_ node: Node, _ start: Int) {
      let end = start + node.count
      if end <= range.lowerBound || start >= range.upperBound { return }
      switch node {
      case .leaf(let leaf):
        let first = leaf.range.lowerBound + max(0, range.lowerBound - start)
        let last = leaf.range.upperBound - max(0, end - range.upperBound)
        body(Leaf(chunk: leaf.chunk, range: first..<last))
      case .branch(let branch):
        walk(branch.left, start)
        walk(branch.right, start + branch.leftCount)
      }
    }
    if let root, !range.isEmpty { walk(root, 0) }
  }
}

extension ElementSequence.Node {
  fileprivate func isIdentical(to other: Self) -> Bool {
    switch (self, other) {
    case (.branch(let a), .branch(let b)): a === b
    case (.leaf(let a), .leaf(let b)): a.chunk === b.chunk && a.range == b.range
    default: false
    }
  }
}

extension ElementSequence.Leaf {
  /// Returns the number of elements that two parts of a chunk have in common at their start, or at
  /// their end if `isReversed` is `true`.
  fileprivate func sharedEnd(with other: Self, isReversed: Bool) -> Int {
    let isAligned =
      isReversed
      ? range.upperBound == other.range.upperBound : range.lowerBound == other.range.lowerBound
    return chunk === other.chunk && isAligned ? min(range.count, other.range.count) : 0
  }
}

extension ElementSequence {
  /// Returns the first violated invariant in one line, or `nil` if the tree is valid.
  ///
  /// The invariants: Counts are exact. Leaves are not empty and are within their chunk. The heights
  /// of two sibling nodes differ by at most one. Tests call it after every edit.
  public func invariantViolation() -> String? {
    root.flatMap { Self.violation(in: $0, at: 0) }
  }

  private static func violation(in node: Node, at position: Int) -> String? {
    switch node {
    case .leaf(let leaf):
      if leaf.range.isEmpty { return "leaf at \(position) is empty" }
      if leaf.range.lowerBound < 0 || leaf.range.upperBound > leaf.chunk.count {
        return "leaf at \(position) has \(leaf.range) of a chunk of \(leaf.chunk.count)"
      }
      return nil
    case .branch(let branch):
      if branch.count != branch.left.count + branch.right.count {
        return "branch at \(position) counts \(branch.count), not "
          + "\(branch.left.count) + \(branch.right.count)"
      }
      if branch.height != max(branch.left.height, branch.right.height) + 1 {
        return "branch at \(position) has height \(branch.height)"
      }
      if abs(branch.left.height - branch.right.height) > 1 {
        return "branch at \(position) leans: \(branch.left.height), \(branch.right.height)"
      }
      return violation(in: branch.left, at: position)
        ?? violation(in: branch.right, at: position + branch.left.count)
    }
  }
}
