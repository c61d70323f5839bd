internal import MocoaModel

/// What is shown of a list, and the parts that it is made of.
struct ShownList: Sendable {
  /// The whole list.
  let base: ListSnapshot

  /// What is shown.
  let snapshot: ListSnapshot

  /// What is shown of each part of the list; nil for all of all.
  private let picked: [ListPart]?

  /// Which sections of the list those are that are shown.
  let sections: [Int]

  /// Where what is shown stands.
  let arrangement: Arrangement

  /// What is shown, in groups; nil where it stands in the sections of the list.
  let groups: GroupedItems?

  /// All of a list.
  init(allOf base: ListSnapshot) {
    (self.base, snapshot, picked) = (base, base, nil)
    (arrangement, groups) = (Arrangement(), nil)
    sections = Array(base.sections.indices)
  }

  /// What is shown of the parts of a list.
  ///
  /// - Parameter items: those of each section.
  private init(
    _ parts: [ListPart], of base: ListSnapshot, _ items: [ElementSequence],
    _ arrangement: Arrangement
  ) {
    (self.base, picked, self.arrangement, groups) = (base, parts, arrangement, nil)
    var snapshot = base
    for (section, items) in items.enumerated() { snapshot.sections[section].items = items }
    // A header over nothing says nothing.
    let sections = base.sections.indices.filter { section in
      base.sections.count == 1 || items[section].count > 0
        || base.sections[section].items.count == 0
    }
    snapshot.sections = sections.map { snapshot.sections[$0] }
    (self.snapshot, self.sections) = (snapshot, sections)
  }

  /// What is shown of the parts of a list, in groups.
  private init(
    _ parts: [ListPart], of base: ListSnapshot, _ groups: GroupedItems, _ arrangement: Arrangement
  ) {
    (self.base, picked, self.arrangement, self.groups) = (base, parts, arrangement, groups)
    snapshot = ListSnapshot(sections: groups.sections(arrangement.folding))
    sections = []
  }

  // MARK: - Parts

  /// The parts of the list, with what is shown of each.
  ///
  /// - Complexity: O(parts).
  var parts: [ListPart] { picked ?? Self.parts(of: base) }

  /// Whether what is shown is in an order of its own.
  var isOrdered: Bool { !arrangement.isNone }

  /// Whether it is all of the list, as that is.
  var isAll: Bool { picked == nil }

  /// The parts of a list, of each all of it.
  static func parts(of list: ListSnapshot) -> [ListPart] {
    var parts: [ListPart] = []
    for (number, section) in list.sections.enumerated() {
      section.items.forEachLeaf(in: 0..<section.items.count) { leaf in
        parts.append(ListPart(section: number, leaf: leaf))
      }
    }
    return parts
  }

  /// The part in which the item at a position of what is shown is; 0 where that cannot be said.
  func part(of position: Int) -> Int {
    if isOrdered { return 0 }
    var rest = position
    for (number, part) in parts.enumerated() {
      if rest < part.count { return number }
      rest -= part.count
    }
    return 0
  }

  // MARK: - Changing

  /// What is to be shown next; nil where that was cancelled.
  ///
  /// - Parameters:
  ///   - parts: the parts of `base`, with what is to be shown of each.
  ///   - arrangement: where it is to stand.
  ///   - progress: called with how much of the work is done, 0 to 1, from time to time.
  static func showing(
    _ parts: [ListPart], of base: ListSnapshot, _ arrangement: Arrangement,
    _ cancellation: Cancellation, _ progress: (Double) -> Void = { _ in }
  ) -> ShownList? {
    if arrangement.isNone, parts.allSatisfy({ $0.indices == nil }) {
      return ShownList(allOf: base)
    }
    var sections: [ElementSequence] = []
    var rest = parts[...]
    for (number, section) in base.sections.enumerated() {
      let own = rest.prefix { $0.section == number }
      rest = rest.dropFirst(own.count)
      var items = section.items
      if own.contains(where: { $0.indices != nil }) {
        items = ElementSequence()
        for part in own { part.append(to: &items) }
      }
      if !arrangement.orders.isEmpty, arrangement.group == nil {
        guard let sorted = SortedItems(items, by: arrangement.orders, cancellation, progress)
        else { return nil }
        items = sorted.items
      }
      sections.append(items)
    }
    guard let field = arrangement.group else {
      return ShownList(parts, of: base, sections, arrangement)
    }
    let all = sections.reduce(ElementSequence(), +)
    let sorted = SortedItems(all, by: arrangement.orders, cancellation) { progress($0 / 2) }
    guard let sorted,
      let groups = GroupedItems(
        all, by: field, arrangement.orders, inOrder: sorted.order, cancellation,
        { progress(arrangement.orders.isEmpty ? $0 : 0.5 + $0 / 2) })
    else { return nil }
    return ShownList(parts, of: base, groups, arrangement)
  }

