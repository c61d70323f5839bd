public import MocoaModel

/// The layout of a list in a viewport, which depends only on the element heights and one anchor.
///
/// Elements form lines: one below the other, or several items side by side if their section is a
/// grid.
///
/// The anchor fixes one element at one row. All other rows follow from the heights of its
/// neighbors. Therefore no heights are summed from the start of the list, and the visible elements
/// stay in place when the list changes above them.
public struct ListLayout: Sendable, Equatable {
  /// An element of the list, with its rows and columns in the viewport.
  public struct Frame: Sendable, Equatable {
    /// The element.
    public var element: ListElement

    /// The row of the viewport at which the element begins.
    ///
    /// It is negative if the element begins above the viewport.
    public var row: Int

    /// The number of rows, greater than 0.
    public var height: Int

    /// The columns of the element, including its gutter.
    public var columns = 0..<0

    /// The rows of the element, inside and outside the viewport.
    public var rows: Range<Int> { row..<(row + height) }

    /// The rectangle of the element in the viewport.
    var rect: Rect {
      Rect(column: columns.lowerBound, row: row, columns: columns.count, rows: height)
    }
  }

  /// An element and the row at which a layout starts.
  public struct Anchor: Sendable, Equatable {
    /// The element that begins at `row`.
    public var element: ListElement

    /// The row of the viewport at which the element begins.
    public var row: Int

    /// Creates an anchor.
    public init(element: ListElement, row: Int) {
      self.element = element
      self.row = row
    }

    /// Returns the anchor that shows the beginning of a list, including the blank rows above it.
    static func beginning(with first: ListElement, rows: Int) -> Anchor {
      Anchor(element: first, row: rows)
    }

    /// Returns the anchor that shows the end of a list, including the blank rows below it.
    ///
    /// - Parameters:
    ///   - last: The last element of the list.
    ///   - height: The height of that element in rows.
    static func end(with last: ListElement, height: Int) -> Anchor {
      Anchor(element: last, row: -height)
    }
  }

  /// The maximum number of hidden elements that a layout skips in each direction.
  ///
  /// The limit ensures that a frame takes little time even if the list has only hidden elements.
  public static let hiddenLimit = 4096

  /// The frames of the elements in the viewport, from top to bottom and in a line from left to
  /// right.
  public private(set) var frames: [Frame] = []

  /// The header of the section to which the first row belongs, if the header would otherwise be out
  /// of view.
  ///
  /// It covers the elements below it.
  public private(set) var stickyHeader: Frame?

  /// The elements in the viewport, from top to bottom.
  var shown: [ListElement] {
    (stickyHeader.map { [$0.element] } ?? []) + frames.map(\.element)
  }

  /// A Boolean value that indicates whether the frames form one column without gaps.
  ///
  /// Only then can moved elements pass each other in a transition.
  var isStacked: Bool {
    zip(frames, frames.dropFirst()).allSatisfy { $0.rows.upperBound == $1.row }
  }

  /// A Boolean value that indicates whether the whole viewport was laid out.
  ///
  /// It is `false` if the layout stopped at the limit of hidden elements, ``hiddenLimit``. To
  /// continue, create another layout with the same anchor and the same `hidden`.
  public private(set) var isComplete = true

  /// A Boolean value that indicates whether the sections are in two columns.
  private(set) var hasSectionColumns = false

  /// The row after the end of the list, or `nil` if the list continues below the viewport.
  ///
  /// The blank rows below the last line belong to the list.
  private(set) var end: Int?

  /// Creates the layout of a list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - anchor: An element of the list and its row. The list is moved if rows would be empty above
  ///     its first element. It is also moved if rows would be empty below its last element while
  ///     other elements are above the viewport.
  ///   - rows: The height of the viewport.
  ///   - sticks: A Boolean value that indicates whether headers stick to the top edge while their
  ///     section is visible.
  ///   - hidden: The elements that are known to be hidden. The layout adds the hidden elements that
  ///     it finds.
  ///   - arrangement: A closure that returns the layout of a section by its index.
  ///   - height: A closure that returns the height of an element in rows, or 0 if it is hidden.
  /// - Complexity: O(visible elements), plus at most `hiddenLimit` hidden elements in each
  ///   direction.
  init(
    _ list: ListSnapshot, anchor: Anchor, rows: Int, sticks: Bool, hidden: inout HiddenItems,
    arrangement: @escaping (Int) -> SectionLayout, height: @escaping (ListElement) -> Int
  ) {
    guard rows > 0, list.contains(anchor.element) else { return }
    // One expression, because a variable for the hidden items would cause a copy.
    var walk = LayoutPass(
      LineIterator(
        VisibleElementIterator(list: list, taking: &hidden, height: height), rows: rows,
        arrangement: arrangement),
      rows: rows)
    walk.layOut(around: anchor)
    frames = walk.frames
    swap(&hidden, &walk.scan.elements.hidden)
    (isComplete, end) = (walk.isComplete, walk.end)
    if sticks {
      stickyHeader = sticking(in: list, height: height) { 0..<arrangement($0).columns }
    }
  }

  /// Creates the layout of a list with one item per line.
  public init(
    _ list: ListSnapshot, anchor: Anchor, rows: Int, sticks: Bool,
    hidden: inout HiddenItems, height: @escaping (ListElement) -> Int
  ) {
    self.init(
      list, anchor: anchor, rows: rows, sticks: sticks, hidden: &hidden,
      arrangement: { _ in .list(columns: 0) }, height: height)
  }

  /// Creates the layout of a list without known hidden elements.
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
      guard case .boundary(.header, let section) = frame.element else { return false }
      return section > first.element.section
    }
    return Frame(
      element: header, row: min(0, (next?.row ?? rows) - rows), height: rows,
      columns: columns(header.section))
  }

  /// Returns the layout of the complete list with its sections in two columns.
  ///
  /// - Parameters:
  ///   - section: The index of the first section of the second column.
  ///   - columns: The width of the window in columns.
  ///   - rows: The height of the window in rows.
  /// - Returns: `nil` if a column does not fit into the window, or if this layout does not show the
  ///   whole list.
  func inSectionColumns(from section: Int, columns: Int, rows: Int) -> ListLayout? {
    guard isComplete, let end, frames.first?.row ?? 0 >= 0,
      let top = frames.first(where: { $0.element.section >= section })?.row, top <= rows,
      end - top <= rows
    else { return nil }
    let width = (columns - Self.sectionColumnGap) / 2
    var layout = self
    layout.stickyHeader = nil
    layout.hasSectionColumns = true
    layout.end = max(top, end - top)
    layout.frames = frames.map { frame in
      var frame = frame
      frame.columns = 0..<width
      if frame.element.section >= section {
        frame.row -= top
        frame.columns = columns - width..<columns
      }
      return frame
    }
    return layout
  }

  /// The minimum number of columns between two columns of sections.
  private static let sectionColumnGap = 2
}
