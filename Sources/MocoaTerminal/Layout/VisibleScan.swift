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

  /// How many more hidden elements may be looked at in one direction.
  private var budget = (forward: ListLayout.hiddenLimit, backward: ListLayout.hiddenLimit)

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

  /// The next visible element behind another.
  mutating func visible(after element: ListElement) -> Step {
    var element = element
    while let next = list.element(after: element) {
      if let path = next.path, let run = hidden.run(around: path) {
        let last = min(run.upperBound, list.sections[path.section].items.count) - 1
        element = .item(ItemPath(section: path.section, item: last))
        continue
      }
      let rows = visibleHeight(of: next)
      if rows > 0 { return .found(next, height: rows) }
      budget.forward -= 1
      if budget.forward <= 0 { return .tooFar }
      element = next
    }
    return .end
  }

  /// The next visible element before another.
  mutating func visible(before element: ListElement) -> Step {
    var element = element
    while let previous = list.element(before: element) {
      if let path = previous.path, let run = hidden.run(around: path) {
        element = .item(ItemPath(section: path.section, item: run.lowerBound))
        continue
      }
      let rows = visibleHeight(of: previous)
      if rows > 0 { return .found(previous, height: rows) }
      budget.backward -= 1
      if budget.backward <= 0 { return .tooFar }
      element = previous
    }
    return .end
  }
}
