internal import Mocoa
internal import MocoaModel

extension ListRenderer {
  /// The result of moving by a number of rows.
  ///
  /// `item` is the item at that distance, or the last item in the direction if the list ends
  /// before.
  struct MoveResult {
    var item: ItemPath?

    /// A Boolean value that indicates whether the movement stopped because too many hidden items
    /// were skipped.
    var isCutShort = false
  }

  /// Returns the item at a distance in rows.
  ///
  /// In a line of several items, it is the one nearest to the preferred column.
  ///
  /// - Parameters:
  ///   - start: The element from which the movement starts.
  ///   - rows: The distance in screen rows.
  ///   - forward: `true` for down, `false` for up.
  func advance(from start: ListElement, rows: Int, forward: Bool) -> MoveResult {
    scan { scan in
      var (line, passed) = (scan.line(around: start), 0)
      var walked = MoveResult()
      while true {
        switch scan.line(from: line, forward ? .forward : .backward) {
        case .found(let next):
          passed += next.height
          // For a hidden start element, the gap to the next row is unknown.
          if line.height > 0 { passed += forward ? scan.gap(line, next) : scan.gap(next, line) }
          line = next
          guard next.containsItems else { continue }
          // The movement must end at a visible item.
          let isFar = passed >= rows
          let frames = isFar ? next.frames.filter { self.height(of: $0.element) > 0 } : next.frames
          guard let target = frames.nearest(toColumn: preferredColumn ?? 0) else { continue }
          walked.item = target.element.path
          if isFar { return walked }
        case .end: return walked
        case .tooFar:
          walked.isCutShort = walked.item == nil
          return walked
        }
      }
    }
  }

  /// Returns the next visible item to the left or right in the same line.
  ///
  /// It is `nil` at the end of the line, and in sections with one item per line.
  ///
  /// The line is read from the list instead of the layout, because keys may arrive before the next
  /// layout.
  func neighbor(of path: ItemPath, _ movement: Movement) -> ItemPath? {
    let items = line(around: path).compactMap(\.element.path).filter(isVisible)
    return movement == .right
      ? items.first { $0.item > path.item } : items.last { $0.item < path.item }
  }

  /// Returns a visible item in the same line as a hidden item.
  ///
  /// If possible, it is an item after the hidden item, otherwise an item before it.
  func item(beside path: ItemPath) -> ItemPath? {
    neighbor(of: path, .right) ?? neighbor(of: path, .left)
  }

  /// Returns the first column of an item.
  func column(of path: ItemPath) -> Int {
    line(around: path).first { $0.element == .item(path) }?.columns.lowerBound ?? 0
  }

  private func line(around path: ItemPath) -> [ListLayout.Frame] {
    scan { $0.line(around: .item(path)).frames }
  }

  /// Calls a closure with an iterator over the lines of the list, and stores the hidden items that
  /// the iterator finds.
  private func scan<Result>(_ body: (inout LineIterator) -> Result) -> Result {
    // One expression, because a variable for the hidden items would cause a copy.
    var scan = LineIterator(
      VisibleElementIterator(list: list.snapshot, taking: &hidden) { self.estimatedHeight(of: $0) },
      rows: size.rows, arrangement: { self.arrangement(ofSection: $0) })
    defer { swap(&hidden, &scan.elements.hidden) }
    return body(&scan)
  }
}

extension [ListLayout.Frame] {
  /// Returns the frame whose first column is nearest to a column.
  ///
  /// If two are equally near, returns the left one.
  func nearest(toColumn column: Int) -> ListLayout.Frame? {
    self.min {
      abs($0.columns.lowerBound - column) < abs($1.columns.lowerBound - column)
    }
  }
}
