/// The style of a grid: the layout of a section's items side by side.
///
/// ```swift
/// registry.define("mocoa://contacts/").section.grid(GridStyle(.perLine(2), rows: 3))
/// ```
///
/// In a small window, insets and spacing are reduced. If the window is too narrow for the number of
/// items per line, a line has fewer items, so that some content is always visible.
public struct GridStyle: Sendable, Hashable {
  /// The number of items per line.
  public enum Items: Sendable, Hashable {
    /// A fixed number of items of equal width.
    case perLine(Int)

    /// The number of items that fit if the view of each has a minimum width in columns.
    ///
    /// The remaining columns are distributed over the items.
    case columns(atLeast: Int)
  }

  /// The numbers of blank rows and columns around the items of a section, between its header and
  /// its footer.
  public struct Insets: Sendable, Hashable {
    /// The number of rows above the first line.
    public var top: Int

    /// The number of columns on the left.
    public var leading: Int

    /// The number of rows below the last line.
    public var bottom: Int

    /// The number of columns on the right.
    public var trailing: Int

    /// Creates insets.
    public init(top: Int = 0, leading: Int = 0, bottom: Int = 0, trailing: Int = 0) {
      (self.top, self.leading) = (top, leading)
      (self.bottom, self.trailing) = (bottom, trailing)
    }
  }

  /// The number of items per line.
  public var items: Items

  /// The height of every item in rows.
  ///
  /// If it is `nil`, items have their own heights, and a line has the height of its highest item.
  public var rows: Int?

  /// The numbers of blank rows and columns around the items.
  public var insets: Insets

  /// The number of blank rows between two lines.
  public var lineSpacing: Int

  /// The number of blank columns between two items of a line.
  ///
  /// Even with 0 there is a gap between the items, because every item includes a gutter.
  public var itemSpacing: Int

  /// Creates a grid style.
  public init(
    _ items: Items = .columns(atLeast: 24), rows: Int? = nil, insets: Insets = Insets(),
    lineSpacing: Int = 0, itemSpacing: Int = 0
  ) {
    (self.items, self.rows, self.insets) = (items, rows, insets)
    (self.lineSpacing, self.itemSpacing) = (lineSpacing, itemSpacing)
  }
}
