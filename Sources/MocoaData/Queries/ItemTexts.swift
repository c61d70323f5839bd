internal import MocoaModel

/// What is asked of items one after the other.
protocol ItemVisitor {
  /// Takes the item at an index in its chunk.
  mutating func visit(_ index: Int, _ item: some FilterSubject)
}

/// What the items of a part of a chunk say, in order, without making elements where their bytes are at
/// hand.
enum ItemTexts {
  /// Shows each item to a visitor.
  static func visit(_ leaf: ElementSequence.Leaf, by visitor: inout some ItemVisitor) {
    let picked = leaf.chunk as? PickedChunk
    let whole = picked?.whole ?? leaf.chunk
    func place(of index: Int) -> Int { picked.map { Int($0.indices[index]) } ?? index }
    guard let first = leaf.range.first, let last = leaf.range.last else { return }
    var index = first
    if let records = whole as? RecordChunk {
      // One by one, so that the visitor is compiled for each kind.
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
    // All of another chunk, and of this what cannot be read any more.
    while index <= last {
      visitor.visit(index, ElementSubject(whole.element(at: place(of: index))))
      index += 1
    }
  }
}
