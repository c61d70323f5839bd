/// A persistent sequence of elements: chunks in a balanced tree, shared between versions.
///
/// A version is a value. Making the next one by an edit costs O(log n) and shares all the rest;
/// appending costs O(appended). The tree is an AVL tree by height whose leaves are ranges of
/// chunks; `split` and `join` are the two operations that every edit is made of.
public struct ElementSequence: Sendable {
  var root: Node?

  /// No elements.
  public init() {}

  /// The elements of one chunk.
  public init(_ chunk: any ElementChunk) {
    root = chunk.count == 0 ? nil : .leaf(Leaf(chunk: chunk, range: 0..<chunk.count))
  }

  init(root: Node?) {
    self.root = root
  }

  /// The number of elements.
  public var count: Int { root?.count ?? 0 }

  /// The identity of the element at a position below `count`.
  ///
  /// - Complexity: O(log n).
  public func id(at position: Int) -> ItemID {
    let (chunk, index) = locate(position)
    return chunk.id(at: index)
  }

  /// The element at a position below `count`.
  ///
  /// - Complexity: O(log n), and what the chunk needs to make the element.
  public func element(at position: Int) -> any CellModel {
    let (chunk, index) = locate(position)
    return chunk.element(at: index)
  }

  /// Calls with all elements, in order.
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

  /// Calls with the elements at some positions.
  ///
  /// - Parameter positions: ascending, all below `count`.
  /// - Complexity: O(log n) for each element at most; less for neighbours.
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
      let cut = positions.firstPlace { $0 >= middle }
      forEachElement(at: positions[..<cut], in: branch.left, from: start, body)
      forEachElement(at: positions[cut...], in: branch.right, from: middle, body)
    }
  }

  /// Whether two elements have equal content: by hash where both have one, else by themselves.
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

  /// The chunk that holds a position, and the index in it.
  package func locate(_ position: Int) -> (chunk: any ElementChunk, index: Int) {
    precondition(
      position >= 0 && position < count, "position \(position) is outside 0..<\(count)")
    guard let root else { preconditionFailure("a tree with a count has a root") }
    return Self.locate(position, in: root)
  }

  /// A recursion, because on its way down it counts no references.
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
  /// A subtree.
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

  /// A range of one chunk; never empty.
  package struct Leaf: Sendable {
    package var chunk: any ElementChunk
    package var range: Range<Int>
  }

  /// Two subtrees, one after the other, whose heights differ by one at most.
  final class Branch: Sendable {
    let left: Node
    let right: Node
    let count: Int
    let height: Int

    /// What `left` counts: who goes to the right need not look at it.
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
  /// How many runs the elements are kept in.
  ///
  /// - Complexity: O(runs).
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
