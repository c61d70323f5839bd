public import MocoaModel

/// Where the elements of a list stand in a viewport: a pure function of heights and one anchor.
///
/// The anchor says that one element stands at one row; everything else follows from the heights of
/// its neighbours. So nothing is summed up from the start of the list, and what one looks at keeps
/// its place when the list changes above it.
public struct ListLayout: Sendable, Equatable {
  /// One element and the rows it takes.
  public struct Frame: Sendable, Equatable {
    /// The element.
    public var element: ListElement

    /// Its first row in the viewport; negative where it begins above.
    public var row: Int

    /// The number of its rows; above 0.
    public var height: Int

    /// The rows it takes, inside and outside the viewport.
    public var rows: Range<Int> { row..<(row + height) }
  }

  /// What holds a layout in its place.
  public struct Anchor: Sendable, Equatable {
    /// The element that stands at `row`.
    public var element: ListElement

    /// The row of the viewport at which it begins.
    public var row: Int

    /// An anchor from its parts.
    public init(element: ListElement, row: Int) {
      self.element = element
      self.row = row
    }
  }

  /// How many elements without rows are looked past in each direction, so that a list of hidden
  /// elements only cannot hold up a frame.
  public static let hiddenLimit = 4096

  /// The elements that take rows of the viewport, from above.
  public private(set) var frames: [Frame] = []

  /// The header of the section that the first row belongs to, where it would otherwise be out of
  /// sight; it covers what is below it.
  public private(set) var stickyHeader: Frame?

  /// The elements that are shown, from above.
  var shown: [ListElement] {
    (stickyHeader.map { [$0.element] } ?? []) + frames.map(\.element)
  }

  /// Whether all rows could be filled.
  ///
  /// If not, too many elements without rows stood in the way, and a layout with the same anchor and
  /// `hidden` goes on from there.
  public private(set) var isComplete = true

  /// Lays out a list.
  ///
  /// - Parameters:
  ///   - list: the list.
  ///   - anchor: an element of the list and its row. Where rows would stay empty above the first
  ///     element, or below the last while there are elements above, the list is moved to fill them.
  ///   - rows: the height of the viewport.
  ///   - sticks: whether headers stick to the top while their section is on screen.
  ///   - hidden: what is known to take no row; what is found out is added to it.
  ///   - height: the height of an element in rows; 0 for one that is hidden.
  /// - Complexity: O(rows), and `hiddenLimit` hidden elements in each direction.
  public init(
    _ list: ListSnapshot, anchor: Anchor, rows: Int, sticks: Bool,
    hidden: inout HiddenItems, height: @escaping (ListElement) -> Int
  ) {
    guard rows > 0, list.contains(anchor.element) else { return }
    var walk = Walk(scan: VisibleScan(list: list, taking: &hidden, height: height), rows: rows)
    walk.place(anchor)
    frames = walk.frames.filter { $0.rows.upperBound > 0 && $0.row < rows }
    swap(&hidden, &walk.scan.hidden)
    isComplete = walk.isComplete
    if sticks { stickyHeader = sticking(in: list, height: height) }
  }

  /// Lays out a list of which nothing is known.
  public init(
    _ list: ListSnapshot, anchor: Anchor, rows: Int, sticks: Bool,
    height: @escaping (ListElement) -> Int
  ) {
    var hidden = HiddenItems()
    self.init(list, anchor: anchor, rows: rows, sticks: sticks, hidden: &hidden, height: height)
  }

  private func sticking(in list: ListSnapshot, height: (ListElement) -> Int) -> Frame? {
    guard let first = frames.first else { return nil }
    let header = ListElement.header(section: first.element.section)
    guard list.contains(header), first.element != header || first.row < 0 else { return nil }
    let rows = height(header)
    guard rows > 0 else { return nil }
    let next = frames.first { frame in
      guard case .header(let section) = frame.element else { return false }
      return section > first.element.section
    }
    return Frame(element: header, row: min(0, (next?.row ?? rows) - rows), height: rows)
  }
}

/// The walk from the anchor to both ends of the viewport.
private struct Walk {
  var scan: VisibleScan
  let rows: Int
  var frames: [ListLayout.Frame] = []
  var isComplete = true

  /// Whether the beginning and the end of the list were reached.
  var reachedTop = false
  var reachedEnd = false

  init(scan: VisibleScan, rows: Int) {
    self.scan = scan
    self.rows = rows
  }

  mutating func place(_ anchor: ListLayout.Anchor) {
    let own = scan.visibleHeight(of: anchor.element)
    if own > 0 {
      frames = [ListLayout.Frame(element: anchor.element, row: anchor.row, height: own)]
    }
    let end = fillDown(from: anchor.element, row: anchor.row + own)
    // No empty rows below the end while there is something above to fill them with.
    let missing = reachedEnd ? max(0, rows - end) : 0
    shift(by: missing)
    let top = fillUp(from: anchor.element, row: anchor.row + missing)
    // No empty rows above the beginning, whatever is below.
    guard reachedTop, top > 0 else { return }
    shift(by: -top)
    if let last = frames.last {
      fillDown(from: last.element, row: last.rows.upperBound)
    } else {
      fillDown(from: anchor.element, row: 0)
    }
  }

  private mutating func shift(by distance: Int) {
    for index in frames.indices { frames[index].row += distance }
  }

  /// Adds the elements below one, and returns the row behind the last of them.
  @discardableResult
  private mutating func fillDown(from start: ListElement, row: Int) -> Int {
    var (element, row) = (start, row)
    while row < rows {
      switch scan.visible(from: element, .forward) {
      case .found(let next, let height):
        frames.append(ListLayout.Frame(element: next, row: row, height: height))
        (element, row) = (next, row + height)
      case .end:
        reachedEnd = true
        return row
      case .tooFar:
        isComplete = false
        return row
      }
    }
    return row
  }

  /// Adds the elements above one, and returns the row of the first of them.
  private mutating func fillUp(from start: ListElement, row: Int) -> Int {
    var (element, row) = (start, row)
    var above: [ListLayout.Frame] = []
    defer { frames.insert(contentsOf: above.reversed(), at: 0) }
    while row > 0 {
      switch scan.visible(from: element, .backward) {
      case .found(let previous, let height):
        row -= height
        above.append(ListLayout.Frame(element: previous, row: row, height: height))
        element = previous
      case .end:
        reachedTop = true
        return row
      case .tooFar:
        isComplete = false
        return row
      }
    }
    return row
  }
}
