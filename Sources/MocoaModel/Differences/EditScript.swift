/// A record of edits to the rows of a list.
///
/// It stores which old rows remain and at which indexes, but not their content.
///
/// A change set can be created from a script without comparing the lists. The indexes of each edit
/// refer to the rows after the previous edits. The *kept* rows stay in the order of the old list. A
/// moved row is not kept, but its old index is stored.
///
/// The script stores the rows as an element sequence with two chunks of old rows. Kept rows are
/// ranges of the first chunk, and moved rows are ranges of the second.
package struct EditScript: Sendable {
  private let old: Rows
  private let moved: Rows
  private var rows: ElementSequence

  /// Creates a script without edits for a list of `count` rows.
  package init(count: Int) {
    (old, moved) = (Rows(count: count), Rows(count: count))
    rows = ElementSequence(old)
  }

  /// The number of rows after the edits.
  package var count: Int { rows.count }

  /// Replaces the rows in a range of indexes by `count` new rows.
  ///
  /// - Complexity: O(log edits).
  package mutating func replace(_ range: Range<Int>, withNew count: Int) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= self.count,
      "\(range) is outside 0..<\(self.count)")
    rows.replaceSubrange(range, with: ElementSequence(Rows(count: count)))
  }

  /// Moves a row to an index among the other rows.
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

  /// Returns the old index of the row at an index, or `nil` if the row is new.
  ///
  /// - Complexity: O(log edits).
  package func origin(of position: Int) -> Int? {
    let (chunk, index) = rows.locate(position)
    return chunk === old || chunk === moved ? index : nil
  }

  /// The moved rows with their old and new indexes, in the order of the new list.
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

  /// A Boolean value that indicates whether the edits leave the list unchanged.
  package var isIdentity: Bool {
    count == old.count && matchedRuns == [MatchedRun(old: 0, new: 0, count: old.count)]
  }

  /// Returns the old index of the row at an index, or `nil` if the row is new or moved.
  ///
  /// - Complexity: O(log edits).
  package func oldPosition(of position: Int) -> Int? {
    let (chunk, index) = rows.locate(position)
    return chunk === old ? index : nil
  }

  /// The kept rows as runs, in the order of both lists.
  ///
  /// - Complexity: O(edits).
  package var matchedRuns: [MatchedRun] {
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

/// A chunk of rows without content, each identified by its index.
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
