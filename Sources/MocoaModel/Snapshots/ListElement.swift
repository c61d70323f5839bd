/// Something that a list shows in rows of its own.
public enum ListElement: Hashable, Sendable {
  /// The header of a section.
  case header(section: Int)

  /// An item.
  case item(ItemPath)

  /// The footer of a section.
  case footer(section: Int)

  /// The section it belongs to.
  public var section: Int {
    switch self {
    case .header(let section), .footer(let section): section
    case .item(let path): path.section
    }
  }

  /// The position of the item; nil for header and footer.
  public var path: ItemPath? {
    if case .item(let path) = self { path } else { nil }
  }
}
