internal import MocoaModel

/// The visible elements of a list, with their content.
///
/// Two values are equal if they look the same on the screen.
struct VisibleContent: Equatable {
  let list: ListSnapshot
  let elements: [ListElement]

  /// Returns `true` if both values have the same elements with the same content, even at different
  /// paths.
  ///
  /// - Complexity: O(elements × log n).
  static func == (one: Self, other: Self) -> Bool {
    one.elements.count == other.elements.count
      && zip(one.elements, other.elements).allSatisfy { one.isSame($0, as: $1, in: other) }
  }

  private func isSame(_ element: ListElement, as other: ListElement, in others: Self) -> Bool {
    switch (element, other) {
    case (.item(let path), .item(let otherPath)):
      return list.id(at: path) == others.list.id(at: otherPath)
        && list.isContentEqual(at: path, in: others.list, at: otherPath)
    case (.boundary(let end, let section), .boundary(let otherEnd, let otherSection)):
      return end == otherEnd
        && Self.areEqual(
          list.sections[section].model(for: end),
          others.list.sections[otherSection].model(for: end))
    default: return false
    }
  }

  private static func areEqual(_ one: (any CellModel)?, _ other: (any CellModel)?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.itemID == other.itemID && one.isContentEqual(to: other)
  }
}
