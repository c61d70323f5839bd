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
    case .detached: phrase("the section is in no list")
    }
  }
}
