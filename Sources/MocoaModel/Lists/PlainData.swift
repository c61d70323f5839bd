/// Any value, read as a list by the rules for plain data of the original's tables.
///
/// - nil has no sections;
/// - an array has its elements as sections; an element that is an array has its elements as cells,
///   any other element is a section with that one cell;
/// - any other value is one section with one cell.
///
/// So `[1, 2, 3]` is three sections of one cell, and `[[1, 2], [3]]` two sections. Identity is the
/// value's own where it is a `CellModel`, and its position otherwise.
public struct PlainData: ListModel {
  private let sections: [PlainSection]

  /// Reads a value as a list.
  public init(_ value: (any Sendable)?) {
    guard let value else {
      sections = []
      return
    }
    let elements = array(value) ?? [value]
    sections = elements.enumerated().map { position, element in
      PlainSection(
        sectionID: ItemID(position),
        cells: (array(element) ?? [element]).enumerated().map(PlainSection.cell))
    }
  }

  /// The number of sections.
  public var sectionCount: Int { sections.count }

  /// The section at a position.
  public func section(at position: Int) -> any SectionModel { sections[position] }
}

/// A section of plain values.
private struct PlainSection: SectionModel {
  let sectionID: ItemID
  let cells: [any CellModel]

  var itemCount: Int { cells.count }

  func item(at position: Int) -> any CellModel { cells[position] }

  static func cell(_ position: Int, _ value: (any Sendable)?) -> any CellModel {
    guard let value, let model = value as? any CellModel else {
      return PlainCellModel(itemID: ItemID(position), value: value)
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
