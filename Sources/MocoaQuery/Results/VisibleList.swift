internal import MocoaModel

/// The results of a query, with the parts of the base list that contain them.
struct VisibleList: Sendable {
  /// The base list.
  let base: ListSnapshot

  /// The list of results.
  let snapshot: ListSnapshot

  /// The results in each part of the base list, or `nil` if the results are the unchanged base
  /// list.
  private let picked: [ChunkSlice]?

  /// The indexes in the base list of the sections that have results.
  let sections: [Int]

  /// The sort order, grouping and fold states of the results.
  let arrangement: ResultOrdering

  /// The groups, or `nil` if the results have the sections of the base list.
  let groups: GroupedItems?

  /// Creates results that are all items of a list.
  init(allOf base: ListSnapshot) {
    (self.base, snapshot, picked) = (base, base, nil)
    (arrangement, groups) = (ResultOrdering(), nil)
    sections = Array(base.sections.indices)
  }

  /// Creates results that have the sections of the base list.
  ///
  /// - Parameters:
  ///   - parts: The parts of the base list with the results in each.
  ///   - base: The base list.
  ///   - items: The results in each section.
  ///   - arrangement: The sort order of the results.
  private init(
    _ parts: [ChunkSlice], of base: ListSnapshot, _ items: [ElementSequence],
    _ arrangement: ResultOrdering
  ) {
    (self.base, picked, self.arrangement, groups) = (base, parts, arrangement, nil)
    var snapshot = base
    for (section, items) in items.enumerated() { snapshot.sections[section].items = items }
    // Hides the header of a section without results.
    let sections = base.sections.indices.filter { section in
      base.sections.count == 1 || items[section].count > 0
        || base.sections[section].items.count == 0
    }
    snapshot.sections = sections.map { snapshot.sections[$0] }
    (self.snapshot, self.sections) = (snapshot, sections)
  }

  /// Creates results that are grouped into sections.
  private init(
    _ parts: [ChunkSlice], of base: ListSnapshot, _ groups: GroupedItems,
    _ arrangement: ResultOrdering
  ) {
    (self.base, picked, self.arrangement, self.groups) = (base, parts, arrangement, groups)
    snapshot = ListSnapshot(sections: groups.sections(arrangement.folding))
    sections = []
  }

  // MARK: - Parts

  /// The parts of the base list, with the results in each.
  ///
  /// - Complexity: O(p), where p is the number of parts.
  var parts: [ChunkSlice] { picked ?? Self.parts(of: base) }

  /// A Boolean value that indicates whether the results are sorted or grouped.
  var isOrdered: Bool { !arrangement.isIdentity }

  /// A Boolean value that indicates whether the results are the unchanged base list.
  var isAll: Bool { picked == nil }

  /// Returns the parts of a list, with all items of each as results.
  static func parts(of list: ListSnapshot) -> [ChunkSlice] {
    var parts: [ChunkSlice] = []
    for (number, section) in list.sections.enumerated() {
      section.items.forEachLeaf(in: 0..<section.items.count) { leaf in
        parts.append(ChunkSlice(section: number, leaf: leaf))
      }
    }
    return parts
  }

  /// Returns the index of the part that contains an item of the results, or 0 if no part is known
  /// to contain it.
  ///
  /// - Parameter position: The flat index of the item.
  func part(of position: Int) -> Int {
    if isOrdered { return 0 }
    var offset = position
    for (number, part) in parts.enumerated() {
      if offset < part.count { return number }
      offset -= part.count
    }
    return 0
  }

  // MARK: - Changes