  /// The same with other groups folded, and how that differs; nil where it is in no groups.
  ///
  /// - Complexity: O(groups).
  func folded(_ folding: Folding) -> (ShownList, ListUpdate)? {
    guard let groups, let picked else { return nil }
    var arrangement = arrangement
    arrangement.folding = folding
    let next = ShownList(picked, of: base, groups, arrangement)
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

  /// Whether the items of both are in the same order, and of the same parts: their difference is to be
  /// had from the parts.
  func isAligned(with parts: [ListPart], of base: ListSnapshot) -> Bool {
    let own = self.parts
    return !isOrdered && self.base.sections.count == 1 && base.sections.count == 1
      && own.count == parts.count && zip(own, parts).allSatisfy { $0.isSamePart(as: $1) }
  }

  /// So many items are told apart one by one where their order has changed.
  private static let exactCount = 20_000

  /// What makes this what is shown next; nil for nothing, and where that was cancelled.
  ///
  /// - Parameter position: the position of what is looked at.
  func update(
    to next: ShownList, lookingAt position: Int, _ cancellation: Cancellation
  ) -> ListUpdate? {
    let changes = changes(to: next, lookingAt: position, cancellation)
    guard let changes, !changes.isEmpty else { return nil }
    return ListUpdate(before: snapshot, after: next.snapshot, changes: changes)
  }

  private func changes(
    to next: ShownList, lookingAt position: Int, _ cancellation: Cancellation
  ) -> ChangeSet? {
    if !next.isOrdered, isAligned(with: next.parts, of: next.base) {
      var changes = ChangeSet(from: parts, to: next.parts)
      if !snapshot.sections[0].hasEqualEnds(next.snapshot.sections[0]) {
        changes.sectionUpdates = [.init(from: 0, to: 0)]
      }
      return changes
    }
    let regroups = arrangement.group != next.arrangement.group
    if regroups
      || (isOrdered || next.isOrdered)
        && snapshot.itemCount + next.snapshot.itemCount > Self.exactCount
    {
      // More than any screen shows before and behind.
      let position = min(max(0, position), snapshot.itemCount)
      let window = max(0, position - 500)..<(position + 500)
      return ChangeSet(
        rearranging: snapshot, as: next.snapshot, keeping: window,
        in: regroups ? lookedSection(at: position, in: next) : nil, cancellation)
    }
    return try? ChangeSet(from: snapshot, to: next.snapshot) { () throws(CancellationError) in
      if cancellation.isCancelled { throw CancellationError() }
    }
  }

  /// The section of what is looked at, before and after it is in other groups.
  ///
  /// All others go and come then: items can be told apart from others only within sections that stay.
  private func lookedSection(at position: Int, in next: ShownList) -> [ChangeSet.Step<Int>] {
    var (rest, before) = (position, 0)
    for (section, models) in snapshot.sections.enumerated() {
      if rest < models.items.count {
        let path = ItemPath(section: section, item: rest)
        let after = passedPosition(of: path, before).flatMap(next.section(ofPassed:))
        return after.map { [.init(from: section, to: $0)] } ?? []
      }
      rest -= models.items.count
      before += models.items.count
    }
    return []
  }

  /// Where an item stands among all that pass the filter, as they are in the list; nil for what stands
  /// for others.
  ///
  /// - Parameter before: how many items are shown in the sections before its own.
  private func passedPosition(of path: ItemPath, _ before: Int) -> Int? {
    if !isOrdered { return before + path.item }
    let (chunk, index) = snapshot.sections[path.section].items.locate(path.item)
    return (chunk as? OrderedChunk).map { $0.position(index) + (groups == nil ? before : 0) }
  }

  /// The section in which an item is shown, by its position among all that pass the filter.
  private func section(ofPassed position: Int) -> Int? {
    if let groups { return groups.section(ofItem: position) }
    var rest = position
    return snapshot.sections.firstIndex { section in
      rest -= section.items.count
      return rest < 0
    }
  }

  /// The same of a list to which items were added at the end of its one section; none of these is
  /// shown yet.
  ///
  /// nil where that cannot be said.
  func appended(_ base: ListSnapshot) -> ShownList? {
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
      // The last chunk, which others were joined with: it begins with the same items.
      let shift = parts[number].leaf.range.lowerBound - former.leaf.range.lowerBound
      guard number == formerParts.count - 1, shift >= 0,
        former.leaf.range.count <= parts[number].leaf.range.count
      else { return nil }
      let indices = former.indices ?? former.leaf.range.map { UInt32($0) }
      parts[number].indices = indices.map { $0 + UInt32(shift) }
    }
    var items = ElementSequence()
    for part in parts { part.append(to: &items) }
    return ShownList(parts, of: base, [items], Arrangement())
  }
}
