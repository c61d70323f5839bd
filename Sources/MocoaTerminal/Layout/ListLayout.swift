public import MocoaModel

/// Where the elements of a list stand in a viewport: a pure function of heights and one anchor.
///
/// They stand in lines: one below the other, or several items side by side where their section is a
/// grid.
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

    /// The columns it takes, its gutter among them.
    public var columns = 0..<0

    /// The rows it takes, inside and outside the viewport.
    public var rows: Range<Int> { row..<(row + height) }

    /// The part of the viewport it takes.
    var rect: Rect {
      Rect(column: columns.lowerBound, row: row, columns: columns.count, rows: height)
    }
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

    /// What shows the beginning of a list, with the rows that are left blank above.
    static func beginning(with first: ListElement, rows: Int) -> Anchor {
      Anchor(element: first, row: rows)
    }

    /// What shows the end of a list, with the rows that are left blank below.
    static func end(with last: ListElement, height: Int) -> Anchor {
      Anchor(element: last, row: -height)
    }
  }

  /// How many elements without rows are looked past in each direction, so that a list of hidden
  /// elements only cannot hold up a frame.
  public static let hiddenLimit = 4096

  /// The elements that take rows of the viewport, from above and in a line from the left.
  public private(set) var frames: [Frame] = []

  /// The header of the section that the first row belongs to, where it would otherwise be out of
  /// sight; it covers what is below it.
  public private(set) var stickyHeader: Frame?

  /// The elements that are shown, from above.
  var shown: [ListElement] {
    (stickyHeader.map { [$0.element] } ?? []) + frames.map(\.element)
  }

  /// Whether everything stands in one column, without anything between: then one thing may pass by
  /// another on its way.
  var isStacked: Bool {
    zip(frames, frames.dropFirst()).allSatisfy { $0.rows.upperBound == $1.row }
  }

  /// Whether all rows could be filled.
  ///
  /// If not, too many elements without rows stood in the way, and a layout with the same anchor and
  /// `hidden` goes on from there.
  public private(set) var isComplete = true

  /// The row behind all of the list and what is left blank below it; nil where it goes on below the
  /// viewport.
  private(set) var end: Int?

  /// Lays out a list.
  ///
  /// - Parameters:
  ///   - list: the list.
  ///   - anchor: an element of the list and its row. Where rows would stay empty above the first
  ///     element, or below the last while there are elements above, the list is moved to fill them.
  ///   - rows: the height of the viewport.
  ///   - sticks: whether headers stick to the top while their section is on screen.
  ///   - hidden: what is known to take no row; what is found out is added to it.
  ///   - arrangement: how the items of a section stand.
  ///   - height: the height of an element in rows; 0 for one that is hidden.
  /// - Complexity: O(what is seen), and `hiddenLimit` hidden elements in each direction.
  init(
    _ list: ListSnapshot, anchor: Anchor, rows: Int, sticks: Bool, hidden: inout HiddenItems,
    arrangement: @escaping (Int) -> Arrangement, height: @escaping (ListElement) -> Int
  ) {
    guard rows > 0, list.contains(anchor.element) else { return }
    // In one expression: a name for what is known of hidden items would have it copied.
    var walk = Walk(
      LineScan(
        VisibleScan(list: list, taking: &hidden, height: height), rows: rows,
        arrangement: arrangement),
      rows: rows)
    walk.place(anchor)
    frames = walk.frames
    swap(&hidden, &walk.scan.elements.hidden)
    (isComplete, end) = (walk.isComplete, walk.end)
    if sticks {
      stickyHeader = sticking(in: list, height: height) { 0..<arrangement($0).columns }
    }
  }

  /// Lays out a list whose items stand one below the other.
  public init(
    _ list: ListSnapshot, anchor: Anchor, rows: Int, sticks: Bool,
    hidden: inout HiddenItems, height: @escaping (ListElement) -> Int
  ) {
    self.init(
      list, anchor: anchor, rows: rows, sticks: sticks, hidden: &hidden,
      arrangement: { _ in .list(columns: 0) }, height: height)
  }

  /// Lays out a list of which nothing is known.
  public init(
    _ list: ListSnapshot, anchor: Anchor, rows: Int, sticks: Bool,
    height: @escaping (ListElement) -> Int
  ) {
    var hidden = HiddenItems()
    self.init(list, anchor: anchor, rows: rows, sticks: sticks, hidden: &hidden, height: height)
  }

  private func sticking(
    in list: ListSnapshot, height: (ListElement) -> Int, columns: (Int) -> Range<Int>
  ) -> Frame? {
    guard let first = frames.first else { return nil }
    let header = ListElement.header(section: first.element.section)
    guard list.contains(header), first.element != header || first.row < 0 else { return nil }
    let rows = height(header)
    guard rows > 0 else { return nil }
    let next = frames.first { frame in
      guard case .end(.header, let section) = frame.element else { return false }
      return section > first.element.section
    }
    return Frame(
      element: header, row: min(0, (next?.row ?? rows) - rows), height: rows,
      columns: columns(header.section))
  }
}
