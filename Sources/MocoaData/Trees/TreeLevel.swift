internal import MocoaJSON
internal import MocoaModel
internal import MocoaQuery

/// The nodes of one array or object, with the levels of those nodes that are expanded.
///
/// A level is an immutable value. A change creates new levels on the path to the changed node and
/// shares all others.
final class TreeLevel: Sendable {
  /// The properties that all nodes of a level have in common.
  let header: TreeLevelHeader

  /// The nodes, as records that are parsed when they are displayed.
  let records: ElementSequence

  /// The expanded nodes, in ascending order.
  let expansions: [Expansion]

  /// The number of visible rows: the nodes of this level and of all expanded levels in it.
  let rowCount: Int

  /// The number of rows below the first expanded nodes, for each count of them from 0.
  private let offsets: [Int]

  /// An expanded node, with the level of its children.
  struct Expansion: Sendable {
    /// The index of the node.
    let index: Int
    let level: TreeLevel
  }

  init(_ header: TreeLevelHeader, _ records: ElementSequence, _ expansions: [Expansion] = []) {
    (self.header, self.records, self.expansions) = (header, records, expansions)
    var offsets = [0]
    var total = 0
    offsets.reserveCapacity(expansions.count + 1)
    for expansion in expansions {
      total += expansion.level.rowCount
      offsets.append(total)
    }
    self.offsets = offsets
    rowCount = records.count + total
  }

  /// The location of a node: its level, and the indexes that lead from the root to the node.
  struct Location {
    let level: TreeLevel
    let chain: [Int]

    /// The index of the node in its level.
    var index: Int { chain.last ?? 0 }
  }

  /// Returns the location of the node in a visible row.
  func location(ofRow row: Int) -> Location {
    var (level, chain, row) = (self, [Int](), row)
    while true {
      let (expansions, offsets) = (level.expansions, level.offsets)
      // The number of expanded nodes in the rows above.
      let count = expansions.indices.partitioningIndex {
        expansions[$0].index + offsets[$0] >= row
      }
      guard count > 0, row <= expansions[count - 1].index + offsets[count] else {
        return Location(level: level, chain: chain + [row - offsets[count]])
      }
      let expansion = expansions[count - 1]
      chain.append(expansion.index)
      row -= expansion.index + offsets[count - 1] + 1
      level = expansion.level
    }
  }

  /// Returns the visible row of the node at a chain of indexes.
  func row(of chain: [Int]) -> Int {
    var (level, row) = (self, 0)
    for (depth, index) in chain.enumerated() {
      row += index + level.offsets[level.expansions.partitioningIndex { $0.index >= index }]
      guard depth + 1 < chain.count, let next = level.level(ofNode: index) else { break }
      row += 1
      level = next
    }
    return row
  }

  /// Returns the level of the children of an expanded node, or `nil` for a collapsed node.
  func level(ofNode index: Int) -> TreeLevel? {
    let place = expansions.partitioningIndex { $0.index >= index }
    guard place < expansions.count, expansions[place].index == index else { return nil }
    return expansions[place].level
  }

  /// A node to expand with a level, or to collapse if the level is `nil`.
  struct Replacement {
    /// The indexes that lead from the root to the node.
    let chain: [Int]
    let level: TreeLevel?
  }

  /// Returns a copy in which some nodes are expanded or collapsed.
  ///
  /// - Parameters:
  ///   - replacements: The nodes, in ascending order. No node contains another one.
  ///   - depth: The number of levels above this level.
  func replacing(_ replacements: ArraySlice<Replacement>, depth: Int = 0) -> TreeLevel {
    var new: [Expansion] = []
    new.reserveCapacity(expansions.count + replacements.count)
    var (rest, next) = (replacements, 0)
    while let first = rest.first {
      let index = first.chain[depth]
      let end = rest.firstIndex { $0.chain[depth] != index } ?? rest.endIndex
      let own = rest[rest.startIndex..<end]
      rest = rest[end...]
      while next < expansions.count, expansions[next].index < index {
        new.append(expansions[next])
        next += 1
      }
      var child: TreeLevel?
      if next < expansions.count, expansions[next].index == index {
        child = expansions[next].level
        next += 1
      }
      child =
        first.chain.count == depth + 1 ? first.level : child?.replacing(own, depth: depth + 1)
      if let child { new.append(Expansion(index: index, level: child)) }
    }
    new += expansions[next...]
    return TreeLevel(header, records, new)
  }

  /// Returns the visible rows of nodes of this level, with the rows of their expanded levels.
  func rows(of indices: Range<Int>) -> ElementSequence {
    var rows = ElementSequence()
    var start = indices.lowerBound
    for expansion in expansions where indices.contains(expansion.index) {
      append(start..<expansion.index, to: &rows)
      append(expansion.index..<expansion.index + 1, expanded: expansion.level, to: &rows)
      rows = rows + expansion.level.rows(of: 0..<expansion.level.records.count)
      start = expansion.index + 1
    }
    append(start..<indices.upperBound, to: &rows)
    return rows
  }

  /// Returns the row of one node, without the rows of its children.
  func row(ofNode index: Int, expanded level: TreeLevel?) -> ElementSequence {
    var rows = ElementSequence()
    append(index..<index + 1, expanded: level, to: &rows)
    return rows
  }

