/// Something that a list shows in rows of its own.
public enum ListElement: Hashable, Sendable {
  /// An item.
  case item(ItemPath)

  /// What stands above or below the items of a section.
  case end(End, section: Int)

  /// What a section has beside its items.
  public enum End: Hashable, Sendable, CustomStringConvertible {
    /// The header.
    case header

    /// One of those that stand below the header.
    case supplement(Int)

    /// The footer.
    case footer

    /// What it is, and which of several.
    public var description: String {
      switch self {
      case .header: "header"
      case .supplement(let position): "supplement \(position)"
      case .footer: "footer"
      }
    }
  }

  /// The header of a section.
  public static func header(section: Int) -> ListElement { .end(.header, section: section) }

  /// One of the supplements of a section.
  public static func supplement(_ position: Int, section: Int) -> ListElement {
    .end(.supplement(position), section: section)
  }

  /// The footer of a section.
  public static func footer(section: Int) -> ListElement { .end(.footer, section: section) }

  /// The section it belongs to.
  public var section: Int {
    switch self {
    case .end(_, let section): section
    case .item(let path): path.section
    }
  }

  /// The position of the item; nil for header, supplements and footer.
  public var path: ItemPath? {
    if case .item(let path) = self { path } else { nil }
  }
}
