internal import MocoaModel

extension EntityRows {
  /// Exchanges two rows without a change of their entities.
  public mutating func swapAt(_ one: Int, _ other: Int) {
    let (first, last) = (Swift.min(one, other), Swift.max(one, other))
    guard first < last else { return }
    move(from: last, to: first)
    move(from: first + 1, to: last)
  }

  /// Sorts the rows with the minimum number of moves.
  ///
  /// The sort is stable.
  ///
  /// - Complexity: O(n log n).
  public mutating func sort(by areInIncreasingOrder: (E, E) throws -> Bool) rethrows {
    let order = try enumerated().sorted { try areInIncreasingOrder($0.element, $1.element) }
      .map(\.offset)
    var ids = IdentityIndex((0..<count).lazy.map { ItemID($0) })
    let staying = Self.longestIncreasing(order)
    arrange(&ids, order.map { (ItemID($0), isMoving: !staying.contains($0)) })
  }

  /// Returns the elements of a longest increasing subsequence.
  ///
  /// - Complexity: O(n log n).
  private static func longestIncreasing(_ numbers: [Int]) -> Set<Int> {
    // For each length, the smallest last element of a subsequence of that length.
    var ends: [Int] = []
    var previous: [Int: Int] = [:]
    for number in numbers {
      let length = ends.partitioningIndex { $0 >= number }
      if length > 0 { previous[number] = ends[length - 1] }
      if length < ends.count { ends[length] = number } else { ends.append(number) }
    }
    var (staying, next): (Set<Int>, Int?) = ([], ends.last)
    while let number = next {
      staying.insert(number)
      next = previous[number]
    }
    return staying
  }

  /// Moves rows so that each directly precedes its successor in an order.
  ///
  /// - Parameters:
  ///   - ids: A distinct identity for each row.
  ///   - order: The identities of rows in the new order. It contains all rows that move.
  mutating func arrange(
    _ ids: inout IdentityIndex, _ order: [(id: ItemID, isMoving: Bool)]
  ) {
    var next = count
    for row in order.reversed() {
      guard let from = ids.firstIndex(of: row.id) else { continue }
      guard row.isMoving else {
        next = from
        continue
      }
      let to = from < next ? next - 1 : next
      if from != to {
        move(from: from, to: to)
        ids.replaceSubrange(from..<(from + 1), with: [])
        ids.replaceSubrange(to..<to, with: [row.id])
      }
      next = to
    }
  }
}

extension EntityRows where E: Comparable {
  /// Sorts the rows with the minimum number of moves.
  ///
  /// - Complexity: O(n log n).
  public mutating func sort() {
    sort(by: <)
  }
}
