internal import MocoaModel

extension EntityRows {
  /// Does to these rows what was done to others that are partly the same.
  ///
  /// What came in front of a row comes in front of it here, and what came last comes last; what was
  /// done to rows that are not here is done to nothing. A row that was moved is moved here, with the
  /// value that it has here.
  ///
  /// - Complexity: O(n) where the rows are not the same.
  @MainActor
  mutating func follow(_ edited: EntityRows, from former: EntityRows) {
    let (before, here) = (former.elements, elements)
    let changes = ChangeSet(
      from: EntityStore.snapshot(of: before), to: EntityStore.snapshot(of: here))
    if changes.keepsPlaces { return edited.edits.forEach { perform($0) } }
    let positions = changes.positions
    func place(_ row: Int) -> Int? {
      positions.newPosition(of: ItemPath(section: 0, item: row))?.item
    }
    var script = RowScript(count: before.count)
    for edit in edited.edits {
      switch edit {
      case .replace(let range, let values):
        script.replace(range ?? 0..<script.count, withNew: values.count)
      case .move(let from, let to): script.move(from: from, to: to)
      }
    }
    let moved = script.movedRows
    var ids = moved.isEmpty ? nil : PositionIndex((0..<count).lazy.map { ItemID($0) })
    followReplacements(script, edited, place, Set(moved.map(\.origin)), before.count, &ids)
    guard var ids else { return }
    // The rows that were moved, each with the nearest one behind it that is here.
    var order: [(id: ItemID, isMoving: Bool)] = []
    for (number, row) in moved.enumerated() {
      if let home = place(row.origin) { order.append((ItemID(home), true)) }
      let end = number + 1 < moved.count ? moved[number + 1].position : edited.count
      let next = ((row.position + 1)..<end).lazy.compactMap { position in
        script.origin(of: position).map(place) ?? here.count + position
      }.first
      if let next { order.append((ItemID(next), false)) }
    }
    arrange(&ids, order)
  }

  private mutating func perform(_ edit: Edit) {
    switch edit {
    case .replace(let range, let values): replaceSubrange(range ?? 0..<count, with: values)
    case .move(let from, let to): move(from: from, to: to)
    }
  }

  /// Does what was done to others but the moves: rows that were moved stay where they are.
  ///
  /// - Parameter ids: an identity for each row, its position before; for a new one, its position among
  ///   those that were edited, behind these. nil if they are not needed.
  private mutating func followReplacements(
    _ script: RowScript, _ edited: EntityRows, _ place: (Int) -> Int?, _ moved: Set<Int>,
    _ formerCount: Int, _ ids: inout PositionIndex?
  ) {
    let hereCount = count
    var steps: [(range: Range<Int>, rows: [Int])] = []
    // From behind: where the nearest row behind stands here, and what was done in front of it.
    var (next, oldEnd, newEnd) = (count, formerCount, edited.count)
    for run in ([MatchedRun(old: 0, new: 0, count: 0)] + script.kept).reversed() {
      let places = (run.oldEnd..<oldEnd).filter { !moved.contains($0) }.compactMap(place).sorted()
      for place in places.dropFirst() { steps.append((place..<(place + 1), [])) }
      next = places.first ?? next
      let rows = (run.newEnd..<newEnd).filter { moved.isEmpty || script.origin(of: $0) == nil }
      steps.append((next..<(places.isEmpty ? next : next + 1), rows))
      next = (run.old..<run.oldEnd).lazy.compactMap(place).first ?? next
      (oldEnd, newEnd) = (run.old, run.new)
    }
    // Of what is at one place, what comes in front of it last.
    steps.sort { ($0.range.lowerBound, $0.range.count) > ($1.range.lowerBound, $1.range.count) }
    for step in steps {
      replaceSubrange(step.range, with: step.rows.map { edited[$0] })
      ids?.replaceSubrange(step.range, with: step.rows.map { ItemID(hereCount + $0) })
    }
  }
}

extension ChangeSet {
  /// A Boolean value that indicates whether each item stays at its position.
  fileprivate var keepsPlaces: Bool {
    deletions.isEmpty && insertions.isEmpty && moves.isEmpty
  }
}
