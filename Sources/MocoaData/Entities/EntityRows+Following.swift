internal import MocoaModel

extension EntityRows {
  /// Does to these rows what was done to others that are partly the same.
  ///
  /// What came in front of a row comes in front of it here, and what came last comes last; what was
  /// done to rows that are not here is done to nothing.
  ///
  /// - Complexity: O(n) where the rows are not the same.
  @MainActor
  mutating func follow(_ edited: EntityRows, from former: EntityRows) {
    let (before, here) = (former.elements, elements)
    let positions = ChangeSet(
      from: EntityStore.snapshot(of: before), to: EntityStore.snapshot(of: here)
    ).positions
    func place(_ row: Int) -> Int? {
      positions.newPosition(of: ItemPath(section: 0, item: row))?.item
    }
    var script = RowScript(count: before.count)
    for edit in edited.edits {
      script.replace(edit.range ?? 0..<script.count, withNew: edit.values.count)
    }
    var steps: [(range: Range<Int>, values: Slice<EntityRows>)] = []
    // From behind: where the nearest row behind stands here, and what was done in front of it.
    var (next, oldEnd, newEnd) = (count, before.count, edited.count)
    for run in ([MatchedRun(old: 0, new: 0, count: 0)] + script.kept).reversed() {
      let places = (run.oldEnd..<oldEnd).compactMap(place).sorted()
      let none = edited[newEnd..<newEnd]
      for place in places.dropFirst() { steps.append((place..<(place + 1), none)) }
      next = places.first ?? next
      steps.append((next..<(places.isEmpty ? next : next + 1), edited[run.newEnd..<newEnd]))
      next = (run.old..<run.oldEnd).lazy.compactMap(place).first ?? next
      (oldEnd, newEnd) = (run.old, run.new)
    }
    // Of what is at one place, what comes in front of it last.
    steps.sort { ($0.range.lowerBound, $0.range.count) > ($1.range.lowerBound, $1.range.count) }
    for step in steps { replaceSubrange(step.range, with: step.values) }
  }
}
