internal import MocoaModel

/// Elements of a sequence in an order of their own.
final class ElementOrder: Sendable {
  let whole: ElementSequence

  /// Where they stand in the whole.
  let positions: [UInt32]

  init(_ whole: ElementSequence, _ positions: [UInt32]) {
    (self.whole, self.positions) = (whole, positions)
  }

  /// So many elements are in one chunk.
  private static let limit = 4096

  /// The elements, in that order.
  var elements: ElementSequence { elements(positions.indices) }

  /// Some of the elements, in that order.
  func elements(_ places: Range<Int>) -> ElementSequence {
    var elements = ElementSequence()
    for start in stride(from: places.lowerBound, to: places.upperBound, by: Self.limit) {
      elements.append(OrderedChunk(self, start..<min(start + Self.limit, places.upperBound)))
    }
    return elements
  }
}

/// Some elements that stand behind each other in an order, as a chunk.
final class OrderedChunk: ElementChunk {
  let order: ElementOrder
  private let places: Range<Int>

  init(_ order: ElementOrder, _ places: Range<Int>) {
    (self.order, self.places) = (order, places)
  }

  var count: Int { places.count }

  /// Where the element at an index stands in the whole.
  func position(_ index: Int) -> Int { Int(order.positions[places.lowerBound + index]) }

  func id(at index: Int) -> ItemID { order.whole.id(at: position(index)) }

  func element(at index: Int) -> any CellModel { order.whole.element(at: position(index)) }

  func contentHash(at index: Int) -> UInt64? {
    let (chunk, index) = order.whole.locate(position(index))
    return chunk.contentHash(at: index)
  }

  var footprint: Int { places.count * MemoryLayout<UInt32>.stride }
}
