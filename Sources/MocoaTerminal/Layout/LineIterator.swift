internal import MocoaModel

/// A line of a list: one header, supplement or footer, or the items that are side by side.
struct Line {
  /// The frames of the visible elements from left to right, as if the line began at row 0.
  ///
  /// Hidden items are omitted, so the line may have fewer frames than items.
  var frames: [ListLayout.Frame]

  /// The first and the last element of the line, visible or not.
  var first, last: ListElement

  /// The number of rows of the highest element, or 0 if no element is visible.
  var height: Int { frames.lazy.map(\.height).max() ?? 0 }

  /// A Boolean value that indicates whether the line consists of items.
  ///
  /// Otherwise it is a header, a supplement or a footer.
  var containsItems: Bool { first.path != nil }
}

/// An iterator over the visible lines of a list, in both directions.
struct LineIterator {
  /// The result of a step.
  enum Step {
    /// The next visible line.
    case found(Line)

    /// The end of the list.
    case end

    /// The end of the search, because too many hidden elements were skipped.
    case tooFar
  }

  /// The iterator over the visible elements, which also collects the hidden elements that it finds.
  var elements: VisibleElementIterator

  /// A closure that returns the layout of a section by its index.
  let arrangement: (Int) -> SectionLayout

  /// The maximum number of blank rows between two lines.
  ///
  /// It is a quarter of the window height, so that small windows still show items.
  let gapLimit: Int

  init(_ elements: VisibleElementIterator, rows: Int, arrangement: @escaping (Int) -> SectionLayout)
  {
    self.elements = elements
    self.arrangement = arrangement
    gapLimit = rows / 4
  }

  /// Returns the line that contains an element.
  mutating func line(around element: ListElement) -> Line {
    line(around: element, height: elements.visibleHeight(of: element))
  }

  /// Returns the next visible line in a direction.
  mutating func line(from line: Line, _ direction: VisibleElementIterator.Direction) -> Step {
    switch elements.visible(from: direction == .forward ? line.last : line.first, direction) {
    case .found(let element, let height): .found(self.line(around: element, height: height))
    case .end: .end
    case .tooFar: .tooFar
    }
  }

  /// Returns the number of blank rows between two lines.
  ///
  /// - Parameters:
  ///   - above: The upper line, or `nil` if `below` is the first line of the list.
  ///   - below: The lower line, or `nil` if `above` is the last line of the list.
  func gap(_ above: Line?, _ below: Line?) -> Int {
    let (above, below) = (above.flatMap(Self.section), below.flatMap(Self.section))
    if let above, above == below { return min(gapLimit, arrangement(above).lineSpacing) }
    let bottom = above.map { arrangement($0).bottom } ?? 0
    let top = below.map { arrangement($0).top } ?? 0
    return min(gapLimit, bottom + top)
  }

  /// Returns the section of a line of items, or `nil` for a header, footer or supplement.
  ///
  /// Only lines of items have insets.
  private static func section(_ line: Line) -> Int? { line.first.path?.section }

  /// Returns the line that contains an element whose height is known.
  private mutating func line(around element: ListElement, height: Int) -> Line {
    let arrangement = arrangement(element.section)
    guard let path = element.path, arrangement.itemsPerLine > 1 else {
      let columns = element.path == nil ? 0..<arrangement.columns : arrangement.columns(ofItemAt: 0)
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
          columns: arrangement.columns(ofItemAt: line.frames.count)))
    }
    return line
  }
}