  private func append(
    _ indices: Range<Int>, expanded level: TreeLevel? = nil, to rows: inout ElementSequence
  ) {
    var index = indices.lowerBound
    records.forEachLeaf(in: indices) { leaf in
      rows.append(
        TreeChunk(
          header, leaf.chunk, leaf.range, firstIndex: index, childCount: level?.records.count))
      index += leaf.range.count
    }
  }

  /// Returns the record of a node.
  func record(at index: Int) -> Record? { records.element(at: index) as? Record }

  /// Returns the size of a node in bytes, without parsing the node.
  func size(at index: Int) -> Int {
    let (chunk, place) = records.locate(index)
    return (chunk as? RecordChunk)?.range(ofEntry: place).count ?? 0
  }

  /// Returns the kind of container that a node contains, without parsing the node.
  func container(at index: Int) -> ContainerKind? {
    let (chunk, place) = records.locate(index)
    return (chunk as? RecordChunk)?.outline(ofEntry: place).container
  }
}

/// The properties that all nodes of a level have in common.
final class TreeLevelHeader: Sendable {
  /// The number of levels above.
  let depth: Int

  /// The names and indexes that lead from the document to the container of the nodes.
  let steps: [PathStep]

  /// The width of the names in columns, which all nodes of the level share.
  let nameColumns: Int

  /// The seed of the identities of the nodes.
  private let seed: UInt64

  /// A Boolean value that indicates whether a node keeps its identity if its index changes.
  let usesRecordIdentity: Bool

  /// A Boolean value that indicates whether the nodes may be expanded.
  ///
  /// Deeper nodes would need memory for all their steps.
  var allowsExpansion: Bool { steps.count + 1 < JSON.maxDepth }

  /// The maximum width of names in columns.
  static let maxNameColumns = 24

  /// The number of columns of the sign before the name of a node that can be expanded.
  static let signColumns = 2

  /// The maximum number of nodes whose names are measured.
  static let sampleLimit = 256

  /// A closure that returns the width of a text in columns.
  typealias Measure = @Sendable (String) -> Int

  init(
    depth: Int, steps: [PathStep], seed: UInt64, usesRecordIdentity: Bool,
    _ records: ElementSequence, _ measure: Measure
  ) {
    (self.depth, self.steps, self.seed) = (depth, steps, seed)
    self.usesRecordIdentity = usesRecordIdentity
    nameColumns = Self.nameColumns(of: records, measure)
  }

  private static func nameColumns(of records: ElementSequence, _ measure: Measure) -> Int {
    var (widest, index) = (0, 0)
    records.forEachLeaf(in: 0..<min(sampleLimit, records.count)) { leaf in
      guard let chunk = leaf.chunk as? RecordChunk else { return }
      for place in leaf.range {
        let (name, container) = chunk.outline(ofEntry: place)
        let text = name ?? (chunk.layout == .members ? "" : String(records.count - 1))
        widest = max(widest, measure(text) + (container == nil ? 0 : signColumns))
        index += 1
      }
    }
    return min(widest, maxNameColumns)
  }

  /// Returns the identity of a node.
  ///
  /// - Parameters:
  ///   - id: The identity of the record of the node.
  ///   - index: The index of the node in its level.
  func id(_ id: ItemID, at index: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(seed)
    if usesRecordIdentity { hasher.combine(id) } else { hasher.combine(index) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// Returns the step that leads to a node of the level.
  func step(to record: Record, at index: Int) -> PathStep {
    record.name.map { .name($0) } ?? .index(index)
  }
}

/// Adjacent visible rows of one level.
final class TreeChunk: ElementChunk {
  private let header: TreeLevelHeader
  private let base: any ElementChunk
  private let range: Range<Int>
  private let firstIndex: Int

  /// The number of children if the only node is expanded, otherwise `nil`.
  private let childCount: Int?

  init(
    _ header: TreeLevelHeader, _ base: any ElementChunk, _ range: Range<Int>, firstIndex: Int,
    childCount: Int?
  ) {
    (self.header, self.base, self.range) = (header, base, range)
    (self.firstIndex, self.childCount) = (firstIndex, childCount)
  }

  var count: Int { range.count }

  func id(at index: Int) -> ItemID {
    ItemID(hash: header.id(base.id(at: range.lowerBound + index), at: firstIndex + index))
  }

  func contentHash(at index: Int) -> UInt64? {
    guard let hash = base.contentHash(at: range.lowerBound + index) else { return nil }
    // The names of a level share one column, and the sign shows whether the node is expanded.
    return hash &+ UInt64(header.nameColumns) &* 0x9E37_79B9_7F4A_7C15
      &+ UInt64(bitPattern: Int64((childCount ?? -1) &+ 1)) &* 0xC2B2_AE3D_27D4_EB4F
  }

  func element(at index: Int) -> any CellModel {
    let element = base.element(at: range.lowerBound + index)
    guard let record = element as? Record else { return element }
    return TreeNode(
      itemID: id(at: index), record: record, index: firstIndex + index, header: header,
      childCount: childCount, contentHash: contentHash(at: index) ?? 0)
  }
}
