extension ElementSequence {
  /// The number of elements below which an array leaf is merged with appended elements.
  ///
  /// Without this limit, a list that grows by single elements would become a tree of single
  /// elements.
  static let appendLeafSize = 256

  /// Appends the elements of a chunk.
  ///
  /// - Complexity: O(log n). A small array chunk may be copied into the last chunk.
  public mutating func append(_ chunk: any ElementChunk) {
    guard chunk.count > 0 else { return }
    if let merged = mergedIntoLast(chunk) {
      let kept = Self.split(root, at: count - merged.replaced).left
      root = Self.join(kept, .leaf(merged.leaf))
    } else {
      root = Self.join(root, .leaf(Leaf(chunk: chunk, range: 0..<chunk.count)))
    }
  }

  /// Appends elements.
  public mutating func append(_ elements: [any CellModel]) {
    append(ArrayChunk(elements))
  }

  /// Replaces the elements in a range of indexes.
  ///
  /// - Complexity: O(log n).
  public mutating func replaceSubrange(_ range: Range<Int>, with elements: [any CellModel]) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "\(range) is outside 0..<\(count)")
    let (head, rest) = Self.split(root, at: range.lowerBound)
    let tail = Self.split(rest, at: range.count).right
    let middle = ElementSequence(ArrayChunk(elements)).root
    root = Self.join(Self.join(head, middle), tail)
  }

  /// Returns the elements in a range of indexes, sharing the chunks.
  public func slice(_ range: Range<Int>) -> ElementSequence {
    let tail = Self.split(root, at: range.lowerBound).right
    return ElementSequence(root: Self.split(tail, at: range.count).left)
  }

  /// Returns the concatenation of two sequences.
  public static func + (left: ElementSequence, right: ElementSequence) -> ElementSequence {
    ElementSequence(root: join(left.root, right.root))
  }

  private func mergedIntoLast(_ chunk: any ElementChunk) -> (leaf: Leaf, replaced: Int)? {
    guard let added = chunk as? ArrayChunk, added.count < Self.appendLeafSize,
      let last = lastLeaf, let array = last.chunk as? ArrayChunk,
      last.range.count < Self.appendLeafSize
    else { return nil }
    let merged = ArrayChunk(Array(array.elements[last.range]) + added.elements)
    return (Leaf(chunk: merged, range: 0..<merged.count), last.range.count)
  }

  private var lastLeaf: Leaf? {
    var node = root
    while case .branch(let branch)? = node { node = branch.right }
    if case .leaf(let leaf)? = node { return leaf }
    return nil
  }

  // MARK: - Joining and splitting

  /// Returns one balanced tree with the elements of `left`, then those of `right`.
  static func join(_ left: Node?, _ right: Node?) -> Node? {
    guard let left else { return right }
    guard let right else { return left }
    return joined(left, right)
  }

  private static func joined(_ left: Node, _ right: Node) -> Node {
    let difference = left.height - right.height
    if difference > 1, case .branch(let branch) = left {
      return balanced(branch.left, joined(branch.right, right))
    }
    if difference < -1, case .branch(let branch) = right {
      return balanced(joined(left, branch.left), branch.right)
    }
    return .branch(Branch(left, right))
  }

  /// Returns a branch of two subtrees whose heights differ by at most two, rotated if needed.
  private static func balanced(_ left: Node, _ right: Node) -> Node {
    if left.height > right.height + 1, case .branch(let branch) = left {
      if branch.left.height >= branch.right.height {
        return .branch(Branch(branch.left, .branch(Branch(branch.right, right))))
      }
      guard case .branch(let inner) = branch.right else { return .branch(Branch(left, right)) }
      return .branch(
        Branch(.branch(Branch(branch.left, inner.left)), .branch(Branch(inner.right, right))))
    }
    if right.height > left.height + 1, case .branch(let branch) = right {
      if branch.right.height >= branch.left.height {
        return .branch(Branch(.branch(Branch(left, branch.left)), branch.right))
      }
      guard case .branch(let inner) = branch.left else { return .branch(Branch(left, right)) }
      return .branch(
        Branch(.branch(Branch(left, inner.left)), .branch(Branch(inner.right, branch.right))))
    }
    return .branch(Branch(left, right))
  }

  /// Returns a tree of the elements before an index, and one of the elements from that index.
  static func split(_ node: Node?, at position: Int) -> (left: Node?, right: Node?) {
    guard let node else { return (nil, nil) }
    if position <= 0 { return (nil, node) }
    if position >= node.count { return (node, nil) }
    switch node {
    case .leaf(let leaf):
      let middle = leaf.range.lowerBound + position
      return (
        .leaf(Leaf(chunk: leaf.chunk, range: leaf.range.lowerBound..<middle)),
        .leaf(Leaf(chunk: leaf.chunk, range: middle..<leaf.range.upperBound))
      )
    case .branch(let branch):
      let inLeft = branch.leftCount
      if position < inLeft {
        let (left, right) = split(branch.left, at: position)
        return (left, join(right, branch.right))
      }
      let (left, right) = split(branch.right, at: position - inLeft)
      return (join(branch.left, left), right)
    }
  }
}
