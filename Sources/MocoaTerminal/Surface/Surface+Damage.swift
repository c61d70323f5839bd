extension Surface {
  /// The runs of glyphs that differ from an earlier surface, from the upper left to the lower right.
  ///
  /// Without an earlier surface, or with one of another size, that is every row whole. Runs are
  /// exact: equal glyphs between two runs belong to neither, because the backend's own comparison
  /// would skip them anyhow. A row that is equal costs one pass over its memory.
  public func damage(since previous: Surface?) -> [Damage] {
    guard let previous, previous.size == size else {
      guard size.columns > 0 else { return [] }
      return (0..<size.rows).map { Damage(row: $0, columns: 0..<size.columns) }
    }
    var damage: [Damage] = []
    glyphs.withUnsafeBufferPointer { new in
      previous.glyphs.withUnsafeBufferPointer { old in
        guard new.baseAddress != old.baseAddress else { return }
        for row in 0..<size.rows {
          let range = row * size.columns..<(row + 1) * size.columns
          let (new, old) = (new.extracting(range), old.extracting(range))
          guard !Self.areEqual(new, old) else { continue }
          Self.appendRuns(of: new, since: old, row: row, to: &damage)
        }
      }
    }
    return damage
  }

  private static func areEqual(
    _ new: UnsafeBufferPointer<Glyph>, _ old: UnsafeBufferPointer<Glyph>
  ) -> Bool {
    // No way out of the loop before its end: so it is a few vector instructions for each glyph.
    var difference = SIMD8<UInt32>.zero
    for index in new.indices { difference |= new[index].words ^ old[index].words }
    return difference == .zero
  }

  /// Finds the runs of one row.
  ///
  /// A run cannot begin inside a wide glyph: if the first half is equal on both surfaces, then so is
  /// the second, which has only its style. It can end inside one, where a wide glyph replaces
  /// another: their second halves are equal.
  private static func appendRuns(
    of new: UnsafeBufferPointer<Glyph>, since old: UnsafeBufferPointer<Glyph>, row: Int,
    to damage: inout [Damage]
  ) {
    var column = 0
    while column < new.count {
      guard new[column].words != old[column].words else {
        column += 1
        continue
      }
      let start = column
      while column < new.count, new[column].words != old[column].words || new[column].width == 0 {
        column += 1
      }
      damage.append(Damage(row: row, columns: start..<column))
    }
  }
}
