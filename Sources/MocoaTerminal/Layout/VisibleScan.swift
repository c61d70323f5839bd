internal import MocoaModel

/// Steps from one visible element to the next, leaping over what is known to be hidden.
struct VisibleScan {
  /// What a step came to.
  enum Step: Equatable {
    /// The next visible element, and its height.
    case found(ListElement, height: Int)

    /// There is none.
    case end

    /// Too many hidden elements were looked at; what was found out is kept in `hidden`.
    case tooFar
  }

  let list: ListSnapshot
  var hidden: HiddenItems
  let height: (ListElement) -> Int

  /// How many more steps may be taken in each direction: elements looked at, and leaps.
  private var budget: [Direction: Int] = [:]

  /// A scan that takes over what is known, to be taken back afterwards: two who have it would copy
  /// all of it to add to it.
  init(
    list: ListSnapshot, taking known: inout HiddenItems, height: @escaping (ListElement) -> Int
  ) {
    self.list = list
    self.height = height
    hidden = HiddenItems()
    swap(&hidden, &known)
  }

  /// The height of an element, which is noted as hidden where it is 0.
  mutating func visibleHeight(of element: ListElement) -> Int {
    if hidden.contains(element) { return 0 }
    let rows = height(element)
    if rows == 0 { hidden.insert(element) }
    return rows
  }

  /// The next visible element from another on, in one direction.
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

  /// Where a scan stands: at an element, or in front of all that is in a section.
  private enum Position {
    case element(ListElement)
    case section(Int)
  }

  /// The far end of what is known to be hidden around a position.
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

  /// The next element of the same section, or the next section, which may be one to leap over.
  private mutating func step(_ direction: Direction, from position: Position) -> Position? {
    let section: Int
    switch position {
    case .element(let element):
      if let next = list.neighbour(direction, of: element) { return .element(next) }
      section = element.section
    case .section(let entered):
      // A section that is known to show nothing is not entered, nor is one that is empty.
      if hidden.run(aroundSection: entered) == nil,
        let first = list.entrance(direction, of: entered)
      {
        return .element(first)
      }
      section = entered
    }
    hidden.noteSection(section, of: list)
    let next = section + (direction == .forward ? 1 : -1)
    return list.sections.indices.contains(next) ? .section(next) : nil
  }

  /// A way through a list.
  enum Direction: Hashable {
    /// To the end.
    case forward

    /// To the beginning.
    case backward
  }
}

extension ListSnapshot {
  /// The neighbour of an element in its section; nil at the end.
  fileprivate func neighbour(_ direction: VisibleScan.Direction, of element: ListElement)
    -> ListElement?
  {
    direction == .forward
      ? self.element(afterInSection: element) : self.element(beforeInSection: element)
  }

  /// The element of a section that is met first; nil in one without any.
  fileprivate func entrance(_ direction: VisibleScan.Direction, of section: Int) -> ListElement? {
    direction == .forward ? firstElement(ofSection: section) : lastElement(ofSection: section)
  }
}
