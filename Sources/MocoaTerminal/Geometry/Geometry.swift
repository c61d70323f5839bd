/// A point on a surface: columns increase to the right, rows increase downward, both from 0.
public struct Point: Hashable, Sendable {
  /// The column.
  public var column: Int

  /// The row.
  public var row: Int

  /// Creates a point.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A size in columns and rows, never negative.
public struct Size: Hashable, Sendable {
  /// The number of columns.
  public var columns: Int

  /// The number of rows.
  public var rows: Int

  /// Creates a size.
  ///
  /// Negative numbers become 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// A rectangle on a surface.
public struct Rect: Hashable, Sendable {
  /// The upper left corner.
  public var origin: Point

  /// The size.
  public var size: Size

  /// Creates a rectangle from its upper left corner and size.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    origin = Point(column: column, row: row)
    size = Size(columns: columns, rows: rows)
  }

  /// Creates a rectangle of a size at (0, 0).
  public init(_ size: Size) {
    origin = Point(column: 0, row: 0)
    self.size = size
  }

  /// The columns that the rectangle covers.
  public var columns: Range<Int> { origin.column..<(origin.column + size.columns) }

  /// The rows that the rectangle covers.
  public var rows: Range<Int> { origin.row..<(origin.row + size.rows) }

  /// A Boolean value that indicates whether the rectangle covers no point.
  public var isEmpty: Bool { size.columns == 0 || size.rows == 0 }

  /// Returns `true` if the rectangle contains a point.
  func contains(_ point: Point) -> Bool {
    columns.contains(point.column) && rows.contains(point.row)
  }

  /// Returns the common part of two rectangles, which is empty if they do not overlap.
  public func intersection(_ other: Rect) -> Rect {
    let columns = columns.clamped(to: other.columns)
    let rows = rows.clamped(to: other.rows)
    return Rect(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }
}
