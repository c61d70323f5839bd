/// The layout of the items of one section, for a window width.
///
/// A list is a grid with one item per line. Layout, drawing, animation and cursor movement operate
/// on lines, so no code distinguishes lists from grids. The line of an item follows from its index
/// alone, so earlier lines need not be measured.
struct SectionLayout: Sendable, Equatable {
  /// The width of the window in columns, which headers and footers fill.
  let columns: Int

  /// The number of items per line, including hidden items.
  private(set) var itemsPerLine = 1

  /// The width of an item in columns, including its gutter and its margin.
  private(set) var itemColumns: Int

  /// The number of columns before the first item of a line, and between two items.
  private(set) var (leading, itemSpacing) = (0, 0)

  /// The number of rows of every item, or `nil` if items have their own heights.
  private(set) var itemRows: Int?

  /// The numbers of blank rows between two lines, above the first line and below the last line.
  private(set) var (lineSpacing, top, bottom) = (0, 0, 0)

  /// A Boolean value that indicates whether the section is a grid, even if only one item fits per
  /// line.
  private(set) var isGrid = false

  /// Returns the layout of a list: one item per line, without spacing.
  static func list(columns: Int) -> SectionLayout { SectionLayout(columns: columns) }

  private init(columns: Int) {
    self.columns = max(0, columns)
    itemColumns = self.columns
  }

  /// Creates the layout of a grid in a window.
  ///
  /// - Parameters:
  ///   - style: The style of the grid.
  ///   - columns: The width of the window in columns.
  ///   - margins: The number of columns of an item outside of its view: its gutter and its margin.
  init(_ style: GridStyle, columns: Int, margins: Int) {
    self.init(columns: columns)
    isGrid = true
    let least = margins + 1
    let insets = style.insets
    let room = self.columns - Self.blank(insets.leading) - Self.blank(insets.trailing)
    // If the window is too narrow for both, items take precedence over insets.
    let isNarrow = room < least
    leading = isNarrow ? 0 : Self.blank(insets.leading)
    itemSpacing = min(Self.blank(style.itemSpacing), self.columns)
    let width = isNarrow ? self.columns : room
    func fitting(_ itemColumns: Int) -> Int {
      max(1, (width + itemSpacing) / (itemColumns + itemSpacing))
    }
    switch style.items {
    case .perLine(let count): itemsPerLine = max(1, min(count, fitting(least)))
    case .columns(let count):
      itemsPerLine = fitting(min(max(1, count), self.columns) + margins)
    }
    itemColumns = max(0, width - (itemsPerLine - 1) * itemSpacing) / itemsPerLine
    itemRows = style.rows.map { max(1, Self.blank($0)) }
    lineSpacing = Self.blank(style.lineSpacing)
    (top, bottom) = (Self.blank(insets.top), Self.blank(insets.bottom))
  }

  /// Returns the nearest number in the range from 0 to 10,000, so that sums cannot overflow.
  private static func blank(_ wanted: Int) -> Int { max(0, min(wanted, 10_000)) }

  /// Returns the indexes of the items that are in the same line as an item.
  ///
  /// - Parameters:
  ///   - item: The index of the item.
  ///   - count: The number of items in the section.
  func line(of item: Int, count: Int) -> Range<Int> {
    let start = item - item % itemsPerLine
    return start..<min(count, start + itemsPerLine)
  }

  /// Returns the columns of an item.
  ///
  /// - Parameter place: The index of the item within its line.
  func columns(ofItemAt place: Int) -> Range<Int> {
    let start = leading + place * (itemColumns + itemSpacing)
    return start..<(start + itemColumns)
  }
}
