/// Any value, read as a list by the rules for plain data of the original's tables.
///
/// - nil has no sections;
/// - an array has its elements as sections; an element that is an array has its elements as cells,
///   any other element is a section with that one cell;
/// - any other value is one section with one cell;
/// - a value that says itself what it has, a `ListModel`, or a `SectionModel` in the place of a
///   section, is taken at its word.
///
/// So `[1, 2, 3]` is three sections of one cell, and `[[1, 2], [3]]` two sections. Identity is the
/// value's own where it is a `CellModel`, and its position otherwise. A value that is both a section
/// and its one cell gives its module name to both. No plain value has a header or footer.
public struct PlainData: ListModel {
  private let list: any ListModel

  /// Reads a value as a list.
  public init(_ value: (any Sendable)?) {
    if let list = value as? any ListModel {
      self.list = list
    } else {
      let elements = value.map { array($0) ?? [$0] } ?? []
      list = SectionedList(elements.enumerated().map(PlainSection.section))
    }
  }

  /// The number of sections.
  public var sectionCount: Int { list.sectionCount }

  /// The section at a position.
  public func section(at position: Int) -> any SectionModel { list.section(at: position) }
}

/// A section of plain values.
private struct PlainSection: SectionModel {
  let sectionID: ItemID
  let moduleName: String
  let cells: [any CellModel]

  static func section(_ position: Int, _ element: (any Sendable)?) -> any SectionModel {
    if let section = element as? any SectionModel { return section }
    return PlainSection(
      sectionID: ItemID(position),
      moduleName: (element as? any CellModel)?.moduleName ?? "",
      cells: (array(element) ?? [element]).enumerated().map(cell))
  }

  var itemCount: Int { cells.count }

  func item(at position: Int) -> any CellModel { cells[position] }

  static func cell(_ position: Int, _ value: (any Sendable)?) -> any CellModel {
    guard let value, let model = value as? any CellModel else {
      return PlainCellModel(value, id: ItemID(position))
    }
    return model
  }
}

/// A value that is no model of its own, given an identity by its position.
public struct PlainCellModel: CellModel {
  /// The position of the value.
  public let itemID: ItemID

  /// The value as it was handed over; nil for a nil in an array.
  public let value: (any Sendable)?

  /// A value, known by its position among others.
  public init(_ value: (any Sendable)?, id: ItemID = 0) {
    (itemID, self.value) = (id, value)
  }

  /// Whether both hold equal values of one type; values that cannot be compared are never equal.
  public func isContentEqual(to other: any CellModel) -> Bool {
    guard let other = other as? PlainCellModel else { return false }
    switch (value, other.value) {
    case (nil, nil): return true
    case (let mine?, let others?): return (mine as? any Equatable)?.isEqual(to: others) ?? false
    default: return false
    }
  }
}

extension Equatable {
  /// Opens the existential: whether `other` has this type and is equal.
  fileprivate func isEqual(to other: Any) -> Bool {
    (other as? Self) == self
  }
}

/// The elements of an array of any element type, nils among them; nil for any other value.
private func array(_ value: (any Sendable)?) -> [(any Sendable)?]? {
  value.flatMap { $0 as? [(any Sendable)?] }
}
