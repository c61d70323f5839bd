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

  /// An expanded node, with the level of its children.
  struct Expansion: Sendable {
    /// The index of the node.
    let index: Int
    let level: TreeLevel
  }

  init(_ header: TreeLevelHeader, _ records: ElementSequence, _ expansions: [Expansion] = []) {
    (self.header, self.records, self.expansions) = (header, records, expansions)
    rowCount = expansions.reduce(records.count) { $0 + $1.level.rowCount }
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
    descent: while true {
      for expansion in level.expansions {
        if row <= expansion.index { break }
        if row <= expansion.index + expansion.level.rowCount {
          chain.append(expansion.index)
          row -= expansion.index + 1
          level = expansion.level
          continue descent
        }
        row -= expansion.level.rowCount
      }
      return Location(level: level, chain: chain + [row])
    }
  }

  /// Returns the visible row of the node at a chain of indexes.
  func row(of chain: [Int]) -> Int {
    var (level, row) = (self, 0)
    for (depth, index) in chain.enumerated() {
      row += index
      for expansion in level.expansions.prefix(while: { $0.index < index }) {
        row += expansion.level.rowCount
      }
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

  /// Returns a copy in which a node is expanded with a level, or collapsed if the level is `nil`.
  func replacing(_ chain: ArraySlice<Int>, with new: TreeLevel?) -> TreeLevel {
    guard let index = chain.first else { return new ?? self }
    let rest = chain.dropFirst()
    let child = rest.isEmpty ? new : level(ofNode: index)?.replacing(rest, with: new)
    var expansions = expansions
    let place = expansions.partitioningIndex { $0.index >= index }
    if place < expansions.count, expansions[place].index == index { expansions.remove(at: place) }
    if let child { expansions.insert(Expansion(index: index, level: child), at: place) }
    return TreeLevel(header, records, expansions)
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
