internal import MocoaModel

extension EntityRows {
  /// Exchanges two rows, whatever their entities are meanwhile.
  public mutating func swapAt(_ one: Int, _ other: Int) {
    let (first, last) = (Swift.min(one, other), Swift.max(one, other))
    guard first < last else { return }
    move(from: last, to: first)
    move(from: first + 1, to: last)
  }

  /// Sorts the rows, with as few moves as possible; those of which none is to precede the other stay
  /// in their order.
  ///
  /// - Complexity: O(n log n).
  public mutating func sort(by areInIncreasingOrder: (E, E) throws -> Bool) rethrows {
    let order = try enumerated().sorted { try areInIncreasingOrder($0.element, $1.element) }
      .map(\.offset)
    var ids = PositionIndex((0..<count).lazy.map { ItemID($0) })
    let staying = Self.longestIncreasing(order)
    arrange(&ids, order.map { (ItemID($0), isMoving: !staying.contains($0)) })
  }

  /// The numbers of a longest increasing subsequence.
  ///
  /// - Complexity: O(n log n).
  private static func longestIncreasing(_ numbers: [Int]) -> Set<Int> {
    // The number with which a subsequence of each length ends that has the least such number.
    var ends: [Int] = []
    var previous: [Int: Int] = [:]
    for number in numbers {
      let length = ends.firstPlace { $0 >= number }
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

  /// Moves some rows, each directly in front of the one that follows it in an order.
  ///
  /// - Parameters:
  ///   - ids: a different identity for each row.
  ///   - order: the identities of rows; those that do not move may be any of the others.
  mutating func arrange(
    _ ids: inout PositionIndex, _ order: [(id: ItemID, isMoving: Bool)]
  ) {
    var next = count
    for row in order.reversed() {
      guard let from = ids.firstPosition(of: row.id) else { continue }
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
  /// Sorts the rows, with as few moves as possible.
  ///
  /// - Complexity: O(n log n).
  public mutating func sort() {
    sort(by: <)
  }
}
