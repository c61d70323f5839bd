package import MocoaModel

/// A type that receives items one by one.
package protocol ItemVisitor {
  /// Bytes that an item must contain to be visited, or `nil` to visit all items.
  var required: RequiredBytes? { get }

  /// Visits an item.
  ///
  /// - Parameters:
  ///   - index: The index of the item in its chunk.
  ///   - item: The item.
  mutating func visit(_ index: Int, _ item: some FilterSubject)
}

extension ItemVisitor {
  package var required: RequiredBytes? { nil }
}

/// A chunk whose items filters and sort orders read without creating elements.
package protocol QueryableChunk: ElementChunk {
  /// Calls a visitor with adjacent items, in order.
  ///
  /// An item without the bytes that the visitor requires may be skipped.
  ///
  /// - Returns: The index of the first item that cannot be read any more, or the end of the range.
  func visitItems(in indices: Range<Int>, by visitor: inout some ItemVisitor) -> Int
}

/// Enumerates the items in a part of a chunk.
///
/// Elements are created only if their bytes are not available.
enum ItemTexts {
  /// Calls a visitor with each item, in order.
  static func visit<Visitor: ItemVisitor>(_ leaf: ElementSequence.Leaf, by visitor: inout Visitor) {
    let picked = leaf.chunk as? FilteredChunk
    let source = picked?.base ?? leaf.chunk
    func storageIndex(of index: Int) -> Int { picked.map { Int($0.indices[index]) } ?? index }
    guard let first = leaf.range.first, let last = leaf.range.last else { return }
    var index = first
    if let chunk = source as? any QueryableChunk {
      let indices = storageIndex(of: first)..<(storageIndex(of: last) + 1)
      let end: Int
      if let picked {
        end = withUnsafeMutablePointer(to: &visitor) { visitor in
          var selection = Selection(visitor: visitor, indices: picked.indices, index: first)
          return chunk.visitItems(in: indices, by: &selection)
        }
      } else {
        end = chunk.visitItems(in: indices, by: &visitor)
      }
      while index <= last, storageIndex(of: index) < end { index += 1 }
    }
    // All items of other chunks, and the remaining items of this chunk if it is not readable any
    // more.
    while index <= last {
      visitor.visit(index, ElementSubject(source.element(at: storageIndex(of: index))))
      index += 1
    }
  }

  /// A visitor that passes only some items of a chunk to another visitor.
  private struct Selection<Visitor: ItemVisitor>: ItemVisitor {
    /// The other visitor.
    ///
    /// It is a pointer, because a change of a copied visitor would also copy its arrays.
    let visitor: UnsafeMutablePointer<Visitor>

    /// The indexes in the chunk of the items to pass, ascending.
    let indices: [UInt32]

    /// The index in `indices` of the next item to pass.
    var index: Int

    var required: RequiredBytes? { visitor.pointee.required }

    mutating func visit(_ storageIndex: Int, _ item: some FilterSubject) {
      // The chunk may have skipped selected items.
      while index < indices.count, indices[index] < storageIndex { index += 1 }
      guard index < indices.count, indices[index] == storageIndex else { return }
      visitor.pointee.visit(index, item)
      index += 1
    }
  }
}
