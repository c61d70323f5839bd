internal import MocoaModel

/// The elements of the source of a relation, with indexes by identity into the source and into the
/// shown list.
@MainActor
struct RelationRows<Element: CellModel & Equatable> {
  /// All elements of the source, in order.
  private var elements: ElementSequence

  /// The indexes of the elements in the source, by identity.
  ///
  /// They are created on first use.
  private var sourceIndexes: IdentityIndex?

  /// The indexes of the elements in the shown list, by identity.
  private var visibleIndexes: IdentityIndex?

  init(_ elements: [Element] = []) {
    self.elements = ElementSequence(elements: elements)
  }

  init(_ list: ListSnapshot) {
    elements = list.sections.reduce(ElementSequence()) { $0 + $1.items }
  }

  /// All elements of the source, in order.
  var all: ElementSequence { elements }

  /// Sets the indexes of all rows to indexes that were created elsewhere, or to `nil` to create
  /// them when they are needed.
  mutating func adopt(_ indexes: SortedRows.Indexes?) {
    let former = [sourceIndexes, visibleIndexes]
    if elements.count > Self.maxChangesPerTurn { BackgroundRelease.release(former) }
    (sourceIndexes, visibleIndexes) = (indexes?.source, indexes?.visible)
  }

  /// Returns the filtered and sorted list.
  ///
  /// - Complexity: O(n log n) if the pipeline sorts.
  mutating func visibleSnapshot(_ pipeline: RelationPipeline<Element>) -> ListSnapshot {
    visibleIndexes = nil
    return EntityStore.snapshot(
      of: (try? pipeline.visibleElements(of: elements)) ?? ElementSequence())
  }

  // MARK: - Changes

  /// An element that is inserted into the shown list next, with its index in the source.
  private struct PendingElement {
    let element: Element
    let sourceIndex: Int
  }

  /// Applies a change of the source to the shown list.
  ///
  /// - Returns: The new list and its changes, or `nil` if the list must be computed from all
  ///   elements. This is the case if the source has several sections or a large part of it changed.
  /// - Complexity: O(k log² n) for k changed elements.
  mutating func apply(
    _ change: ListUpdate, _ pipeline: RelationPipeline<Element>, to visible: ListSnapshot
  ) -> (ListSnapshot, ChangeSet)? {
    let changes = change.changes
    guard change.before.sections.count == 1, change.after.sections.count == 1,
      changes.reloads.isEmpty, changes.sectionUpdates.isEmpty,
      Self.count(changes) <= maxIncrementalChanges
    else { return nil }
    var ids: Set<ItemID> = []
    for run in changes.deletions {
      for item in run.range { ids.insert(elements.id(at: item).withOccurrence(0)) }
    }
    for step in changes.moves { ids.insert(elements.id(at: step.from.item).withOccurrence(0)) }
    let after = change.after.sections[0].items
    for run in changes.insertions {
      for item in run.range { ids.insert(after.id(at: item).withOccurrence(0)) }
    }
    var out = visibleIndexes ?? IdentityIndex(visible.sections[0].items)
    // A second owner would cause a copy of the index.
    visibleIndexes = nil
    let staying = unmovedElements(changes, after, out, pipeline, &ids)
    let leaving = ids.flatMap { out.positions(of: $0) }.sorted()
    // One identity may occur at many indexes.
    guard leaving.count <= maxIncrementalChanges else { return nil }
    follow(changes, after)
    // The indexes refer to the shown list before the change.
    let items = visible.sections[0].items
    var result = items
    result.replaceElements(at: staying.positions, with: staying.elements)
    var script = EditScript(count: items.count)
    for position in leaving.reversed() {
      result.replaceElements(in: position..<(position + 1), with: [])
      out.replaceSubrange(position..<(position + 1), with: [])
      script.replace(position..<(position + 1), withNew: 0)
    }
    for pending in pendingElements(ids, pipeline) {
      let position = insertionIndex(of: pending, in: result, out, pipeline)
      result.replaceElements(in: position..<position, with: [pending.element])
      out.replaceSubrange(position..<position, with: [pending.element.itemID])
      script.replace(position..<position, withNew: 1)
    }
    visibleIndexes = out
    let list = EntityStore.snapshot(of: result)
    let kept = script.matchedRuns
    // Each index of a staying row is in one of the runs.
    let updated = staying.positions.map { position in
      let run = kept[kept.partitioningIndex { $0.old > position } - 1]
      return ChangeSet.Step(from: position, to: run.new + position - run.old)
    }
    return (
      list, ChangeSet(section: 0, from: visible, to: list, matched: kept, updated: updated)
    )
  }

  /// The maximum number of changed elements that are applied one by one.
  ///
  /// If more elements of a short list change, computing the list from all elements is as fast. If
  /// more elements of a long list change, the list is sorted in the background.
  private var maxIncrementalChanges: Int {
    min(max(16, elements.count / 8) - 1, Self.maxChangesPerTurn)
  }

  /// The maximum number of changed elements that are applied in one turn of the main loop.
  static var maxChangesPerTurn: Int { 1024 }

  /// Returns the number of changed elements in a change set.
  static func count(_ changes: ChangeSet) -> Int {
    changes.moves.count + changes.updates.count
      + (changes.deletions + changes.insertions).reduce(0) { $0 + $1.range.count }
  }

