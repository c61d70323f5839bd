/// A list at one moment, as a persistent value.
///
/// Two snapshots share every part that did not change between them, so retaining an earlier
/// snapshot costs little. Elements are read by index and created on access. A snapshot cannot
/// search for an identity. Instead, a `ChangeSet.PathMap` maps the paths of one snapshot to those
/// of the next.
public struct ListSnapshot: Sendable {
  /// The sections, in order.
  public var sections: [SectionSnapshot]

  /// Creates an empty list.
  public init() {
    sections = []
  }

  /// Creates a list from its sections.
  public init(sections: [SectionSnapshot]) {
    self.sections = sections
  }

  /// Creates a list from a model.
  ///
  /// Items are read from the model on access.
  ///
  /// - Complexity: O(sections).
  public init(_ model: some ListModel) {
    sections = (0..<model.sectionCount).map { SectionSnapshot(model.section(at: $0)) }
  }

  /// The number of items in all sections.
  ///
  /// - Complexity: O(sections).
  public var itemCount: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// Returns the path of an item from its index among the items of all sections.
  ///
  /// - Returns: `nil` if the index is out of range.
  /// - Complexity: O(sections).
  public func path(forItemAt position: Int) -> ItemPath? {
    var index = position
    if index < 0 { return nil }
    for (number, section) in sections.enumerated() {
      if index < section.items.count { return ItemPath(section: number, item: index) }
      index -= section.items.count
    }
    return nil
  }

  /// Returns the index of an item among the items of all sections.
  ///
  /// - Precondition: The list has the item.
  /// - Complexity: O(sections).
  public func flatIndex(of path: ItemPath) -> Int {
    sections.prefix(path.section).reduce(path.item) { $0 + $1.items.count }
  }

  /// Returns `true` if the list has an item at a path.
  public func contains(_ path: ItemPath) -> Bool {
    sections.indices.contains(path.section)
      && path.item >= 0 && path.item < sections[path.section].items.count
  }

  /// Returns `true` if the list contains an element, which is an item, header, supplement or
  /// footer.
  public func contains(_ element: ListElement) -> Bool {
    switch element {
    case .item(let path): contains(path)
    case .boundary(let end, let section):
      sections.indices.contains(section) && sections[section].model(for: end) != nil
    }
  }

  /// Returns the identity of the item at a path.
  ///
  /// - Precondition: The list has the item.
  public func id(at path: ItemPath) -> ItemID {
    sections[path.section].items.id(at: path.item)
  }

  /// Returns the item at a path.
  ///
  /// - Precondition: The list has the item.
  public func element(at path: ItemPath) -> any CellModel {
    sections[path.section].items.element(at: path.item)
  }

  /// Returns `true` if the item at a path has the same content as an item of another snapshot.
  ///
  /// - Precondition: Both lists have the item.
  public func isContentEqual(at path: ItemPath, in other: ListSnapshot, at otherPath: ItemPath)
    -> Bool
  {
    sections[path.section].items.isContentEqual(
      at: path.item, other.sections[otherPath.section].items, at: otherPath.item)
  }

  /// The path of the first item, or `nil` if the list has no items.
  public var firstPath: ItemPath? {
    sections.firstIndex { $0.items.count > 0 }.map { ItemPath(section: $0, item: 0) }
  }

  /// The path of the last item, or `nil` if the list has no items.
  public var lastPath: ItemPath? {
    sections.lastIndex { $0.items.count > 0 }.map {
      ItemPath(section: $0, item: sections[$0].items.count - 1)
    }
  }

  /// Returns the path of the next item, or `nil` after the last item and for a missing path.
  public func path(after path: ItemPath) -> ItemPath? {
    guard contains(path) else { return nil }
    if path.item + 1 < sections[path.section].items.count {
      return ItemPath(section: path.section, item: path.item + 1)
    }
    let next = sections[(path.section + 1)...].firstIndex { $0.items.count > 0 }
    return next.map { ItemPath(section: $0, item: 0) }
  }

  /// Returns the path of the previous item, or `nil` before the first item and for a missing path.
  public func path(before path: ItemPath) -> ItemPath? {
    guard contains(path) else { return nil }
    if path.item > 0 { return ItemPath(section: path.section, item: path.item - 1) }
    let previous = sections[..<path.section].lastIndex { $0.items.count > 0 }
    return previous.map { ItemPath(section: $0, item: sections[$0].items.count - 1) }
  }

  /// Returns the first violated invariant in one line, or `nil` if the snapshot is valid.
  public func invariantViolation() -> String? {
    for (position, section) in sections.enumerated() {
      if let violation = section.items.invariantViolation() {
        return "section \(position): \(violation)"
      }
    }
    return nil
  }
}

/// One section of a snapshot.
public struct SectionSnapshot: Sendable {
  /// The identity of the section within its list.
  public var id: ItemID

  /// The name of the section's module.
  public var moduleName: String

  /// The model of the header, or `nil` if the section has no header.
  public var header: (any CellModel)?

  /// The model of the footer, or `nil` if the section has no footer.
  public var footer: (any CellModel)?

  /// The supplements between the header and the items, in order.
  public var supplements: [Supplement]

  /// The items.
  public var items: ElementSequence

  /// A Boolean value that indicates whether the section has no header, supplements or footer.
  package var hasOnlyItems: Bool { header == nil && footer == nil && supplements.isEmpty }

  /// The mark that requests a reload or reconfiguration of the section, or `nil`.
  ///
  /// It stays with the section when edits move it.
  package private(set) var mark: EditMark?

  /// Creates a section from its parts.
  public init(
    id: ItemID, moduleName: String = "", header: (any CellModel)? = nil,
    supplements: [Supplement] = [], items: ElementSequence = ElementSequence(),
    footer: (any CellModel)? = nil
  ) {
    self.id = id
    self.moduleName = moduleName
    self.header = header
    self.supplements = supplements
    self.items = items
    self.footer = footer
  }

  /// Creates a section from a model.
  ///
  /// Items are read from the model on access.
  public init(_ model: some SectionModel) {
    self.init(
      id: model.sectionID, moduleName: model.moduleName, header: model.header,
      supplements: model.supplements, items: ElementSequence(SectionChunk(model)),
      footer: model.footer)
  }

  /// Returns the model of a header, supplement or footer, or `nil` if the section does not have it.
  public func model(for end: ListElement.Boundary) -> (any CellModel)? {
    switch end {
    case .header: header
    case .supplement(let position):
      supplements.indices.contains(position) ? supplements[position].model : nil
    case .footer: footer
    }
  }

  /// The boundary elements of the section, from top to bottom.
  public var boundaries: [ListElement.Boundary] {
    (header == nil ? [] : [.header]) + supplements.indices.map { .supplement($0) }
      + (footer == nil ? [] : [.footer])
  }

  /// Sets a mark that requests a reload or reconfiguration of the section and all its items.
  package mutating func mark(_ mark: EditMark) {
    self.mark = mark.replacing(self.mark)
    items.mark(0..<items.count, mark)
  }
}
