/// An element that a list lays out: an item, a header, a supplement or a footer.
public enum ListElement: Hashable, Sendable {
  /// An item.
  case item(ItemPath)

  /// A header, supplement or footer of a section.
  case boundary(Boundary, section: Int)

  /// The boundary elements of a section: its header, supplements and footer.
  public enum Boundary: Hashable, Sendable, CustomStringConvertible {
    /// The header.
    case header

    /// One of the supplements between the header and the items, by its index among them.
    case supplement(Int)

    /// The footer.
    case footer

    /// The element kind, with the index if the element is a supplement.
    public var description: String {
      switch self {
      case .header: "header"
      case .supplement(let position): "supplement \(position)"
      case .footer: "footer"
      }
    }
  }

  /// Returns the header of a section.
  public static func header(section: Int) -> ListElement { .boundary(.header, section: section) }

  /// Returns one of the supplements of a section, by index.
  public static func supplement(_ position: Int, section: Int) -> ListElement {
    .boundary(.supplement(position), section: section)
  }

  /// Returns the footer of a section.
  public static func footer(section: Int) -> ListElement { .boundary(.footer, section: section) }

  /// The index of the element's section.
  public var section: Int {
    switch self {
    case .boundary(_, let section): section
    case .item(let path): path.section
    }
  }

  /// The path of the item, or `nil` for a header, supplement or footer.
  public var path: ItemPath? {
    if case .item(let path) = self { path } else { nil }
  }
}
