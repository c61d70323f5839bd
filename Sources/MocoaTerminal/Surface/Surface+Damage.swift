extension Surface {
  /// Returns the runs of glyphs that differ from an earlier surface, from the upper left to the
  /// lower right.
  ///
  /// Without an earlier surface, or if its size differs, the result contains every row completely.
  ///
  /// Equal glyphs are not part of a run, because the backend would skip them in its own comparison.
  /// The only exception is the second half of a wide glyph at the end of a run.
  ///
  /// - Complexity: An equal row costs one pass over its memory.
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
    // The loop has no early exit, so that it compiles to a few vector instructions per glyph.
    var difference = SIMD8<UInt32>.zero
    for index in new.indices { difference |= new[index].words ^ old[index].words }
    return difference == .zero
  }

  /// Appends the runs of one row.
  ///
  /// A run never begins at the second half of a wide glyph, because second halves differ only if
  /// the first halves differ. A run that ends at the first half of a wide glyph is extended to the
  /// second half, even if that half is equal on both surfaces.
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
