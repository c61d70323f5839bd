/// How the items of a section stand side by side: what is asked of a grid.
///
/// ```swift
/// registry["mocoa://contacts/"].section.grid(GridStyle(.perLine(2), rows: 3))
/// ```
///
/// Every number is a wish. A window that is too narrow or too low for insets and spacing has less of
/// them, and one too narrow for so many items in a line has fewer in it: something is always seen.
public struct GridStyle: Sendable, Hashable {
  /// How many items stand in a line.
  public enum Items: Sendable, Hashable {
    /// So many, all of the same width.
    case perLine(Int)

    /// As many as there is room for when each draws in so many columns at least; they share what is
    /// left over.
    case columns(atLeast: Int)
  }

  /// What is left blank around the items of a section, between its header and its footer.
  public struct Insets: Sendable, Hashable {
    /// Rows above the first line.
    public var top: Int

    /// Columns at the left.
    public var leading: Int

    /// Rows below the last line.
    public var bottom: Int

    /// Columns at the right.
    public var trailing: Int

    /// Insets from their sides.
    public init(top: Int = 0, leading: Int = 0, bottom: Int = 0, trailing: Int = 0) {
      (self.top, self.leading) = (top, leading)
      (self.bottom, self.trailing) = (bottom, trailing)
    }
  }

  /// How many items stand in a line.
  public var items: Items

  /// The rows of every item; nil where each has its own, and a line those of its highest.
  public var rows: Int?

  /// What is left blank around the items.
  public var insets: Insets

  /// Blank rows between two lines.
  public var lineSpacing: Int

  /// Blank columns between two items of a line.
  ///
  /// Even without any they do not touch, for each has a gutter of its own.
  public var itemSpacing: Int

  /// A grid from its parts.
  public init(
    _ items: Items = .columns(atLeast: 24), rows: Int? = nil, insets: Insets = Insets(),
    lineSpacing: Int = 0, itemSpacing: Int = 0
  ) {
    (self.items, self.rows, self.insets) = (items, rows, insets)
    (self.lineSpacing, self.itemSpacing) = (lineSpacing, itemSpacing)
  }
}
