internal import MocoaModel

extension ChangeSet {
  /// Creates the changes that reorder a long list.
  ///
  /// Only the items in `window` move to their new indexes; all other items are deleted and
  /// inserted. Observers would need more time to process a million moves than the sort needs.
  ///
  /// The initializer returns `nil` if the operation is canceled.
  ///
  /// - Parameters:
  ///   - before: The list before the change.
  ///   - after: The list after the change.
  ///   - window: The items that move, as flat indexes among all items of all sections.
  ///   - sections: The sections that are in both lists, in order, or `nil` for the sections with
  ///     the same identity in both lists.
  ///   - cancellation: The token of the operation.
  /// - Complexity: O(n).
  init?(
    rearranging before: ListSnapshot, as after: ListSnapshot, keeping window: Range<Int>,
    in sections: [Step<Int>]? = nil, _ cancellation: CancellationToken
  ) {
    self.init(countsBefore: before.itemCounts, countsAfter: after.itemCounts)
    let sections = sections ?? Self.sections(in: before, and: after)
    let (leaving, arriving) = (Set(sections.map(\.from)), Set(sections.map(\.to)))
    sectionDeletions = before.sections.indices.filter { !leaving.contains($0) }
    sectionInsertions = after.sections.indices.filter { !arriving.contains($0) }
    let starts = countsBefore.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
    for pair in sections {
      let (section, next) = (before.sections[pair.from], after.sections[pair.to])
      if !section.hasEqualBoundaries(as: next) { sectionUpdates.append(pair) }
      let start = starts[pair.from]
      let visible = window.clamped(to: start..<starts[pair.from + 1])
      let range = (visible.lowerBound - start)..<(visible.upperBound - start)
      guard let steps = Self.steps(of: section.items, range, to: next.items, cancellation) else {
        return nil
      }
      for step in steps {
        let (from, to) = (
          ItemPath(section: pair.from, item: step.from), ItemPath(section: pair.to, item: step.to)
        )
        moves.append(Step(from: from, to: to))
        if !next.items.isContentEqual(at: step.to, section.items, at: step.from) {
          updates.append(Step(from: from, to: to))
        }
      }
      deletions += Self.runs(
        between: steps.map(\.from).sorted(), section.items.count, section: pair.from)
      insertions += Self.runs(between: steps.map(\.to), next.items.count, section: pair.to)
    }
  }

  /// Returns the sections with the same identity in both lists.
  ///
  /// A section that would change its order is omitted.
  private static func sections(in before: ListSnapshot, and after: ListSnapshot) -> [Step<Int>] {
    let newIndexes = Dictionary(
      after.sections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var (steps, next): ([Step<Int>], Int) = ([], 0)
    for (number, section) in before.sections.enumerated() {
      guard let index = newIndexes[section.id], index >= next else { continue }
      steps.append(Step(from: number, to: index))
      next = index + 1
    }
    return steps
  }

  /// Returns the moves of items to their indexes in another sequence, or `nil` if the operation was
  /// canceled.
  private static func steps(
    of before: ElementSequence, _ range: Range<Int>, to after: ElementSequence,
    _ cancellation: CancellationToken
  ) -> [Step<Int>]? {
    var search = StorageIndexLookup(before, range)
    var steps = search.steps(to: after)
    // An item of a chunk that is missing in the new sequence may be in another chunk.
    let missing = search.missingIndexes
    if !missing.isEmpty {
      var wanted: [ItemID: [Int]] = [:]
      // Repeated identities are matched in order.
      for position in missing.reversed() {
        wanted[before.id(at: position), default: []].append(position)
      }
      let matched = Set(steps.map(\.to))
      var position = 0
      after.forEachLeaf(in: 0..<after.count) { leaf in
        defer { position += leaf.range.count }
        if wanted.isEmpty || cancellation.isCancelled { return }
        for index in leaf.range {
          let to = position + index - leaf.range.lowerBound
          let id = leaf.chunk.id(at: index)
          guard wanted[id] != nil, !matched.contains(to), let from = wanted[id]?.popLast() else {
            continue
          }
          if wanted[id]?.isEmpty == true { wanted[id] = nil }
          steps.append(Step(from: from, to: to))
        }
      }
    }
    return cancellation.isCancelled ? nil : steps.sorted { $0.to < $1.to }
  }

  /// Returns all indexes of a section except `positions`, as runs.
  ///
  /// - Parameters:
  ///   - positions: The excluded indexes, in ascending order.
  ///   - count: The number of items in the section.
  ///   - section: The index of the section.
  private static func runs(between positions: [Int], _ count: Int, section: Int) -> [Run] {
    var (runs, start): ([Run], Int) = ([], 0)
    for position in positions + [count] {
      if start < position { runs.append(Run(section: section, range: start..<position)) }
      start = position + 1
    }
    return runs
  }
}
