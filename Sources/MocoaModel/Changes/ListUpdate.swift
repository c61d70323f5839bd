/// The one message that a list sends when it changed: all that a renderer needs.
public struct ListUpdate: Sendable {
  /// Something to draw again although it did not change.
  public enum Redraw: Sendable, Hashable {
    /// One item, header, supplement or footer.
    case element(ListElement)

    /// A section with all that is in it.
    case section(Int)

    /// One item.
    public static func item(_ path: ItemPath) -> Redraw { .element(.item(path)) }

    /// The header of a section.
    public static func header(section: Int) -> Redraw { .element(.header(section: section)) }

    /// The footer of a section.
    public static func footer(section: Int) -> Redraw { .element(.footer(section: section)) }
  }

  /// The list before.
  public var before: ListSnapshot

  /// The list after.
  public var after: ListSnapshot

  /// What makes the list after of the list before.
  public var changes: ChangeSet

  /// What else is to be measured and drawn again, in positions of the list after.
  public var redraws: [Redraw]

  /// What whoever made the change said of it.
  public var context: (any Sendable)?

  /// An update from its parts.
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
