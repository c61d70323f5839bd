internal import MocoaModel

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

  /// Removes a section and inserts it at the index `destination`, which counts only the other
  /// sections.
  mutating func moveSection(at position: Int, to destination: Int) throws(ListEditError) {
    for place in [position, destination] { try check(section: place, below: sections.count) }
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

  /// Removes an item and inserts it at the path `destination`, which counts only the other items.
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
