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

  /// How many more hidden elements may be looked at in each direction.
  private var budget: [Direction: Int] = [:]

  init(list: ListSnapshot, hidden: HiddenItems, height: @escaping (ListElement) -> Int) {
    self.list = list
    self.hidden = hidden
    self.height = height
  }

  /// The height of an element, which is noted as hidden where it is 0.
  mutating func visibleHeight(of element: ListElement) -> Int {
    if let path = element.path, hidden.run(around: path) != nil { return 0 }
    let rows = height(element)
    if rows == 0, let path = element.path { hidden.insert(path) }
    return rows
  }

  /// The next visible element from another on, in one direction.
  mutating func visible(from start: ListElement, _ direction: Direction) -> Step {
    var element = start
    while let next = list.element(direction, of: element) {
      if let path = next.path, let run = hidden.run(around: path) {
        // The far end of what is known to be hidden.
        let end = min(run.upperBound, list.sections[path.section].items.count) - 1
        let item = direction == .forward ? end : run.lowerBound
        element = .item(ItemPath(section: path.section, item: item))
        continue
      }
      let rows = visibleHeight(of: next)
      if rows > 0 { return .found(next, height: rows) }
      budget[direction, default: ListLayout.hiddenLimit] -= 1
      if budget[direction, default: ListLayout.hiddenLimit] <= 0 { return .tooFar }
      element = next
    }
    return .end
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
  /// The neighbour of an element in a direction; nil where there is none.
  fileprivate func element(_ direction: VisibleScan.Direction, of element: ListElement)
    -> ListElement?
  {
    direction == .forward ? self.element(after: element) : self.element(before: element)
  }
}
