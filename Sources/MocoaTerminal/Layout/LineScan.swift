internal import MocoaModel

/// Elements that stand side by side: a header, supplement or footer, or the items of a line of
/// their section.
struct Line {
  /// What is seen of it, from the left, at row 0; hidden items leave it shorter.
  var frames: [ListLayout.Frame]

  /// The first and the last element that belong to it, whether they are seen or not.
  var first, last: ListElement

  /// The rows of the highest of them; 0 where nothing is seen.
  var height: Int { frames.lazy.map(\.height).max() ?? 0 }

  /// Whether it holds items.
  var holdsItems: Bool { first.path != nil }
}

/// Steps from one line that is seen to the next.
struct LineScan {
  /// What a step came to.
  enum Step {
    /// The next line of which something is seen.
    case found(Line)

    /// There is none.
    case end

    /// Too many hidden elements were looked at.
    case tooFar
  }

  /// The steps between elements, and what they found hidden.
  var elements: VisibleScan

  /// How the items of a section stand.
  let arrangement: (Int) -> Arrangement

  /// The blank rows between two lines at most: in a window that is low, something is seen all the
  /// same.
  let gapLimit: Int

  init(_ elements: VisibleScan, rows: Int, arrangement: @escaping (Int) -> Arrangement) {
    self.elements = elements
    self.arrangement = arrangement
    gapLimit = rows / 4
  }

  /// The line that an element belongs to.
  mutating func line(around element: ListElement) -> Line {
    line(around: element, height: elements.visibleHeight(of: element))
  }

  /// The next line in one direction.
  mutating func line(from line: Line, _ direction: VisibleScan.Direction) -> Step {
    switch elements.visible(from: direction == .forward ? line.last : line.first, direction) {
    case .found(let element, let height): .found(self.line(around: element, height: height))
    case .end: .end
    case .tooFar: .tooFar
    }
  }

  /// The blank rows between two lines, one of which is nil at an end of the list.
  func gap(_ above: Line?, _ below: Line?) -> Int {
    let (above, below) = (above.flatMap(Self.section), below.flatMap(Self.section))
    if let above, above == below { return min(gapLimit, arrangement(above).lineSpacing) }
    let bottom = above.map { arrangement($0).bottom } ?? 0
    let top = below.map { arrangement($0).top } ?? 0
    return min(gapLimit, bottom + top)
  }

  /// The section of a line of items; others have nothing around them.
  private static func section(_ line: Line) -> Int? { line.first.path?.section }

  /// The line of an element whose height is known.
  private mutating func line(around element: ListElement, height: Int) -> Line {
    let arrangement = arrangement(element.section)
    guard let path = element.path, arrangement.itemsPerLine > 1 else {
      let columns = element.path == nil ? 0..<arrangement.columns : arrangement.columns(ofPlace: 0)
      let frame = ListLayout.Frame(element: element, row: 0, height: height, columns: columns)
      return Line(frames: height > 0 ? [frame] : [], first: element, last: element)
    }
    let count = elements.list.sections[path.section].items.count
    let items = arrangement.line(of: path.item, count: count)
    func item(_ item: Int) -> ListElement { .item(ItemPath(section: path.section, item: item)) }
    var line = Line(frames: [], first: item(items.lowerBound), last: item(items.upperBound - 1))
    for position in items {
      let rows =
        position == path.item ? height : elements.visibleHeight(of: item(position))
      guard rows > 0 else { continue }
      line.frames.append(
        ListLayout.Frame(
          element: item(position), row: 0, height: rows,
          columns: arrangement.columns(ofPlace: line.frames.count)))
    }
    return line
  }
}
