/// A list at one moment: what is shown, in order, as a persistent value.
///
/// Two snapshots share whatever did not change between them, so keeping the one before costs next
/// to nothing. Elements are asked for by position and made when they are looked at; a snapshot
/// never looks for an identity: positions are carried from one to the next by
/// `ChangeSet.Positions`.
public struct ListSnapshot: Sendable {
  /// The sections in order.
  public var sections: [SectionSnapshot]

  /// An empty list.
  public init() {
    sections = []
  }

  /// A list from its sections.
  public init(sections: [SectionSnapshot]) {
    self.sections = sections
  }

  /// A list as a model describes it; items are read from the model when they are looked at.
  ///
  /// - Complexity: O(sections).
  public init(_ model: some ListModel) {
    sections = (0..<model.sectionCount).map { SectionSnapshot(model.section(at: $0)) }
  }

  /// The number of items in all sections.
  ///
  /// - Complexity: O(sections).
  public var itemCount: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// Where an item is, by its position among all items of all sections; nil where there are not so many.
  ///
  /// - Complexity: O(sections).
  public func path(ofItem position: Int) -> ItemPath? {
    var rest = position
    if rest < 0 { return nil }
    for (number, section) in sections.enumerated() {
      if rest < section.items.count { return ItemPath(section: number, item: rest) }
      rest -= section.items.count
    }
    return nil
  }

  /// The position of an item among all items of all sections.
  ///
  /// - Precondition: the list has the item.
  /// - Complexity: O(sections).
  public func position(of path: ItemPath) -> Int {
    sections.prefix(path.section).reduce(path.item) { $0 + $1.items.count }
  }

  /// Whether a position is that of an item.
  public func contains(_ path: ItemPath) -> Bool {
    sections.indices.contains(path.section)
      && path.item >= 0 && path.item < sections[path.section].items.count
  }

  /// Returns `true` if the list has an item, header, supplement or footer.
  public func contains(_ element: ListElement) -> Bool {
    switch element {
    case .item(let path): contains(path)
    case .end(let end, let section):
      sections.indices.contains(section) && sections[section].model(of: end) != nil
    }
  }

  /// The identity of the item at a position.
  ///
  /// - Precondition: the list has the item.
  public func id(at path: ItemPath) -> ItemID {
    sections[path.section].items.id(at: path.item)
  }

  /// The item at a position.
  ///
  /// - Precondition: the list has the item.
  public func element(at path: ItemPath) -> any CellModel {
    sections[path.section].items.element(at: path.item)
  }

  /// Whether the item at a position has the content of another snapshot's item.
  ///
  /// - Precondition: both lists have the item.
  public func isContentEqual(at path: ItemPath, _ other: ListSnapshot, at otherPath: ItemPath)
    -> Bool
  {
    sections[path.section].items.isContentEqual(
      at: path.item, other.sections[otherPath.section].items, at: otherPath.item)
  }

  /// The position of the first item; nil when there is none.
  public var firstPath: ItemPath? {
    sections.firstIndex { $0.items.count > 0 }.map { ItemPath(section: $0, item: 0) }
  }

  /// The position of the last item; nil when there is none.
  public var lastPath: ItemPath? {
    sections.lastIndex { $0.items.count > 0 }.map {
      ItemPath(section: $0, item: sections[$0].items.count - 1)
    }
  }

  /// The position of the item after another; nil behind the last, and for one that the list does not
  /// have.
  public func path(after path: ItemPath) -> ItemPath? {
    guard contains(path) else { return nil }
    if path.item + 1 < sections[path.section].items.count {
      return ItemPath(section: path.section, item: path.item + 1)
    }
    let next = sections[(path.section + 1)...].firstIndex { $0.items.count > 0 }
    return next.map { ItemPath(section: $0, item: 0) }
  }

  /// The position of the item before another; nil before the first, and for one that the list does not
  /// have.
  public func path(before path: ItemPath) -> ItemPath? {
    guard contains(path) else { return nil }
    if path.item > 0 { return ItemPath(section: path.section, item: path.item - 1) }
    let previous = sections[..<path.section].lastIndex { $0.items.count > 0 }
    return previous.map { ItemPath(section: $0, item: sections[$0].items.count - 1) }
  }

  /// What is wrong with the value, in one line; nil when nothing is.
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
  /// Which section this is.
  public var id: ItemID

  /// The name of the section's module.
  public var moduleName: String

  /// The model of the header, if there is one.
  public var header: (any CellModel)?

  /// The model of the footer, if there is one.
  public var footer: (any CellModel)?

  /// What else stands between the header and the items.
  public var supplements: [Supplement]

  /// The items.
  public var items: ElementSequence

  /// Whether it has nothing but its items.
  package var isBare: Bool { header == nil && footer == nil && supplements.isEmpty }

  /// What was asked for the section by hand; it stays with the section wherever edits take it.
  package private(set) var mark: EditMark?

  /// A section from its parts.
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

  /// A section as a model describes it; items are read from the model when they are looked at.
  public init(_ model: some SectionModel) {
    self.init(
      id: model.sectionID, moduleName: model.moduleName, header: model.header,
      supplements: model.supplements, items: ElementSequence(SectionChunk(model)),
      footer: model.footer)
  }

  /// The model of a header, supplement or footer of this section; nil for what is not there.
  public func model(of end: ListElement.End) -> (any CellModel)? {
    switch end {
    case .header: header
    case .supplement(let position):
      supplements.indices.contains(position) ? supplements[position].model : nil
    case .footer: footer
    }
  }

  /// What there is beside the items, from above.
  public var ends: [ListElement.End] {
    (header == nil ? [] : [.header]) + supplements.indices.map { .supplement($0) }
      + (footer == nil ? [] : [.footer])
  }

  /// Asks that header, footer and items be taken as changed, or be made anew.
  package mutating func mark(_ mark: EditMark) {
    self.mark = mark.replacing(self.mark)
    items.mark(0..<items.count, mark)
  }
}
