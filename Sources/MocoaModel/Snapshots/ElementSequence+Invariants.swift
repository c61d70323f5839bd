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
