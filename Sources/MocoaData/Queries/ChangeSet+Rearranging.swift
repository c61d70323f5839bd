internal import MocoaModel

extension ChangeSet {
  /// What puts a long list into another order, as far as one can see it: the items that are looked at
  /// move to their new places, all others go and come.
  ///
  /// To say of a million items where each has moved would take all who hear of it longer than sorting
  /// them. nil where it was cancelled, and where the sections are others.
  ///
  /// - Parameter window: the items that are looked at, as positions among all items of all sections.
  /// - Complexity: O(n).
  init?(
    rearranging before: ListSnapshot, as after: ListSnapshot, keeping window: Range<Int>,
    _ cancellation: Cancellation
  ) {
    guard before.sections.map(\.id) == after.sections.map(\.id) else { return nil }
    self.init(countsBefore: before.itemCounts, countsAfter: after.itemCounts)
    var start = 0
    for (number, section) in before.sections.enumerated() {
      let count = section.items.count
      let looked = window.clamped(to: start..<(start + count))
      start += count
      let places = (looked.lowerBound - start + count)..<(looked.upperBound - start + count)
      let items = after.sections[number].items
      guard let steps = Self.steps(of: section.items, places, to: items, cancellation) else {
        return nil
      }
      for step in steps {
        let (from, to) = (
          ItemPath(section: number, item: step.from), ItemPath(section: number, item: step.to)
        )
        moves.append(Step(from: from, to: to))
        if !items.isContentEqual(at: step.to, section.items, at: step.from) {
          updates.append(Step(from: from, to: to))
        }
      }
      deletions += Self.runs(between: steps.map(\.from).sorted(), count, section: number)
      insertions += Self.runs(between: steps.map(\.to), items.count, section: number)
    }
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
