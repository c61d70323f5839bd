extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that satisfies a predicate, or the end index.
  ///
  /// - Parameter isBehind: The predicate. If it is true for an element, it must be true for all
  ///   following elements.
  /// - Complexity: O(log n).
  package func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
