internal import MocoaLocalization
public import MocoaModel

/// An error of an edit of a list, which leaves the list unchanged.
public enum ListEditError: Error, Hashable, CustomStringConvertible {
  /// The section index is out of range.
  ///
  /// `count` is the number of sections.
  case sectionOutOfRange(Int, count: Int)

  /// The item index is out of range.
  ///
  /// `count` is the number of items in the section.
  case itemOutOfRange(ItemPath, count: Int)

  /// The section is no longer in the requested list, but is still displayed.
  case sectionDeleted

  /// The section is a group of a query, or is no longer in the content but still displayed.
  case sectionDerived

  /// The section is not in a list, so it cannot be edited.
  case detached

  /// The reason in one line.
  public var description: String {
    switch self {
    case .sectionOutOfRange(let position, let count):
      localized("section \(position) is out of range (count \(count))")
    case .itemOutOfRange(let path, let count):
      localized("item \(path.item) is out of range (section \(path.section) has \(count) items)")
    case .sectionDeleted: localized("section was deleted")
    case .sectionDerived:
      localized("section does not belong to the list (edit the list by the cell path)")
    case .detached: localized("section is not in a list")
    }
  }
}
