internal import Mocoa
internal import MocoaModel

extension ListRenderer {
  /// Where a walk came to: the item so many rows further, or the last before the end.
  struct Walked {
    var item: ItemPath?

    /// Whether it ended among hidden items, of which there were too many.
    var isCutShort = false
  }

  /// Walks by lines, and in the last of them to the item that is nearest to the kept column.
  func walk(from start: ListElement, rows: Int, forward: Bool) -> Walked {
    scan { scan in
      var (line, passed) = (scan.line(around: start), 0)
      var walked = Walked()
      while true {
        switch scan.line(from: line, forward ? .forward : .backward) {
        case .found(let next):
          passed += next.height
          // From something that is hidden it is not known what is left blank.
          if line.height > 0 { passed += forward ? scan.gap(line, next) : scan.gap(next, line) }
          line = next
          guard next.holdsItems else { continue }
          // Where the walk ends there must be something to see, whatever it passed by.
          let isFar = passed >= rows
          let frames = isFar ? next.frames.filter { self.height(of: $0.element) > 0 } : next.frames
          guard let target = frames.nearest(toColumn: keptColumn ?? 0) else { continue }
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

  /// The next item that is seen in a line, to the left or to the right; nil at the end of the line,
  /// and where each item has a line of its own.
  ///
  /// The line is looked at in the list, for keys may come before the next layout.
  func neighbour(of path: ItemPath, _ movement: Movement) -> ItemPath? {
    let items = line(around: path).compactMap(\.element.path).filter(isVisible)
    return movement == .right
      ? items.first { $0.item > path.item } : items.last { $0.item < path.item }
  }

  /// An item that is seen in the line of one that is not: the next, or else the one before.
  func item(beside path: ItemPath) -> ItemPath? {
    neighbour(of: path, .right) ?? neighbour(of: path, .left)
  }

  /// The column at which an item begins.
  func column(of path: ItemPath) -> Int {
    line(around: path).first { $0.element == .item(path) }?.columns.lowerBound ?? 0
  }

  private func line(around path: ItemPath) -> [ListLayout.Frame] {
    scan { $0.line(around: .item(path)).frames }
  }

  /// Goes through the lines of the list, keeping what is found hidden on the way.
  private func scan<Result>(_ body: (inout LineScan) -> Result) -> Result {
    // In one expression: a name for what is known of hidden items would have it copied.
    var scan = LineScan(
      VisibleScan(list: list.snapshot, taking: &hidden) { self.heightInPassing(of: $0) },
      rows: size.rows, arrangement: { self.arrangement(ofSection: $0) })
    defer { swap(&hidden, &scan.elements.hidden) }
    return body(&scan)
  }
}

extension [ListLayout.Frame] {
  /// The frame that begins nearest to a column; of two the one at the left.
  func nearest(toColumn column: Int) -> ListLayout.Frame? {
    self.min {
      abs($0.columns.lowerBound - column) < abs($1.columns.lowerBound - column)
    }
  }
}