  /// Returns the results of a query, or `nil` if the operation was canceled.
  ///
  /// - Parameters:
  ///   - parts: The parts of `base`, with the results in each.
  ///   - base: The base list.
  ///   - arrangement: The sort order, grouping and fold states.
  ///   - isPartial: A Boolean value that indicates whether only the first items of a ranked list
  ///     must be in order, because more results follow.
  ///   - cancellation: The token of the operation.
  ///   - progress: A closure that is called repeatedly with the fraction of the work that is done,
  ///     from 0 to 1.
  static func showing(
    _ parts: [ChunkSlice], of base: ListSnapshot, _ arrangement: ResultOrdering,
    isPartial: Bool = false, _ cancellation: CancellationToken,
    _ progress: (Double) -> Void = { _ in }
  ) -> VisibleList? {
    if arrangement.isIdentity, parts.allSatisfy({ $0.indices == nil }) {
      return VisibleList(allOf: base)
    }
    var sections: [ElementSequence] = []
    var remaining = parts[...]
    for (number, section) in base.sections.enumerated() {
      let own = remaining.prefix { $0.section == number }
      remaining = remaining.dropFirst(own.count)
      var items = section.items
      if own.contains(where: { $0.indices != nil }) {
        items = ElementSequence()
        for part in own { part.append(to: &items) }
      }
      if arrangement.isRanked {
        let ranks = own.flatMap { $0.ranks ?? [] }
        guard let order = RankOrder.positions(ranks, isPartial: isPartial, cancellation),
          order.count == items.count
        else { return nil }
        items = ElementPermutation(items, order).elements
      } else if !arrangement.orders.isEmpty, arrangement.group == nil {
        guard let sorted = SortedItems(items, by: arrangement.orders, cancellation, progress)
        else { return nil }
        items = sorted.items
      }
      sections.append(items)
    }
    guard let field = arrangement.group else {
      return VisibleList(parts, of: base, sections, arrangement)
    }
    let all = sections.reduce(ElementSequence(), +)
    let sorted = SortedItems(all, by: arrangement.orders, cancellation) { progress($0 / 2) }
    guard let sorted,
      let groups = GroupedItems(
        all, by: field, arrangement.orders, inOrder: sorted.order, cancellation,
        { progress(arrangement.orders.isEmpty ? $0 : 0.5 + $0 / 2) })
    else { return nil }
    return VisibleList(parts, of: base, groups, arrangement)
  }

  /// Returns the results with other fold states, and the changes from these results.
  ///
  /// - Returns: `nil` if the results have no groups.
  /// - Complexity: O(g), where g is the number of groups.
  func folded(_ folding: FoldState) -> (VisibleList, ListUpdate)? {
    guard let groups, let picked else { return nil }
    var arrangement = arrangement
    arrangement.folding = folding
    let next = VisibleList(picked, of: base, groups, arrangement)
    var changes = ChangeSet(
      countsBefore: snapshot.itemCounts, countsAfter: next.snapshot.itemCounts)
    for (number, section) in snapshot.sections.enumerated()
    where folding.contains(section.id) != self.arrangement.folding.contains(section.id) {
      changes.sectionUpdates.append(.init(from: number, to: number))
      changes.deletions.append(.init(section: number, range: 0..<section.items.count))
      changes.insertions.append(
        .init(section: number, range: 0..<next.snapshot.sections[number].items.count))
    }
    return (next, ListUpdate(before: snapshot, after: next.snapshot, changes: changes))
  }

  /// Returns `true` if the changes to the next results can be computed part by part.
  ///
  /// This requires that these results have the order of the base list and the same parts as the
  /// next results.
  func isAligned(with parts: [ChunkSlice], of base: ListSnapshot) -> Bool {
    let own = self.parts
    return !isOrdered && self.base.sections.count == 1 && base.sections.count == 1
      && own.count == parts.count && zip(own, parts).allSatisfy { $0.isSamePart(as: $1) }
  }

  /// The maximum number of items that move individually after a change of the order.
  private static let exactCount = 20_000

  /// Returns the update from these results to the next results.
  ///
  /// The method returns `nil` if the results are equal or the operation was canceled.
  ///
  /// - Parameters:
  ///   - next: The next results.
  ///   - position: The flat index of the first visible item.
  ///   - cancellation: The token of the operation.
  func update(
    to next: VisibleList, near position: Int, _ cancellation: CancellationToken
  ) -> ListUpdate? {
    let changes = changes(to: next, near: position, cancellation)
    guard let changes, !changes.isEmpty else { return nil }
    return ListUpdate(before: snapshot, after: next.snapshot, changes: changes)
  }

