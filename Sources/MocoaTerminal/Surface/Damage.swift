/// A run of adjacent glyphs in one row that differ from those of the previous frame.
public struct Damage: Hashable, Sendable {
  /// The row.
  public var row: Int

  /// The columns.
  ///
  /// The range never begins or ends inside a wide glyph.
  public var columns: Range<Int>

  /// Creates a run of adjacent glyphs.
  public init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}
