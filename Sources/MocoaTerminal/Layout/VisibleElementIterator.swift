internal import MocoaModel

/// An iterator over the visible elements of a list, which skips elements that are known to be
/// hidden.
struct VisibleElementIterator {
  /// The result of a step.
  enum Step: Equatable {
    /// The next visible element, and its height in rows.
    case found(ListElement, height: Int)

    /// The end of the list.
    case end

    /// The end of the search, because too many hidden elements were skipped.
    ///
    /// The hidden elements that were found are in `hidden`.
    case tooFar
  }

  let list: ListSnapshot
  var hidden: HiddenItems
  let height: (ListElement) -> Int

  /// The number of steps that may still be taken in each direction.
  ///
  /// Measuring an element and skipping a run of hidden elements are one step each.
  private var budget: [Direction: Int] = [:]

  /// Creates an iterator that takes the known hidden items from a variable, which becomes empty.
  ///
  /// The caller must move the items back afterwards. If the variable kept a copy, adding a hidden
  /// item would copy the complete set.
  init(
    list: ListSnapshot, taking known: inout HiddenItems, height: @escaping (ListElement) -> Int
  ) {
    self.list = list
    self.height = height
    hidden = HiddenItems()
    swap(&hidden, &known)
  }

  /// Returns the height of an element, and records the element as hidden if the height is 0.
  mutating func visibleHeight(of element: ListElement) -> Int {
    if hidden.contains(element) { return 0 }
    let rows = height(element)
    if rows == 0 { hidden.insert(element) }
    return rows
  }

  /// Returns the next visible element in a direction.
  mutating func visible(from start: ListElement, _ direction: Direction) -> Step {
    var position = Position.element(start)
    while let next = step(direction, from: position) {
      if case .element(let element) = next {
        let rows = visibleHeight(of: element)
        if rows > 0 { return .found(element, height: rows) }
      }
      position = leap(direction, over: next)
      budget[direction, default: ListLayout.hiddenLimit] -= 1
      if budget[direction, default: ListLayout.hiddenLimit] <= 0 { return .tooFar }
    }
    return .end
  }

  /// The position of the iterator: at an element, or before all elements of a section.
  private enum Position {
    case element(ListElement)
    case section(Int)
  }

  /// Returns the last position of the run of hidden elements at a position.
  ///
  /// - Parameters:
  ///   - direction: The direction of the iteration, which determines the end of the run that is
  ///     last.
  ///   - position: The position. If it is not in a run, the method returns it unchanged.
  private mutating func leap(_ direction: Direction, over position: Position) -> Position {
    switch position {
    case .element(.item(let path)):
      guard let run = hidden.run(around: path) else { return position }
      let end = min(run.upperBound, list.sections[path.section].items.count) - 1
      let item = direction == .forward ? end : run.lowerBound
      return .element(.item(ItemPath(section: path.section, item: item)))
    case .element: return position
    case .section(let section):
      guard let run = hidden.run(aroundSection: section) else { return position }
      let last = min(run.upperBound, list.sections.count) - 1
      return .section(direction == .forward ? last : run.lowerBound)
    }
  }

  /// Returns the position after a given position in a direction, or `nil` at the end of the list.
  ///
  /// After the last element of a section, it is the next section, even if that section has no
  /// visible elements.
  private mutating func step(_ direction: Direction, from position: Position) -> Position? {
    let section: Int
    switch position {
    case .element(let element):
      if let next = list.neighbor(direction, of: element) { return .element(next) }
      section = element.section
    case .section(let entered):
      // Sections that are empty or known to have no visible element are not entered.
      if hidden.run(aroundSection: entered) == nil,
        let first = list.entrance(direction, of: entered)
      {
        return .element(first)
      }
      section = entered
    }
    hidden.insertSectionIfHidden(section, in: list)
    let next = section + (direction == .forward ? 1 : -1)
    return list.sections.indices.contains(next) ? .section(next) : nil
  }

  /// A direction of iteration.
  enum Direction: Hashable {
    /// Toward the end.
    case forward

    /// Toward the beginning.
    case backward
  }
}

extension ListSnapshot {
  /// Returns the next element of the same section in a direction, or `nil` at the end of the
  /// section.
  fileprivate func neighbor(_ direction: VisibleElementIterator.Direction, of element: ListElement)
    -> ListElement?
  {
    direction == .forward
      ? self.element(afterInSection: element) : self.element(beforeInSection: element)
  }

  /// Returns the element of a section that an iteration in a direction visits first.
  ///
  /// - Returns: `nil` for an empty section.
  fileprivate func entrance(_ direction: VisibleElementIterator.Direction, of section: Int)
    -> ListElement?
  {
    direction == .forward ? firstElement(ofSection: section) : lastElement(ofSection: section)
  }
}
