/// An error that describes why a change set does not fit a list or another change set.
public struct ChangeSetMismatchError: Error, Equatable, CustomStringConvertible {
  /// The number of items in each section of the list that the change set requires.
  public let expected: [Int]

  /// The number of items in each section of the list that was passed.
  public let found: [Int]

  /// A description of the error in one line, with the numbers of items.
  public var description: String {
    guard expected.count == found.count,
      let section = expected.indices.first(where: { expected[$0] != found[$0] })
    else { return "the change set is of \(expected.count) sections, not of \(found.count)" }
    return "the change set is of \(expected[section]) items in section \(section), "
      + "not of \(found[section])"
  }

  static func check(_ expected: [Int], _ found: [Int]) throws(ChangeSetMismatchError) {
    if expected != found { throw ChangeSetMismatchError(expected: expected, found: found) }
  }
}

extension ChangeSet {
  /// Returns the new list, composed of the old list and the new elements of another list.
  ///
  /// Every unchanged part is shared with `before`, so that retaining both lists needs memory only
  /// for the changes. Only inserted and updated elements are read from `after`.
  ///
  /// - Parameters:
  ///   - before: The old list.
  ///   - after: The list with the new elements.
  /// - Throws: ``ChangeSetMismatchError`` if the section lengths of a list are not those of the
  ///   change set.
  /// - Complexity: O(sections + changes × log n).
  public func applying(
    to before: ListSnapshot, elementsFrom after: ListSnapshot
  ) throws(ChangeSetMismatchError) -> ListSnapshot {
    try ChangeSetMismatchError.check(countsBefore, before.itemCounts)
    try ChangeSetMismatchError.check(countsAfter, after.itemCounts)
    let positions = makePathMap()
    let (old, new) = (FlatList(countsBefore), FlatList(countsAfter))
    let renewed = Set(updates.map(\.to)).union(reloads)
    let updatedSections = Set(sectionUpdates.map(\.to))
    var runs = runs(positions)[...]
    var result = ListSnapshot()
    for (section, model) in after.sections.enumerated() {
      guard let from = positions.oldIndex(ofSection: section) else {
        result.sections.append(model)
        continue
      }
      var next = updatedSections.contains(section) ? model : before.sections[from]
      next.items = ElementSequence()
      var position = new.starts[section]
      func take(upTo end: Int) {
        guard end > position else { return }
        let start = new.starts[section]
        next.items = next.items + model.items.slice((position - start)..<(end - start))
        position = end
      }
      while let run = runs.first, run.new < new.starts[section + 1] {
        take(upTo: run.new)
        let path = old.path(of: run.old)
        next.items =
          next.items
          + before.sections[path.section].items.slice(path.item..<(path.item + run.count))
        position = run.newEnd
        runs.removeFirst()
      }
      take(upTo: new.starts[section + 1])
      result.sections.append(next)
    }
    for path in renewed {
      let element = after.sections[path.section].items.slice(path.item..<(path.item + 1))
      result.sections[path.section].items.replace(at: path.item, with: element)
    }
    return result
  }
}

extension ElementSequence {
  /// Replaces the element at an index by the only element of another sequence.
  fileprivate mutating func replace(at position: Int, with element: ElementSequence) {
    self = slice(0..<position) + element + slice((position + 1)..<count)
  }
}
