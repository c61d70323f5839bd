/// A list that is created from any value, by the rules that tables in XZMocoa have for plain data.
///
/// - `nil` has no sections.
/// - An array has its elements as sections. If such an element is an array, its elements are the
///   cells of the section. Any other element is a section with one cell.
/// - Any other value is one section with one cell.
/// - A `ListModel`, or a `SectionModel` used as a section, keeps the sections and items that it
///   defines.
///
/// Therefore `[1, 2, 3]` is three sections of one cell, and `[[1, 2], [3]]` is two sections. A
/// `CellModel` has its own identity; any other value is identified by its index. If a value is both
/// a section and its only cell, its module name applies to both. Plain values have no headers or
/// footers.
public struct PlainData: ListModel {
  private let list: any ListModel

  /// Creates a list from a value.
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

  /// Returns the section at an index.
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

/// A cell model of a value that is not a ``CellModel`` itself, identified by the index of the
/// value.
public struct PlainCellModel: CellModel {
  /// The identity, made from the index of the value.
  public let itemID: ItemID

  /// The value, or `nil` for a `nil` in an array.
  public let value: (any Sendable)?

  /// Creates the model of a value with an identity.
  public init(_ value: (any Sendable)?, id: ItemID = 0) {
    (itemID, self.value) = (id, value)
  }

  /// Returns `true` if both models contain equal values of one type.
  ///
  /// Values that are not `Equatable` are never equal.
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
  /// Returns `true` if `other` has the type of this value and is equal to it.
  fileprivate func isEqual(to other: Any) -> Bool {
    (other as? Self) == self
  }
}

/// Returns the elements of an array of any element type, including `nil` elements.
///
/// - Returns: `nil` if the value is not an array.
private func array(_ value: (any Sendable)?) -> [(any Sendable)?]? {
  value.flatMap { $0 as? [(any Sendable)?] }
}
