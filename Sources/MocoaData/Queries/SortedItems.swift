internal import MocoaModel

/// Items in the order of some of their fields.
///
/// Numbers come first, then texts, without regard to case, and last what has no such field,
/// whatever the direction; what is equal stays as it was.
struct SortedItems {
  private let whole: ElementSequence

  /// Where they stand in what was sorted, in order; nil for as they stand there.
  let order: [UInt32]?

  /// The items, in order.
  var items: ElementSequence { order.map { ElementOrder(whole, $0).elements } ?? whole }

  /// So many items are sorted on one thread.
  private static let smallCount = 4096

  /// Sorts items; those of a long list on two threads.
  ///
  /// nil where it was cancelled.
  ///
  /// - Parameter progress: called from time to time with how much of the work is done, 0 to 1.
  /// - Complexity: O(n log n); what is kept meanwhile are some 40 bytes an item, and the texts.
  init?(
    _ items: ElementSequence, by orders: [ListQuery.Order], _ cancellation: Cancellation,
    _ progress: (Double) -> Void
  ) {
    whole = items
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

/// Neighbouring items, sorted.
private struct SortedRun: Sendable {
  /// The position of the first one in the sequence.
  private let start: Int
  private var columns: [SortColumn]
  private var rows: [Row] = []

  /// An item: a word of a value of it, and where it is among these.
  private struct Row {
    var bits: UInt64
    let place: UInt32
  }

  /// nil where it was cancelled.
  init?(
    _ items: ElementSequence, _ range: Range<Int>, by orders: [ListQuery.Order],
    _ cancellation: Cancellation, _ progress: (Double) -> Void = { _ in }
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
    rows = (0..<range.count).map { Row(bits: columns[0].bits[$0], place: UInt32($0)) }
    sort(0..<rows.count, cancellation)
    if cancellation.isCancelled { return nil }
  }

  /// Sorts neighbouring rows that are equal in the words before, of which each has its next one.
  ///
  /// So numbers are compared, and not texts, however long what they begin with is the same.
  ///
  /// - Complexity: as deep as there are words, which are few: of texts only the beginning is compared.
  private mutating func sort(
    _ range: Range<Int>, column: Int = 0, word: Int = 0, _ cancellation: Cancellation
  ) {
    if cancellation.isCancelled { return }
    // A slice of the array would be a copy.
    rows.withUnsafeMutableBufferPointer { rows in
      var rows = UnsafeMutableBufferPointer(rebasing: rows[range])
      rows.sort { one, other in
        one.bits == other.bits ? one.place < other.place : one.bits < other.bits
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

  /// Sorts rows that are equal up to and with a word by what comes next: another word, or a column.
  private mutating func sortEqual(
    _ range: Range<Int>, column: Int, word: Int, _ cancellation: Cancellation
  ) {
    let words = rows[range].reduce(0) { max($0, columns[column].wordCount(of: Int($1.place))) }
    let isLast = word + 1 >= words
    if isLast, column + 1 == columns.count { return }
    let (column, word) = isLast ? (column + 1, 0) : (column, word + 1)
    for place in range {
      rows[place].bits = columns[column].word(word, of: Int(rows[place].place))
    }
    sort(range, column: column, word: word, cancellation)
  }

  /// Whether an item comes before another; nil where they are equal.
  private static func isLess(
    _ one: Int, _ columns: [SortColumn], _ other: Int, _ others: [SortColumn]
  ) -> Bool? {
    for number in columns.indices {
      if let isLess = columns[number].isLess(one, others[number], other) { return isLess }
    }
    return nil
  }

  /// Where the items stand in the sequence, in order.
  var positions: [UInt32] { rows.map { UInt32(start) + $0.place } }

  /// The positions of these and of others that stand behind them, in order; nil where it was cancelled.
  func merged(with next: SortedRun, _ cancellation: Cancellation) -> [UInt32]? {
    var positions: [UInt32] = []
    positions.reserveCapacity(rows.count + next.rows.count)
    var (a, b) = (0, 0)
    while a < rows.count || b < next.rows.count {
      if positions.count % 4096 == 0, cancellation.isCancelled { return nil }
      let takesOther: Bool
      if a == rows.count || b == next.rows.count {
        takesOther = a == rows.count
      } else {
        // What is equal stays as it was: these come first.
        takesOther =
          Self.isLess(Int(rows[a].place), columns, Int(next.rows[b].place), next.columns) == false
      }
      if takesOther {
        positions.append(UInt32(next.start) + next.rows[b].place)
        b += 1
      } else {
        positions.append(UInt32(start) + rows[a].place)
        a += 1
      }
    }
    return positions
  }
}
