internal import MocoaLanguage
public import MocoaModel

/// Why a list could not be edited; nothing was changed then.
public enum ListEditError: Error, Hashable, CustomStringConvertible {
  /// A list of so many sections has no such place.
  case section(Int, count: Int)

  /// A section of so many items has no such place.
  case item(ItemPath, count: Int)

  /// The section was deleted, and the list is yet to be shown without it.
  case sectionDeleted

  /// The section is a group of a query, or is still displayed although the content does not have
  /// it any more.
  case sectionDerived

  /// The section is in no list, and so has nothing that could be edited.
  case detached

  /// The reason in one line.
  public var description: String {
    switch self {
    case .section(let position, let count):
      phrase("section \(position) does not fit a list of \(count) sections")
    case .item(let path, let count):
      phrase("item \(path.item) does not fit section \(path.section) of \(count) items")
    case .sectionDeleted: phrase("the section was deleted")
    case .sectionDerived:
      phrase("the section is not one of the list's own (edit the list by the path of the cell)")
    case .detached: phrase("the section is in no list")
    }
  }
}
