internal import MocoaModel

/// Items sorted by some of their fields.
///
/// Numbers precede texts, which are compared without regard to case. Items without the field come
/// last, in both directions. The sort is stable.
struct SortedItems {
  private let base: ElementSequence

  /// The indexes in the original sequence of the items, in sorted order, or `nil` if the order is
  /// unchanged.
  let order: [UInt32]?

  /// The items, in sorted order.
  var items: ElementSequence { order.map { ElementPermutation(base, $0).elements } ?? base }

  /// The maximum number of items that are sorted on one thread.
  private static let smallCount = 4096

  /// Sorts items; a long list on two threads.
  ///
  /// Returns `nil` if the operation was canceled.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - orders: The sort orders.
  ///   - cancellation: The token of the operation.
  ///   - progress: A closure that is called repeatedly with the fraction of the work that is done,
  ///     from 0 to 1.
  /// - Complexity: O(n log n) time, and about 40 bytes of temporary memory for each item, plus the
  ///   texts.
  init?(
    _ items: ElementSequence, by orders: [ListQuery.Order], _ cancellation: CancellationToken,
    _ progress: (Double) -> Void
  ) {
    base = items
    guard !orders.isEmpty else {
      order = nil
      return
    }
    let middle = items.count > Self.smallCount ? items.count / 2 : items.count
    let other = Monitor<SortedRun??>(.none)
    let hasOther =
      middle < items.count
      && BackgroundThread.run {
        let run = SortedRun(items, middle..<items.count, by: orders, cancellation)
        other.update { $0 = .some(run) }
      }
    let end = hasOther ? middle : items.count
    let own = SortedRun(items, 0..<end, by: orders, cancellation) { progress($0 * 0.8) }
    let others = hasOther ? other.wait { $0 != nil }.flatMap { $0 } : nil
    guard let own else { return nil }
    guard hasOther else {
      order = own.positions
      return
    }
    guard let others, let positions = own.merged(with: others, cancellation) else { return nil }
    order = positions
  }
}

/// A sorted range of the original sequence, which is merged with another one.
private struct SortedRun: Sendable {
  /// The index of the first item in the original sequence.
  private let start: Int
  private var columns: [SortColumn]
  private var rows: [Row] = []

  /// An item during sorting: the current word of its key, and its index in the run.
  private struct Row {
    var bits: UInt64
    let index: UInt32
  }

  /// Sorts a range of items.
  ///
  /// Returns `nil` if the operation was canceled.
  init?(
    _ items: ElementSequence, _ range: Range<Int>, by orders: [ListQuery.Order],
    _ cancellation: CancellationToken, _ progress: (Double) -> Void = { _ in }
  ) {
    start = range.lowerBound
    columns = orders.map { SortColumn($0, capacity: range.count) }
    var done = 0
    for number in columns.indices {
      items.forEachLeaf(in: range) { leaf in
        guard !cancellation.isCancelled else { return }
        ItemTexts.visit(leaf, by: &columns[number])
        done += leaf.range.count
        progress(Double(done) / Double(range.count * columns.count))
      }
    }
    if cancellation.isCancelled { return nil }
    rows = (0..<range.count).map { Row(bits: columns[0].bits[$0], index: UInt32($0)) }
    sort(0..<rows.count, cancellation)
    if cancellation.isCancelled { return nil }
  }

