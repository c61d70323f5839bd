internal import MocoaLocalization
public import MocoaModel

/// Edits by index and path.
///
/// Each edit throws before it changes the list.
extension ListSnapshot {
  mutating func insert(_ section: SectionSnapshot, at position: Int) throws(ListEditError) {
    try check(section: position, below: sections.count + 1)
    sections.insert(section, at: position)
  }

  mutating func deleteSection(at position: Int) throws(ListEditError) {
    try check(section: position, below: sections.count)
    sections.remove(at: position)
  }

  /// Removes a section, and inserts it at the index `destination` among the other sections.
  mutating func moveSection(at position: Int, to destination: Int) throws(ListEditError) {
    for index in [position, destination] { try check(section: index, below: sections.count) }
    sections.insert(sections.remove(at: position), at: destination)
  }

  /// Edits one section.
  mutating func editSection(
    at position: Int, _ perform: (inout SectionSnapshot) -> Void
  ) throws(ListEditError) {
    try check(section: position, below: sections.count)
    perform(&sections[position])
  }

  mutating func insert(_ models: [any CellModel], at path: ItemPath) throws(ListEditError) {
    try check(path, isInsertion: true)
    sections[path.section].items.replaceSubrange(path.item..<path.item, with: models)
  }

  mutating func deleteItem(at path: ItemPath) throws(ListEditError) {
    try editItem(at: path) { $0.replaceSubrange($1, with: ElementSequence()) }
  }

  mutating func replaceItem(at path: ItemPath, with model: any CellModel) throws(ListEditError) {
    try editItem(at: path) { $0.replaceSubrange($1, with: [model]) }
  }

  mutating func markItem(at path: ItemPath, _ mark: EditMark) throws(ListEditError) {
    try editItem(at: path) { $0.mark($1, mark) }
  }

  /// Removes an item, and inserts it at the path `destination` among the other items.
  mutating func moveItem(at path: ItemPath, to destination: ItemPath) throws(ListEditError) {
    try check(path)
    try check(section: destination.section, below: sections.count)
    let count =
      sections[destination.section].items.count - (path.section == destination.section ? 1 : 0)
    guard (0...count).contains(destination.item) else {
      throw .itemOutOfRange(destination, count: count)
    }
    let item = sections[path.section].items.slice(path.item..<(path.item + 1))
    try deleteItem(at: path)
    sections[destination.section].items.replaceSubrange(
      destination.item..<destination.item, with: item)
  }

  private mutating func editItem(
    at path: ItemPath, _ perform: (inout ElementSequence, Range<Int>) -> Void
  ) throws(ListEditError) {
    try check(path)
    perform(&sections[path.section].items, path.item..<(path.item + 1))
  }

  private func check(section: Int, below end: Int) throws(ListEditError) {
    guard (0..<end).contains(section) else {
      throw .sectionOutOfRange(section, count: sections.count)
    }
  }

  private func check(_ path: ItemPath, isInsertion: Bool = false) throws(ListEditError) {
    try check(section: path.section, below: sections.count)
    let count = sections[path.section].items.count
    guard (0..<(isInsertion ? count + 1 : count)).contains(path.item) else {
      throw .itemOutOfRange(path, count: count)
    }
  }
}

/// An error that occurs when a list is edited.
///
/// The list is then unchanged.
public enum ListEditError: Error, Hashable, CustomStringConvertible {
  /// The section index is out of range.
  ///
  /// `count` is the number of sections.
  case sectionOutOfRange(Int, count: Int)

  /// The item index is out of range.
  ///
  /// `count` is the number of items in the section.
  case itemOutOfRange(ItemPath, count: Int)

  /// The section is still displayed, but the latest edits have deleted it.
  case sectionDeleted

  /// The section is a group that a query created, or is still displayed but no longer in the
  /// content.
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
      localized("cannot edit a group or a removed section (edit the list at the path of the cell)")
    case .detached: localized("section is not in a list")
    }
  }
}
