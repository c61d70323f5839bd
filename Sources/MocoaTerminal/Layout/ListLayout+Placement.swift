internal import MocoaModel

extension ListLayout {
  /// The layout algorithm, which adds lines from the anchor up and down until the viewport is
  /// filled.
  struct LayoutPass {
    var scan: LineIterator
    let rows: Int
    private var lines: [PositionedLine] = []

    /// A Boolean value that indicates whether the viewport was filled before too many hidden
    /// elements were skipped.
    private(set) var isComplete = true

    /// Boolean values that indicate whether the beginning and the end of the list were reached.
    private var (reachedTop, reachedEnd) = (false, false)

    /// The row after the end of the list, or `nil` if the list continues below the viewport.
    ///
    /// The blank rows below the last line belong to the list.
    private(set) var end: Int?

    /// A line, and the row of the viewport at which it begins.
    ///
    /// The row is negative if the line begins above the viewport.
    private struct PositionedLine {
      let line: Line
      var row: Int
      var end: Int { row + line.height }
    }

    init(_ scan: LineIterator, rows: Int) {
      self.scan = scan
      self.rows = rows
    }

    /// The frames in the viewport, from top to bottom and from left to right.
    var frames: [Frame] {
      lines.flatMap { placed in
        placed.line.frames.lazy.map { frame in
          var frame = frame
          frame.row = placed.row
          return frame
        }.filter { $0.rows.upperBound > 0 && $0.row < rows }
      }
    }

    mutating func layOut(around anchor: Anchor) {
      let start = scan.line(around: anchor.element)
      if start.height > 0 { lines = [PositionedLine(line: start, row: anchor.row)] }
      let end = fillDown(from: start, row: anchor.row + start.height)
      // Avoid empty rows below the end while elements above can fill them.
      let missing = reachedEnd ? max(0, rows - end) : 0
      shift(by: missing)
      let top = fillUp(from: start, row: lines.first?.row ?? anchor.row + missing)
      // Avoid empty rows above the beginning in any case.
      guard reachedTop, top > 0 else { return }
      shift(by: -top)
      if let last = lines.last {
        fillDown(from: last.line, row: last.end)
      } else {
        fillDown(from: start, row: 0)
      }
    }

    private mutating func shift(by distance: Int) {
      for index in lines.indices { lines[index].row += distance }
      end = end.map { $0 + distance }
    }

    /// Adds the lines below a line until the viewport is filled.
    ///
    /// - Returns: The row after the last line that was added.
    @discardableResult
    private mutating func fillDown(from start: Line, row: Int) -> Int {
      var (line, row) = (start, row)
      end = nil
      while row < rows {
        switch scan.line(from: line, .forward) {
        case .found(let next):
          row += scan.gap(lines.last?.line, next)
          lines.append(PositionedLine(line: next, row: row))
          (line, row) = (next, row + next.height)
        case .end:
          reachedEnd = true
          let end = row + scan.gap(lines.last?.line, nil)
          self.end = end
          return end
        case .tooFar:
          isComplete = false
          return row
        }
      }
      return row
    }

    /// Adds the lines above a line until the viewport is filled.
    ///
    /// - Returns: The row of the top line that was added. At the beginning of the list, this is the
    ///   row of the blank rows above it.
    private mutating func fillUp(from start: Line, row: Int) -> Int {
      var (line, row) = (start, row)
      var below = lines.first?.line
      var above: [PositionedLine] = []
      defer { lines.insert(contentsOf: above.reversed(), at: 0) }
      while row > 0 {
        switch scan.line(from: line, .backward) {
        case .found(let previous):
          row -= scan.gap(previous, below) + previous.height
          above.append(PositionedLine(line: previous, row: row))
          (line, below) = (previous, previous)
        case .end:
          reachedTop = true
          return row - scan.gap(nil, below)
        case .tooFar:
          isComplete = false
          return row
        }
      }
      return row
    }
  }
}
