extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that satisfies a predicate, or the end index.
  ///
  /// - Parameter belongsInSecondPartition: The predicate. If it is true for an element, it must be
  ///   true for all following elements.
  /// - Complexity: O(log n).
  package func partitioningIndex(where belongsInSecondPartition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if belongsInSecondPartition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A pair of an index and the number of an object, compared by the index.
///
/// The type is not isolated to an actor, so sorting needs no isolation check for each comparison.
package struct IndexedKey: Comparable, Sendable {
  package let index: Int
  package let number: Int

  package init(_ index: Int, number: Int) {
    (self.index, self.number) = (index, number)
  }

  package static func < (one: IndexedKey, other: IndexedKey) -> Bool {
    one.index < other.index
  }
}
