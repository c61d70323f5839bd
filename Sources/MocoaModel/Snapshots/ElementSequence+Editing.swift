extension ElementSequence {
  /// The number of elements below which an array leaf is merged with appended elements.
  ///
  /// Without this limit, a list that grows by single elements would become a tree of single
  /// elements.
  private static let appendLeafSize = 256

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
    let (head, remainder) = Self.split(root, at: range.lowerBound)
    let tail = Self.split(remainder, at: range.count).right
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

/// Edits for long-lived lists that are edited any number of times.
///
/// `replaceSubrange` splits leaves, so that two versions share everything except the edited range.
/// After many edits, a list would become a tree of very small leaves. The edits in this extension
/// copy the small arrays that they change, merge leaves that are too small, and share all other
/// leaves. Chunks that are not arrays are never copied, because their elements may not be created
/// yet.
extension ElementSequence {
  /// The maximum number of elements in an array leaf that these edits create.
  static let maxLeafSize = 64

  /// The number of elements below which an edited array leaf is merged with its neighbors.
  private static let minLeafSize = maxLeafSize / 4

  /// Creates a sequence from an array, in leaves that are small enough to be copied quickly.
  ///
  /// - Complexity: O(n).
  package init(elements: [any CellModel]) {
    root = Self.tree(Self.leaves(of: elements)[...])
  }

  /// Replaces the elements at some indexes.
  ///
  /// - Parameters:
  ///   - positions: The indexes of the elements, ascending and unique.
  ///   - elements: The new elements, one for each index.
  /// - Complexity: O(log n) for each element at most; less for adjacent elements.
  package mutating func replaceElements(at positions: [Int], with elements: [any CellModel]) {
    precondition(
      positions.count == elements.count,
      "\(positions.count) positions are not for \(elements.count) elements")
    guard let first = positions.first, let last = positions.last, let root else {
      precondition(positions.isEmpty, "there is no position in an empty sequence")
      return
    }
    precondition(
      first >= 0 && last < count, "\(first < 0 ? first : last) is outside 0..<\(count)")
    self.root = Self.replacing(Replacements(positions[...], elements[...]), in: root, at: 0)
  }

  /// Replaces the elements in a range of indexes.
  ///
  /// - Complexity: O(log n + new).
  package mutating func replaceElements(
    in range: Range<Int>, with elements: [any CellModel]
  ) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "\(range) is outside 0..<\(count)")
    if let root, let edited = Self.editing(range, in: root, elements) {
      self.root = edited
      return
    }
    var (head, remainder) = Self.split(root, at: range.lowerBound)
    var tail = Self.split(remainder, at: range.count).right
    var middle = elements
    if !elements.isEmpty || Self.isUndersized(head?.lastLeaf) || Self.isUndersized(tail?.firstLeaf)
    {
      while let part = Self.part(of: head?.lastLeaf, adjacentTo: middle) {
        middle = part.suffix + middle
        head = Self.split(head, at: (head?.count ?? 0) - part.suffix.count).left
      }
      while let part = Self.part(of: tail?.firstLeaf, adjacentTo: middle) {
        middle += part.prefix
        tail = Self.split(tail, at: part.prefix.count).right
      }
    }
    root = Self.join(Self.join(head, Self.tree(Self.leaves(of: middle)[...])), tail)
  }

  /// Returns a subtree in which a range within one array leaf is replaced.
  ///
  /// - Returns: `nil` if the range is not within one array leaf, or if the leaf would become too
  ///   small or too large.
  private static func editing(
    _ range: Range<Int>, in node: Node, _ new: [any CellModel]
  ) -> Node? {
    switch node {
    case .leaf(let leaf):
      let count = leaf.range.count - range.count + new.count
      guard let array = leaf.chunk as? ArrayChunk, leaf.range.count <= maxLeafSize,
        (minLeafSize...maxLeafSize).contains(count)
      else { return nil }
      let old = array.elements[leaf.range]
      var elements: [any CellModel] = []
      elements.reserveCapacity(count)
      elements += old.prefix(range.lowerBound)
      elements += new
      elements += old.dropFirst(range.upperBound)
      return .leaf(Leaf(ArrayChunk(elements)))
    case .branch(let branch):
      let middle = branch.leftCount
      if range.upperBound <= middle {
        return editing(range, in: branch.left, new).map { .branch(Branch($0, branch.right)) }
      }
      guard range.lowerBound >= middle else { return nil }
      let shifted = (range.lowerBound - middle)..<(range.upperBound - middle)
      return editing(shifted, in: branch.right, new).map { .branch(Branch(branch.left, $0)) }
    }
  }

  // MARK: - Merging small leaves

  /// Returns `true` if a leaf is an array that should be merged with its neighbors.
  private static func isUndersized(_ leaf: Leaf?) -> Bool {
    guard let leaf, leaf.chunk is ArrayChunk else { return false }
    return leaf.range.count < minLeafSize
  }

  /// Returns the elements of a neighboring leaf to merge into one array with `elements`.
  ///
  /// If the leaf is small, both results contain all its elements. Otherwise, `prefix` and `suffix`
  /// contain its first and its last elements, half as many as the maximum size of a leaf.
  ///
  /// - Returns: `nil` if the leaf and `elements` can stay separate.
  private static func part(
    of leaf: Leaf?, adjacentTo elements: [any CellModel]
  ) -> (prefix: ArraySlice<any CellModel>, suffix: ArraySlice<any CellModel>)? {
    guard let leaf, let array = leaf.chunk as? ArrayChunk, elements.count < maxLeafSize,
      elements.count < minLeafSize || leaf.range.count < minLeafSize
    else { return nil }
    let all = array.elements[leaf.range]
    return all.count <= maxLeafSize
      ? (all, all) : (all.prefix(maxLeafSize / 2), all.suffix(maxLeafSize / 2))
  }

  // MARK: - Replacing

  /// New elements, each with the index of the element that it replaces.
  private struct Replacements {
    var positions: ArraySlice<Int>
    var elements: ArraySlice<any CellModel>

    init(_ positions: ArraySlice<Int>, _ elements: ArraySlice<any CellModel>) {
      (self.positions, self.elements) = (positions, elements)
    }

    var isEmpty: Bool { positions.isEmpty }

    /// Removes and returns the replacements of elements before an index.
    mutating func take(before end: Int) -> Replacements {
      let count = positions.partitioningIndex { $0 >= end } - positions.startIndex
      defer { self = Replacements(positions.dropFirst(count), elements.dropFirst(count)) }
      return Replacements(positions.prefix(count), elements.prefix(count))
    }

    func forEach(_ body: (Int, any CellModel) -> Void) {
      for (position, element) in zip(positions, elements) { body(position, element) }
    }
  }

  /// Returns a subtree that begins at index `start`, with some elements replaced.
  private static func replacing(
    _ replacements: Replacements, in node: Node, at start: Int
  ) -> Node? {
    if replacements.isEmpty { return node }
    switch node {
    case .leaf(let leaf): return tree(replacing(replacements, in: leaf, at: start)[...])
    case .branch(let branch):
      let middle = start + branch.leftCount
      var right = replacements
      let left = right.take(before: middle)
      return join(
        replacing(left, in: branch.left, at: start), replacing(right, in: branch.right, at: middle))
    }
  }

  /// Returns the leaves that replace a leaf.
  ///
  /// The changed parts of an array are copied in blocks. Any other chunk is divided at the replaced
  /// elements. All unchanged parts are shared.
  private static func replacing(
    _ replacements: Replacements, in leaf: Leaf, at start: Int
  ) -> [Leaf] {
    let array = leaf.chunk as? ArrayChunk
    if let array, array.count <= maxLeafSize, leaf.range.count == array.count {
      let indices = replacements.positions.lazy.map { $0 - start }
      return [Leaf(array.replacing(indices, with: replacements.elements))]
    }
    let size = array == nil ? 1 : maxLeafSize
    var (leaves, shared, remaining) = ([] as [Leaf], leaf.range.lowerBound, replacements)
    // Added to an index of the sequence, it yields the index in the chunk.
    let offset = leaf.range.lowerBound - start
    while let next = remaining.positions.first {
      let block = (next - start) / size * size + leaf.range.lowerBound
      let end = min(block + size, leaf.range.upperBound)
      if shared < block { leaves.append(Leaf(chunk: leaf.chunk, range: shared..<block)) }
      let new = remaining.take(before: end - offset)
      var elements = array.map { Array($0.elements[block..<end]) } ?? Array(new.elements)
      if array != nil { new.forEach { elements[$0 + offset - block] = $1 } }
      leaves.append(Leaf(ArrayChunk(elements)))
      shared = end
    }
    if shared < leaf.range.upperBound {
      leaves.append(Leaf(chunk: leaf.chunk, range: shared..<leaf.range.upperBound))
    }
    return leaves
  }

  // MARK: - Creating trees

  /// Returns elements in the smallest possible number of leaves of even size.
  private static func leaves(of elements: [any CellModel]) -> [Leaf] {
    let leafCount = (elements.count + maxLeafSize - 1) / maxLeafSize
    if leafCount == 1 { return [Leaf(ArrayChunk(elements))] }
    return (0..<leafCount).map { index in
      let (start, end) = (
        elements.count * index / leafCount, elements.count * (index + 1) / leafCount
      )
      return Leaf(ArrayChunk(Array(elements[start..<end])))
    }
  }

  /// Returns a tree of minimum height for some leaves.
  private static func tree(_ leaves: ArraySlice<Leaf>) -> Node? {
    guard let first = leaves.first else { return nil }
    if leaves.count == 1 { return .leaf(first) }
    let middle = leaves.startIndex + leaves.count / 2
    return join(tree(leaves[..<middle]), tree(leaves[middle...]))
  }
}

extension ElementSequence.Leaf {
  /// Creates a leaf with all elements of an array.
  fileprivate init(_ chunk: ArrayChunk) {
    self.init(chunk: chunk, range: 0..<chunk.count)
  }
}

extension ElementSequence.Node {
  fileprivate var firstLeaf: ElementSequence.Leaf {
    switch self {
    case .leaf(let leaf): leaf
    case .branch(let branch): branch.left.firstLeaf
    }
  }

  fileprivate var lastLeaf: ElementSequence.Leaf {
    switch self {
    case .leaf(let leaf): leaf
    case .branch(let branch): branch.right.lastLeaf
    }
  }
}
