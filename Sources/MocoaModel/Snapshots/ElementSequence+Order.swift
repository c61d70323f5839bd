extension ElementSequence {
  /// The first position from which on a condition holds, where it holds for all behind that; the
  /// end where it holds for none.
  ///
  /// - Complexity: O(log n) elements are looked at, each of them in O(log n).
  package func firstPosition(where isBehind: (any CellModel) -> Bool) -> Int {
    (0..<count).firstPlace { isBehind(element(at: $0)) }
  }

  /// Where an element belongs in a sequence that is in order: behind those that are equal.
  ///
  /// - Parameter isBefore: whether one element stands before another.
  /// - Complexity: O(log n) elements are compared.
  package func insertionPosition(
    of element: any CellModel, by isBefore: (any CellModel, any CellModel) -> Bool
  ) -> Int {
    firstPosition { isBefore(element, $0) }
  }
}
