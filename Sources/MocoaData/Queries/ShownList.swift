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

  /// Whether what is shown is in an order of its own.
  let isOrdered: Bool

  /// All of a list.
  init(allOf base: ListSnapshot) {
    (self.base, snapshot, picked, isOrdered) = (base, base, nil, false)
    sections = Array(base.sections.indices)
  }

  /// What is shown of the parts of a list.
  ///
  /// - Parameter items: those of each section.
  private init(
    _ parts: [ListPart], of base: ListSnapshot, _ items: [ElementSequence], isOrdered: Bool
  ) {
    (self.base, picked, self.isOrdered) = (base, parts, isOrdered)
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

  // MARK: - Parts

  /// The parts of the list, with what is shown of each.
  ///
  /// - Complexity: O(parts).
  var parts: [ListPart] { picked ?? Self.parts(of: base) }

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
  ///   - orders: by what it is ordered.
  ///   - progress: called with how much of the work is done, 0 to 1, from time to time.
  static func showing(
    _ parts: [ListPart], of base: ListSnapshot, by orders: [ListQuery.Order],
    _ cancellation: Cancellation, _ progress: (Double) -> Void = { _ in }
  ) -> ShownList? {
    if orders.isEmpty, parts.allSatisfy({ $0.indices == nil }) { return ShownList(allOf: base) }
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
      if !orders.isEmpty {
        guard let sorted = SortedItems(items, by: orders, cancellation, progress) else {
          return nil
        }
        items = sorted.items
      }
      sections.append(items)
    }
    return ShownList(parts, of: base, sections, isOrdered: !orders.isEmpty)
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
      return ChangeSet(from: parts, to: next.parts)
    }
    if isOrdered || next.isOrdered,
      snapshot.itemCount + next.snapshot.itemCount > Self.exactCount
    {
      // More than any screen shows before and behind.
      let position = min(max(0, position), snapshot.itemCount)
      let window = max(0, position - 500)..<(position + 500)
      let changes = ChangeSet(
        rearranging: snapshot, as: next.snapshot, keeping: window, cancellation)
      if let changes { return changes }
    }
    return try? ChangeSet(from: snapshot, to: next.snapshot) { () throws(CancellationError) in
      if cancellation.isCancelled { throw CancellationError() }
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
    return ShownList(parts, of: base, [items], isOrdered: false)
  }
}
