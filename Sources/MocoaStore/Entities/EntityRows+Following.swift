internal import MocoaModel

extension EntityRows {
  /// Applies the edits of another collection of rows, some of which are the same as these rows.
  ///
  /// A row that was inserted before another row is inserted before that row in this collection, and a
  /// row that was appended is appended. Edits of rows that this collection does not have are
  /// ignored. A row that was moved is moved with the value that it has in this collection.
  ///
  /// - Parameters:
  ///   - edited: The other rows after their edits.
  ///   - former: The other rows before their edits.
  /// - Complexity: O(n) if the rows differ.
  @MainActor
  mutating func follow(_ edited: EntityRows, from former: EntityRows) {
    let (before, here) = (former.elements, elements)
    let changes = ChangeSet(
      from: EntityStore.snapshot(of: before), to: EntityStore.snapshot(of: here))
    if changes.preservesIndexes { return edited.edits.forEach { perform($0) } }
    let positions = changes.makePathMap()
    func place(_ row: Int) -> Int? {
      positions.newPath(of: ItemPath(section: 0, item: row))?.item
    }
    var script = EditScript(count: before.count)
    for edit in edited.edits {
      switch edit {
      case .replace(let range, let values):
        script.replace(range ?? 0..<script.count, withNew: values.count)
      case .move(let from, let to): script.move(from: from, to: to)
      }
    }
    let moved = script.movedRows
    var ids = moved.isEmpty ? nil : IdentityIndex((0..<count).lazy.map { ItemID($0) })
    followReplacements(script, edited, place, Set(moved.map(\.origin)), before.count, &ids)
    guard var ids else { return }
    // The moved rows, each with the next row after it that exists here.
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

  /// Applies those edits that replace rows.
  ///
  /// Rows that were moved keep their index.
  ///
  /// - Parameter ids: An identity for each row, or `nil` if identities are not needed. The identity
  ///   of a row is its former index. That of a new row is its index among the edited rows plus the
  ///   former count.
  private mutating func followReplacements(
    _ script: EditScript, _ edited: EntityRows, _ place: (Int) -> Int?, _ moved: Set<Int>,
    _ formerCount: Int, _ ids: inout IdentityIndex?
  ) {
    let hereCount = count
    var steps: [(range: Range<Int>, rows: [Int])] = []
    // In reverse order. `next` is the index here of the nearest following row.
    var (next, oldEnd, newEnd) = (count, formerCount, edited.count)
    for run in ([MatchedRun(old: 0, new: 0, count: 0)] + script.matchedRuns).reversed() {
      let places = (run.oldEnd..<oldEnd).filter { !moved.contains($0) }.compactMap(place).sorted()
      for place in places.dropFirst() { steps.append((place..<(place + 1), [])) }
      next = places.first ?? next
      let rows = (run.newEnd..<newEnd).filter { moved.isEmpty || script.origin(of: $0) == nil }
      steps.append((next..<(places.isEmpty ? next : next + 1), rows))
      next = (run.old..<run.oldEnd).lazy.compactMap(place).first ?? next
      (oldEnd, newEnd) = (run.old, run.new)
    }
    // At equal indexes, insertions are last.
    steps.sort { ($0.range.lowerBound, $0.range.count) > ($1.range.lowerBound, $1.range.count) }
    for step in steps {
      replaceSubrange(step.range, with: step.rows.map { edited[$0] })
      ids?.replaceSubrange(step.range, with: step.rows.map { ItemID(hereCount + $0) })
    }
  }
}

extension ChangeSet {
  /// A Boolean value that indicates whether no item of the list changes its index.
  fileprivate var preservesIndexes: Bool {
    deletions.isEmpty && insertions.isEmpty && moves.isEmpty
  }
}
