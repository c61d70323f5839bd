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
