/// What edits make of the rows of a list: which are kept and where, not what they are.
///
/// Who edits a list knows what it does, and need not find it out by comparing. Any number of edits,
/// each in the positions that the ones before have left, are one script; what is kept of the list
/// before is in its order still, so that a row that is moved is one gone and one new. Its origin is
/// known all the same.
///
/// The script is a sequence as any other, of which rows of the list before are two chunks: those
/// that are kept, and those that were moved.
package struct RowScript: Sendable {
  private let old: Rows
  private let moved: Rows
  private var rows: ElementSequence

  /// No edit of a list of so many rows.
  package init(count: Int) {
    (old, moved) = (Rows(count: count), Rows(count: count))
    rows = ElementSequence(old)
  }

  /// How many rows there are after the edits.
  package var count: Int { rows.count }

  /// Replaces the rows at a range of positions by so many new ones.
  ///
  /// - Complexity: O(log edits).
  package mutating func replace(_ range: Range<Int>, withNew count: Int) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= self.count,
      "\(range) is outside 0..<\(self.count)")
    rows.replaceSubrange(range, with: ElementSequence(Rows(count: count)))
  }

  /// Moves a row to a position among the others.
  ///
  /// - Complexity: O(log edits).
  package mutating func move(from: Int, to: Int) {
    let row =
      origin(of: from).map { ElementSequence(moved).slice($0..<($0 + 1)) }
      ?? ElementSequence(Rows(count: 1))
    replace(from..<(from + 1), withNew: 0)
    precondition(to >= 0 && to <= count, "\(to) is outside 0...\(count)")
    rows.replaceSubrange(to..<to, with: row)
  }

  /// The position before the edits of a row that is kept or was moved; nil for a new one.
  ///
  /// - Complexity: O(log edits).
  package func origin(of position: Int) -> Int? {
    let (chunk, index) = rows.locate(position)
    return chunk === old || chunk === moved ? index : nil
  }

  /// The rows that were moved, in the order of the list after.
  ///
  /// - Complexity: O(edits).
  package var movedRows: [(origin: Int, position: Int)] {
    var (found, position) = ([] as [(origin: Int, position: Int)], 0)
    rows.forEachLeaf(in: 0..<count) { leaf in
      if leaf.chunk === moved {
        found += leaf.range.enumerated().map { ($1, position + $0) }
      }
      position += leaf.range.count
    }
    return found
  }

  /// Whether all rows are kept where they were, and none came to them.
  package var changesNothing: Bool {
    count == old.count && kept == [MatchedRun(old: 0, new: 0, count: old.count)]
  }

  /// Where a row was before the edits; nil where it is new, or was moved.
  ///
  /// - Complexity: O(log edits).
  package func oldPosition(of position: Int) -> Int? {
    let (chunk, index) = rows.locate(position)
    return chunk === old ? index : nil
  }

  /// What is kept, in the order of both lists.
  ///
  /// - Complexity: O(edits).
  package var kept: [MatchedRun] {
    var (runs, position) = ([] as [MatchedRun], 0)
    rows.forEachLeaf(in: 0..<count) { leaf in
      if leaf.chunk === old {
        runs.join(
          MatchedRun(old: leaf.range.lowerBound, new: position, count: leaf.range.count))
      }
      position += leaf.range.count
    }
    return runs
  }
}

/// Rows of which nothing is known but their order.
private final class Rows: ElementChunk {
  let count: Int

  init(count: Int) {
    self.count = count
  }

  func id(at index: Int) -> ItemID { ItemID(index) }

  func element(at index: Int) -> any CellModel { Row(id: index) }

  func contentHash(at index: Int) -> UInt64? { nil }
}

private struct Row: CellModel, Identifiable, Equatable {
  let id: Int
}