  /// Sorts adjacent rows whose keys are equal in all previous words.
  ///
  /// `bits` contains the next word.
  ///
  /// The sort compares integers instead of texts, also for texts with long common prefixes.
  ///
  /// - Complexity: The recursion is as deep as the number of words, which is small because only the
  ///   beginning of a text is compared.
  private mutating func sort(
    _ range: Range<Int>, column: Int = 0, word: Int = 0, _ cancellation: CancellationToken
  ) {
    if cancellation.isCancelled { return }
    // A slice of the array would be a copy.
    rows.withUnsafeMutableBufferPointer { rows in
      var rows = UnsafeMutableBufferPointer(rebasing: rows[range])
      rows.sort { one, other in
        one.bits == other.bits ? one.index < other.index : one.bits < other.bits
      }
    }
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, rows[end].bits == rows[start].bits { end += 1 }
      if end - start > 1 { sortEqual(start..<end, column: column, word: word, cancellation) }
      start = end
    }
  }

  /// Sorts adjacent rows whose keys are equal up to and including a word.
  ///
  /// They are sorted by the next word, or by the next column after the last word.
  private mutating func sortEqual(
    _ range: Range<Int>, column: Int, word: Int, _ cancellation: CancellationToken
  ) {
    let words = rows[range].reduce(0) { max($0, columns[column].wordCount(of: Int($1.index))) }
    let isLast = word + 1 >= words
    if isLast, column + 1 == columns.count { return }
    let (column, word) = isLast ? (column + 1, 0) : (column, word + 1)
    for index in range {
      rows[index].bits = columns[column].word(word, of: Int(rows[index].index))
    }
    sort(range, column: column, word: word, cancellation)
  }

  /// Returns `true` if an item precedes an item of another run.
  ///
  /// - Returns: `nil` if the keys of both are equal.
  private static func isLess(
    _ one: Int, _ columns: [SortColumn], _ other: Int, _ others: [SortColumn]
  ) -> Bool? {
    for number in columns.indices {
      if let isLess = columns[number].isLess(one, others[number], other) { return isLess }
    }
    return nil
  }

  /// The indexes of the items in the original sequence, in sorted order.
  var positions: [UInt32] { rows.map { UInt32(start) + $0.index } }

  /// Returns the sorted indexes in the original sequence of the items of this run and the following
  /// run.
  ///
  /// - Returns: `nil` if the operation was canceled.
  func merged(with next: SortedRun, _ cancellation: CancellationToken) -> [UInt32]? {
    var positions: [UInt32] = []
    positions.reserveCapacity(rows.count + next.rows.count)
    var (a, b) = (0, 0)
    while a < rows.count || b < next.rows.count {
      if positions.count % 4096 == 0, cancellation.isCancelled { return nil }
      let takesSecond: Bool
      if a == rows.count || b == next.rows.count {
        takesSecond = a == rows.count
      } else {
        // The sort is stable: items of this run precede equal ones.
        takesSecond =
          Self.isLess(Int(rows[a].index), columns, Int(next.rows[b].index), next.columns) == false
      }
      if takesSecond {
        positions.append(UInt32(next.start) + next.rows[b].index)
        b += 1
      } else {
        positions.append(UInt32(start) + rows[a].index)
        a += 1
      }
    }
    return positions
  }
}

/// A permutation of the elements of a sequence.
final class ElementPermutation: Sendable {
  let base: ElementSequence

  /// The index in the original sequence of each element, in the new order.
  let positions: [UInt32]

  init(_ base: ElementSequence, _ positions: [UInt32]) {
    (self.base, self.positions) = (base, positions)
  }

  /// The maximum number of elements in a ``SortedChunk``.
  private static let limit = 4096

  /// The elements, in the new order.
  var elements: ElementSequence { elements(positions.indices) }

  /// Returns the elements in a range of the new order.
  func elements(_ range: Range<Int>) -> ElementSequence {
    var elements = ElementSequence()
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.limit) {
      elements.append(SortedChunk(self, start..<min(start + Self.limit, range.upperBound)))
    }
    return elements
  }
}

/// A chunk of elements that are adjacent in an ``ElementPermutation``.
final class SortedChunk: ElementChunk {
  let order: ElementPermutation
  private let range: Range<Int>

  init(_ order: ElementPermutation, _ range: Range<Int>) {
    (self.order, self.range) = (order, range)
  }

  var count: Int { range.count }

  /// Returns the index in the original sequence of the element at an index of the chunk.
  func position(_ index: Int) -> Int { Int(order.positions[range.lowerBound + index]) }

  func id(at index: Int) -> ItemID { order.base.id(at: position(index)) }

  func element(at index: Int) -> any CellModel { order.base.element(at: position(index)) }

  func contentHash(at index: Int) -> UInt64? {
    let (chunk, index) = order.base.locate(position(index))
    return chunk.contentHash(at: index)
  }

  var estimatedByteCount: Int { range.count * MemoryLayout<UInt32>.stride }
}
