internal import MocoaModel

extension Pipeline where Element: CellModel {
  /// The elements that are shown of a list, in their order.
  ///
  /// - Throws: `CancellationError` soon after that is wished.
  func shown(
    of elements: ElementSequence, _ cancellation: Cancellation
  ) throws -> ElementSequence {
    var kept: [(element: Element, place: Int)] = []
    for place in 0..<elements.count {
      if place & 1023 == 0, cancellation.isCancelled { throw CancellationError() }
      guard let element = elements.element(at: place) as? Element, includes(element) else {
        continue
      }
      kept.append((element, place))
    }
    if isSorted {
      var count = 0
      try kept.sort { one, other in
        count &+= 1
        if count & 1023 == 0, cancellation.isCancelled { throw CancellationError() }
        let result = compare(one.element, other.element)
        return result == 0 ? one.place < other.place : result < 0
      }
    }
    return ElementSequence(elements: kept.map(\.element))
  }
}