  /// Returns the updated elements that keep their index in the shown list.
  ///
  /// Such an element still passes the filter, and its sort values are equal to the previous ones.
  ///
  /// - Parameter others: The identities of the elements whose index must be computed. The method
  ///   adds the updated elements that do not keep their index.
  private mutating func unmovedElements(
    _ changes: ChangeSet, _ after: ElementSequence, _ visible: IdentityIndex,
    _ pipeline: RelationPipeline<Element>, _ others: inout Set<ItemID>
  ) -> (positions: [Int], elements: [any CellModel]) {
    var elements: [any CellModel] = []
    // The index of each row and of its element. Sorting integers avoids reference counting.
    var staying: [IndexedKey] = []
    let index = sourceIndexes ?? IdentityIndex(self.elements)
    sourceIndexes = index
    var removed: [ItemID] = []
    // Moved elements are examined separately. The order of the others is unchanged.
    let moved = Set(changes.moves.map(\.to))
    let steps = changes.updates.filter { !moved.contains($0.to) }
    var arriving: [any CellModel] = []
    arriving.reserveCapacity(steps.count)
    after.forEachElement(at: steps.map(\.to.item)) { arriving.append($0) }
    var next = arriving.makeIterator()
    self.elements.forEachElement(at: steps.map(\.from.item)) { former in
      guard let element = next.next() else { return }
      let id = former.itemID.withOccurrence(0)
      if !others.contains(id), !index.mayRepeat(id), let position = visible.firstIndex(of: id),
        let old = former as? Element, let new = element as? Element, pipeline.includes(new),
        pipeline.compare(old, new) == 0
      {
        staying.append(IndexedKey(position, number: elements.count))
        elements.append(element)
      } else {
        removed.append(id)
      }
    }
    others.formUnion(removed)
    staying.sort()
    return (staying.map(\.index), staying.map { elements[$0.number] })
  }

  /// Sets the elements to those of the source after a change.
  private mutating func follow(_ changes: ChangeSet, _ after: ElementSequence) {
    var index = sourceIndexes ?? IdentityIndex(elements)
    sourceIndexes = nil
    let removed =
      changes.deletions.flatMap { Array($0.range) } + changes.moves.map(\.from.item)
    for position in removed.sorted().reversed() {
      index.replaceSubrange(position..<(position + 1), with: [])
    }
    let inserted = changes.insertions.flatMap { Array($0.range) } + changes.moves.map(\.to.item)
    for position in inserted.sorted() {
      index.replaceSubrange(position..<position, with: [after.id(at: position).withOccurrence(0)])
    }
    (elements, sourceIndexes) = (after, index)
  }

  /// Returns the elements with some identities that pass the filter, in their new order.
  private func pendingElements(_ ids: Set<ItemID>, _ pipeline: RelationPipeline<Element>)
    -> [PendingElement]
  {
    guard let sourceIndexes else { return [] }
    var pending: [PendingElement] = []
    for id in ids {
      for position in sourceIndexes.positions(of: id) {
        if let element = elements.element(at: position) as? Element, pipeline.includes(element) {
          pending.append(PendingElement(element: element, sourceIndex: position))
        }
      }
    }
    return pending.sorted {
      isBefore($0.element, $0.sourceIndex, $1.element, $1.sourceIndex, pipeline)
    }
  }

  private func isBefore(
    _ one: Element, _ position: Int, _ other: Element, _ otherPosition: @autoclosure () -> Int,
    _ pipeline: RelationPipeline<Element>
  ) -> Bool {
    let result = pipeline.compare(one, other)
    return result == 0 ? position < otherPosition() : result < 0
  }

  /// Returns the index in the shown list at which an element is inserted.
  private func insertionIndex(
    of pending: PendingElement, in visible: ElementSequence, _ identities: IdentityIndex,
    _ pipeline: RelationPipeline<Element>
  ) -> Int {
    (0..<visible.count).partitioningIndex { position in
      guard let other = visible.element(at: position) as? Element else { return true }
      return isBefore(
        pending.element, pending.sourceIndex, other,
        sourceIndex(of: other, at: position, identities, pipeline),
        pipeline)
    }
  }

  /// Returns the index in the source of an element in the shown list.
  ///
  /// - Parameter visiblePosition: The index of the element in the shown list.
  private func sourceIndex(
    of element: Element, at visiblePosition: Int, _ visible: IdentityIndex,
    _ pipeline: RelationPipeline<Element>
  ) -> Int {
    let id = element.itemID.withOccurrence(0)
    let all = sourceIndexes?.positions(of: id) ?? []
    guard all.count > 1 else { return all.first ?? visiblePosition }
    // Elements with the same identity appear in the same order.
    let repeats = all.compactMap { position in
      (elements.element(at: position) as? Element).map { (element: $0, position: position) }
    }
    .filter { pipeline.includes($0.element) }
    .sorted { isBefore($0.element, $0.position, $1.element, $1.position, pipeline) }
    let number = visible.positions(of: id).firstIndex(of: visiblePosition) ?? 0
    return number < repeats.count ? repeats[number].position : visiblePosition
  }
}
