internal import MocoaModel

/// An order of the elements of a sequence.
final class ElementPermutation: Sendable {
  let base: ElementSequence

  /// The index in the original sequence of each element, in the new order.
  let positions: [UInt32]

  init(_ whole: ElementSequence, _ positions: [UInt32]) {
    (self.base, self.positions) = (whole, positions)
  }

  /// The maximum number of elements in a ``SortedChunk``.
  private static let limit = 4096

  /// The elements, in the new order.
  var elements: ElementSequence { elements(positions.indices) }

  /// Returns the elements in a range of the new order.
  func elements(_ places: Range<Int>) -> ElementSequence {
    var elements = ElementSequence()
    for start in stride(from: places.lowerBound, to: places.upperBound, by: Self.limit) {
      elements.append(SortedChunk(self, start..<min(start + Self.limit, places.upperBound)))
    }
    return elements
  }
}

/// A chunk of elements that are adjacent in an ``ElementPermutation``.
final class SortedChunk: ElementChunk {
  let order: ElementPermutation
  private let range: Range<Int>

  init(_ order: ElementPermutation, _ places: Range<Int>) {
    (self.order, self.range) = (order, places)
  }

  var count: Int { range.count }

  /// Returns the index in the original sequence of the element at an index of the chunk.
  func position(_ index: Int) -> Int { Int(order.positions[range.lowerBound + index]) }

  func id(at index: Int) -> ItemID { order.base.id(at: position(index)) }

  func element(at index: Int) -> any CellModel { order.base.element(at: position(index)) }

  func contentHash(at index: Int) -> UInt64? {
    let (chunk, index) = order.base.locate(position(index))
    return chunk.contentHash(at: index)
  }

  var estimatedByteCount: Int { range.count * MemoryLayout<UInt32>.stride }
}
