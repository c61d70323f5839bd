extension RandomAccessCollection where Index == Int {
  /// The first place from which on a condition holds, where it holds for all behind that; the
  /// end where it holds for none.
  ///
  /// - Complexity: O(log n).
  package func firstPlace(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
