/// Where the items of one section stand in a window of so many columns.
///
/// A list is a grid with one item in a line: layout, drawing, motion and the cursor know lines, and
/// nothing asks which of the two it has before it. Which line an item belongs to follows from its
/// position alone, so that no line before it has to be known.
struct Arrangement: Sendable, Equatable {
  /// The columns of the window, which headers and footers take.
  let columns: Int

  /// How many items stand in a line, hidden ones among them.
  private(set) var itemsPerLine = 1

  /// The columns of an item, its gutter and its margin among them.
  private(set) var itemColumns: Int

  /// The columns left of the first item, and between two.
  private(set) var (leading, itemSpacing) = (0, 0)

  /// The rows of every item; nil where each has its own.
  private(set) var itemRows: Int?

  /// The blank rows between two lines, above the first and below the last.
  private(set) var (lineSpacing, top, bottom) = (0, 0, 0)

  /// Whether it was asked for as a grid, be there room for one item in a line only.
  private(set) var isGrid = false

  /// One below the other, without anything between them.
  static func list(columns: Int) -> Arrangement { Arrangement(columns: columns) }

  private init(columns: Int) {
    self.columns = max(0, columns)
    itemColumns = self.columns
  }

  /// What a window has of a grid.
  ///
  /// - Parameter margins: the columns of an item that are not its view's.
  init(_ style: GridStyle, columns: Int, margins: Int) {
    self.init(columns: columns)
    isGrid = true
    let least = margins + 1
    let insets = style.insets
    let room = self.columns - Self.blank(insets.leading) - Self.blank(insets.trailing)
    // Where there is no room for both, items win over insets.
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

  /// What is left blank, in numbers that can be reckoned with.
  private static func blank(_ wanted: Int) -> Int { max(0, min(wanted, 10_000)) }

  /// The positions of the items in the line of one of them.
  func line(of item: Int, count: Int) -> Range<Int> {
    let start = item - item % itemsPerLine
    return start..<min(count, start + itemsPerLine)
  }

  /// The columns of the item that is the so manieth in its line.
  func columns(ofPlace place: Int) -> Range<Int> {
    let start = leading + place * (itemColumns + itemSpacing)
    return start..<(start + itemColumns)
  }
}
