internal import MocoaModel

/// A type that visits items one by one.
protocol ItemVisitor {
  /// Visits the item at an index of its chunk.
  mutating func visit(_ index: Int, _ item: some FilterSubject)
}

/// The enumeration of the items in a part of a chunk.
///
/// It does not create elements if their bytes are available.
enum ItemTexts {
  /// Calls a visitor with each item, in order.
  static func visit(_ leaf: ElementSequence.Leaf, by visitor: inout some ItemVisitor) {
    let picked = leaf.chunk as? FilteredChunk
    let whole = picked?.whole ?? leaf.chunk
    func place(of index: Int) -> Int { picked.map { Int($0.indices[index]) } ?? index }
    guard let first = leaf.range.first, let last = leaf.range.last else { return }
    var index = first
    if let records = whole as? RecordChunk {
      // A separate call for each type lets the compiler specialize the visitor.
      records.forEachText(in: place(of: first)..<(place(of: last) + 1)) { place, text, form in
        guard place == picked.map({ Int($0.indices[index]) }) ?? index else { return }
        switch form {
        case .text: visitor.visit(index, LineSubject(bytes: text))
        case .delimited(let table): visitor.visit(index, RowSubject(bytes: text, table))
        default: visitor.visit(index, JSONSubject(bytes: text, form: form))
        }
        index += 1
      }
    }
    // All items of other chunks, and the remaining items of this chunk if it is not readable any
    // more.
    while index <= last {
      visitor.visit(index, ElementSubject(whole.element(at: place(of: index))))
      index += 1
    }
  }
}
