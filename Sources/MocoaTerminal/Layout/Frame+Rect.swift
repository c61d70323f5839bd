extension ListLayout.Frame {
  /// The part of the window it takes.
  var rect: Rect { Rect(column: columns.lowerBound, row: row, columns: columns.count, rows: height) }
}

extension Transition.Piece {
  /// The part of the window it takes.
  var rect: Rect { Rect(column: columns.lowerBound, row: row, columns: columns.count, rows: height) }

  /// The upper left corner.
  var origin: Point { rect.origin }
}

extension Rect {
  /// Whether a position lies in it.
  func contains(_ point: Point) -> Bool {
    columns.contains(point.column) && rows.contains(point.row)
  }
}
