/// Neighbouring glyphs of one row that differ between two surfaces.
public struct Damage: Hashable, Sendable {
  /// The row.
  public var row: Int

  /// The columns; they never begin or end inside a wide glyph.
  public var columns: Range<Int>

  /// Neighbouring glyphs of one row.
  public init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}
