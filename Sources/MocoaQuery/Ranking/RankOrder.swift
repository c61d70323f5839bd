internal import MocoaModel

/// The order of ranked items.
///
/// A rank is one word, so that items are compared and sorted as numbers. The smallest rank comes
/// first.
enum RankOrder {
  /// The number of bits of each part of a rank: the score, the span, the start, and the length.
  private static let bits = (score: 20, span: 14, start: 15, length: 15)

  /// The number of items that are in order in a partial result.
  static let partialCount = 512

  /// Returns the rank of an item.
  ///
  /// The highest score comes first, then the shortest span, the earliest start, and the shortest
  /// item. A span of more than 16,383 letters counts as this number, a start and a length of more
  /// than 32,767 as that one.
  @inline(__always)
  static func rank(_ alignment: Alignment, length: Int) -> UInt64 {
    func limited(_ value: Int, _ bits: Int) -> UInt64 {
      UInt64(max(0, min(value, 1 << bits - 1)))
    }
    let score = UInt64(1 << bits.score - 1) - limited(alignment.score, bits.score)
    var rank = score << bits.span | limited(alignment.span, bits.span)
    rank = rank << bits.start | limited(alignment.start, bits.start)
    return rank << bits.length | limited(length, bits.length)
  }

  /// Returns the indexes of items in the order of their ranks, then of their indexes.
  ///
  /// - Parameters:
  ///   - ranks: The ranks of the items.
  ///   - isPartial: A Boolean value that indicates whether only the first `partialCount` items must
  ///     be in order.
  ///   - cancellation: The token of the operation.
  /// - Returns: `nil` if the operation was canceled.
  /// - Complexity: O(n).
  static func positions(
    _ ranks: [UInt64], isPartial: Bool, _ cancellation: CancellationToken
  ) -> [UInt32]? {
    if isPartial, ranks.count > 2 * partialCount { return firstPositions(ranks) }
    return sortedPositions(ranks, cancellation)
  }

  /// A rank with the index of its item.
  private struct Entry {
    var rank: UInt64
    var index: UInt32

    static func < (one: Entry, other: Entry) -> Bool {
      one.rank == other.rank ? one.index < other.index : one.rank < other.rank
    }
  }

  /// Returns the indexes with the first items in order, and the others in the order of the list.
  private static func firstPositions(_ ranks: [UInt64]) -> [UInt32] {
    var first: [Entry] = []
    first.reserveCapacity(4 * partialCount)
    var limit = UInt64.max
    for (index, rank) in ranks.enumerated() where rank < limit {
      first.append(Entry(rank: rank, index: UInt32(index)))
      if first.count == 4 * partialCount {
        first.sort(by: <)
        first.removeLast(3 * partialCount)
        limit = first.last?.rank ?? limit
      }
    }
    first.sort(by: <)
    first.removeLast(max(0, first.count - partialCount))
    var positions = first.map(\.index)
    positions.reserveCapacity(ranks.count)
    let chosen = positions.sorted()
    var next = 0
    for index in ranks.indices {
      if next < chosen.count, chosen[next] == index {
        next += 1
      } else {
        positions.append(UInt32(index))
      }
    }
    return positions
  }

  /// The number of bits of a digit of the radix sort.
  private static let digitBits = 11

  /// Sorts by one digit after another, from the last one.
  ///
  /// Each pass keeps the order of equal digits. A digit that is equal in all ranks needs no pass.
  private static func sortedPositions(
    _ ranks: [UInt64], _ cancellation: CancellationToken
  ) -> [UInt32]? {
    var entries = ranks.enumerated().map { Entry(rank: $1, index: UInt32($0)) }
    if entries.count <= partialCount {
      entries.sort(by: <)
      return entries.map(\.index)
    }
    let differing = ranks.reduce(0) { $0 | ($1 ^ ranks[0]) }
    var others = entries
    let mask = UInt64(1 << digitBits - 1)
    for shift in stride(from: UInt64(0), to: 64, by: digitBits) {
      if cancellation.isCancelled { return nil }
      if differing >> shift & mask == 0 { continue }
      var starts = [Int](repeating: 0, count: 1 << digitBits)
      for entry in entries { starts[Int(entry.rank >> shift & mask)] += 1 }
      var start = 0
      for digit in starts.indices { (starts[digit], start) = (start, start + starts[digit]) }
      for entry in entries {
        let digit = Int(entry.rank >> shift & mask)
        others[starts[digit]] = entry
        starts[digit] += 1
      }
      swap(&entries, &others)
    }
    return entries.map(\.index)
  }
}
