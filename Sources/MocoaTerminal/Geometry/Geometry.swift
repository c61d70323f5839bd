/// A position on a surface: columns to the right, rows down, from 0.
public struct Point: Hashable, Sendable {
  /// The column.
  public var column: Int

  /// The row.
  public var row: Int

  /// A position from its column and row.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// An extent in columns and rows; never negative.
public struct Size: Hashable, Sendable {
  /// The number of columns.
  public var columns: Int

  /// The number of rows.
  public var rows: Int

  /// An extent; negative numbers count as 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// A part of a surface.
public struct Rect: Hashable, Sendable {
  /// The upper left corner.
  public var origin: Point

  /// The extent.
  public var size: Size

  /// A part from its corner and extent.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    origin = Point(column: column, row: row)
    size = Size(columns: columns, rows: rows)
  }

  /// A part of that extent at (0, 0).
  public init(_ size: Size) {
    origin = Point(column: 0, row: 0)
    self.size = size
  }

  /// The columns it covers.
  public var columns: Range<Int> { origin.column..<(origin.column + size.columns) }

  /// The rows it covers.
  public var rows: Range<Int> { origin.row..<(origin.row + size.rows) }

  /// Whether it covers nothing.
  public var isEmpty: Bool { size.columns == 0 || size.rows == 0 }

  /// Whether a position lies in it.
  func contains(_ point: Point) -> Bool {
    columns.contains(point.column) && rows.contains(point.row)
  }

  /// What both cover; empty where they do not meet.
  public func intersection(_ other: Rect) -> Rect {
    let columns = columns.clamped(to: other.columns)
    let rows = rows.clamped(to: other.rows)
    return Rect(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }
}
