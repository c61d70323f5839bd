/// A change of a list, with all data that an observer needs to show it.
public struct ListUpdate: Sendable {
  /// An element to draw again although it did not change.
  public enum Redraw: Sendable, Hashable {
    /// One item, header, supplement or footer.
    case element(ListElement)

    /// A section with all its elements.
    case section(Int)

    /// Returns a redraw of one item.
    public static func item(_ path: ItemPath) -> Redraw { .element(.item(path)) }

    /// Returns a redraw of the header of a section.
    public static func header(section: Int) -> Redraw { .element(.header(section: section)) }

    /// Returns a redraw of the footer of a section.
    public static func footer(section: Int) -> Redraw { .element(.footer(section: section)) }
  }

  /// The old list.
  public var before: ListSnapshot

  /// The new list.
  public var after: ListSnapshot

  /// The changes from the old list to the new one.
  public var changes: ChangeSet

  /// Elements to measure and draw again although they did not change, by their paths in the new
  /// list.
  public var redraws: [Redraw]

  /// A value that the code that changed the list has attached to the update.
  public var context: (any Sendable)?

  /// Creates an update from its parts.
  public init(
    before: ListSnapshot, after: ListSnapshot, changes: ChangeSet, redraws: [Redraw] = [],
    context: (any Sendable)? = nil
  ) {
    self.before = before
    self.after = after
    self.changes = changes
    self.redraws = redraws
    self.context = context
  }
}
