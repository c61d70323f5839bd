internal import MocoaModel

/// A chunk with some of the elements of another chunk, in the same order.
final class FilteredChunk: ElementChunk {
  let base: any ElementChunk

  /// The indexes of the elements in the other chunk, ascending.
  let indices: [UInt32]

  init(_ whole: any ElementChunk, _ indices: [UInt32]) {
    (self.base, self.indices) = (whole, indices)
  }

  var count: Int { indices.count }

  func id(at index: Int) -> ItemID { base.id(at: Int(indices[index])) }

  func element(at index: Int) -> any CellModel { base.element(at: Int(indices[index])) }

  func contentHash(at index: Int) -> UInt64? { base.contentHash(at: Int(indices[index])) }

  var estimatedByteCount: Int { indices.count * MemoryLayout<UInt32>.stride }
}