  private func changes(
    to next: VisibleList, near position: Int, _ cancellation: CancellationToken
  ) -> ChangeSet? {
    if !next.isOrdered, isAligned(with: next.parts, of: next.base) {
      var changes = ChangeSet(from: parts, to: next.parts)
      if !snapshot.sections[0].hasEqualBoundaries(as: next.snapshot.sections[0]) {
        changes.sectionUpdates = [.init(from: 0, to: 0)]
      }
      return changes
    }
    let regroups = arrangement.group != next.arrangement.group
    if regroups
      || (isOrdered || next.isOrdered)
        && snapshot.itemCount + next.snapshot.itemCount > Self.exactCount
    {
      // More items than a screen shows before and after the visible one.
      let position = min(max(0, position), snapshot.itemCount)
      let window = max(0, position - 500)..<(position + 500)
      return ChangeSet(
        rearranging: snapshot, as: next.snapshot, keeping: window,
        in: regroups ? visibleSection(at: position, in: next) : nil, cancellation)
    }
    return try? ChangeSet(from: snapshot, to: next.snapshot) { () throws(CancellationError) in
      if cancellation.isCancelled { throw CancellationError() }
    }
  }

  /// Returns the section of the first visible item before and after a change of the grouping.
  ///
  /// All other sections are replaced, because items can move only within sections that are in both
  /// lists.
  private func visibleSection(at position: Int, in next: VisibleList) -> [ChangeSet.Step<Int>] {
    var (offset, before) = (position, 0)
    for (section, models) in snapshot.sections.enumerated() {
      if offset < models.items.count {
        let path = ItemPath(section: section, item: offset)
        let after = passedPosition(of: path, before).flatMap(next.section(ofPassed:))
        return after.map { [.init(from: section, to: $0)] } ?? []
      }
      offset -= models.items.count
      before += models.items.count
    }
    return []
  }

  /// Returns the index of an item among all items that pass the filter, in the order of the base
  /// list.
  ///
  /// Returns `nil` for the item that represents a folded group.
  ///
  /// - Parameters:
  ///   - path: The path of the item.
  ///   - before: The number of visible items in the sections before its own.
  private func passedPosition(of path: ItemPath, _ before: Int) -> Int? {
    if !isOrdered { return before + path.item }
    let (chunk, index) = snapshot.sections[path.section].items.locate(path.item)
    return (chunk as? SortedChunk).map { $0.position(index) + (groups == nil ? before : 0) }
  }

  /// Returns the index of the section that shows an item.
  ///
  /// - Parameter position: The index of the item among all items that pass the filter.
  private func section(ofPassed position: Int) -> Int? {
    if let groups { return groups.section(ofItem: position) }
    var remaining = position
    return snapshot.sections.firstIndex { section in
      remaining -= section.items.count
      return remaining < 0
    }
  }

  /// Returns the results with a longer base list.
  ///
  /// The base list has one section, to which items were appended. The results do not contain these
  /// items yet.
  ///
  /// - Returns: `nil` if the results cannot be extended.
  func appended(_ base: ListSnapshot) -> VisibleList? {
    guard !isOrdered, self.base.sections.count == 1, base.sections.count == 1 else { return nil }
    let formerParts = self.parts
    var parts = Self.parts(of: base)
    guard parts.count >= formerParts.count else { return nil }
    for number in parts.indices {
      guard number < formerParts.count else {
        parts[number].indices = []
        continue
      }
      let former = formerParts[number]
      guard !former.isSamePart(as: parts[number]) else {
        parts[number] = former
        continue
      }
      // The last chunk may have been joined with the appended items. It begins with the same items.
      let shift = parts[number].leaf.range.lowerBound - former.leaf.range.lowerBound
      guard number == formerParts.count - 1, shift >= 0,
        former.leaf.range.count <= parts[number].leaf.range.count
      else { return nil }
      let indices = former.indices ?? former.leaf.range.map { UInt32($0) }
      parts[number].indices = indices.map { $0 + UInt32(shift) }
    }
    var items = ElementSequence()
    for part in parts { part.append(to: &items) }
    return VisibleList(parts, of: base, [items], ResultOrdering())
  }
}
