internal import MocoaModel

extension ChangeSet {
  /// What puts a long list into another order, as far as one can see it: the items that are looked at
  /// move to their new places, all others go and come.
  ///
  /// To say of a million items where each has moved would take all who hear of it longer than sorting
  /// them. nil where it was cancelled.
  ///
  /// - Parameters:
  ///   - window: the items that are looked at, as positions among all items of all sections.
  ///   - sections: the sections that stay, in order; nil for those of one identity in both.
  /// - Complexity: O(n).
  init?(
    rearranging before: ListSnapshot, as after: ListSnapshot, keeping window: Range<Int>,
    in sections: [Step<Int>]? = nil, _ cancellation: Cancellation
  ) {
    self.init(countsBefore: before.itemCounts, countsAfter: after.itemCounts)
    let sections = sections ?? Self.sections(in: before, and: after)
    let (leaving, arriving) = (Set(sections.map(\.from)), Set(sections.map(\.to)))
    sectionDeletions = before.sections.indices.filter { !leaving.contains($0) }
    sectionInsertions = after.sections.indices.filter { !arriving.contains($0) }
    let starts = countsBefore.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
    for pair in sections {
      let (section, next) = (before.sections[pair.from], after.sections[pair.to])
      if !section.hasEqualEnds(next) { sectionUpdates.append(pair) }
      let start = starts[pair.from]
      let looked = window.clamped(to: start..<starts[pair.from + 1])
      let places = (looked.lowerBound - start)..<(looked.upperBound - start)
      guard let steps = Self.steps(of: section.items, places, to: next.items, cancellation) else {
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

  /// The sections that have one identity in both lists, as far as they are in the same order.
  private static func sections(in before: ListSnapshot, and after: ListSnapshot) -> [Step<Int>] {
    let places = Dictionary(
      after.sections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var (steps, next): ([Step<Int>], Int) = ([], 0)
    for (number, section) in before.sections.enumerated() {
      guard let place = places[section.id], place >= next else { continue }
      steps.append(Step(from: number, to: place))
      next = place + 1
    }
    return steps
  }

  /// Where some items stand in another order, by their positions there; nil where it was cancelled.
  private static func steps(
    of before: ElementSequence, _ places: Range<Int>, to after: ElementSequence,
    _ cancellation: Cancellation
  ) -> [Step<Int>]? {
    var search = StoredSearch(before, places)
    var steps = search.steps(to: after)
    // What stands in a chunk that is there no more may stand in another one.
    let rest = search.lost
    if !rest.isEmpty {
      var wanted: [ItemID: [Int]] = [:]
      // Repeated identities are taken in their order.
      for place in rest.reversed() { wanted[before.id(at: place), default: []].append(place) }
      let taken = Set(steps.map(\.to))
      var position = 0
      after.forEachLeaf(in: 0..<after.count) { leaf in
        defer { position += leaf.range.count }
        if wanted.isEmpty || cancellation.isCancelled { return }
        for index in leaf.range {
          let to = position + index - leaf.range.lowerBound
          let id = leaf.chunk.id(at: index)
          guard wanted[id] != nil, !taken.contains(to), let place = wanted[id]?.popLast() else {
            continue
          }
          if wanted[id]?.isEmpty == true { wanted[id] = nil }
          steps.append(Step(from: place, to: to))
        }
      }
    }
    return cancellation.isCancelled ? nil : steps.sorted { $0.to < $1.to }
  }

  /// All positions of a section but some, which ascend.
  private static func runs(between positions: [Int], _ count: Int, section: Int) -> [Run] {
    var (runs, start): ([Run], Int) = ([], 0)
    for position in positions + [count] {
      if start < position { runs.append(Run(section: section, range: start..<position)) }
      start = position + 1
    }
    return runs
  }
}
