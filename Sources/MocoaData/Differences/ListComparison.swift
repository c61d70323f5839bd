internal import MocoaLocalization
package import MocoaModel

/// The comparison of two lists, with one entry for each item that differs.
package struct ListComparison: Sendable {
  package let before: ListSnapshot
  package let after: ListSnapshot

  /// The changes from the old list to the new one.
  package let changes: ChangeSet

  /// The differences: sections first, then changed, new, deleted and moved items.
  package let differences: [Entry]

  /// The numbers of differences of each kind.
  package let counts: Counts

  /// The property that identifies corresponding items.
  package let identity: Identity

  private let beforeStarts: [Int]
  private let afterStarts: [Int]

  /// An item of one list or of both lists.
  package struct Entry: Sendable, Equatable {
    /// The index of the item in the old list and in the new list, or -1.
    ///
    /// Items are counted over all sections.
    var old: Int32
    var new: Int32
    package var difference: ItemDifference

    /// A Boolean value that indicates whether the indexes are those of a section, not of an item.
    var isSection = false

    /// A Boolean value that indicates whether the item has moved, and may also have changed.
    var isMoved = false
  }

  /// The numbers of differences of each kind.
  package struct Counts: Sendable, Equatable {
    package var changed = 0
    package var inserted = 0
    package var deleted = 0
    package var moved = 0
  }

  /// The property that identifies corresponding items.
  package enum Identity: Sendable, Equatable {
    /// The value of a field.
    case field(String)

    /// The name of a member of an object.
    case name

    /// The index in the list.
    case position

    /// The complete value.
    case value
  }

  /// Compares two lists.
  ///
  /// - Parameters:
  ///   - idField: The field that identifies an item, `#` for its index, or `nil` for `id`.
  ///   - checkpoint: A closure that is called regularly and may throw to end the comparison.
  package init<Failure>(
    from before: ListSnapshot, to after: ListSnapshot, idField: String?,
    checkpoint: @escaping () throws(Failure) -> Void
  ) throws(Failure) {
    (self.before, self.after) = (before, after)
    changes = try ChangeSet(from: before, to: after, checkpoint: checkpoint)
    beforeStarts = Self.starts(changes.countsBefore)
    afterStarts = Self.starts(changes.countsAfter)
    identity = Identity(idField, before, after)
    differences = Self.entries(of: changes, beforeStarts, afterStarts)
    var counts = Counts()
    for entry in differences {
      switch entry.difference {
      case .changed: counts.changed += 1
      case .inserted: counts.inserted += 1
      case .deleted: counts.deleted += 1
      case .moved: counts.moved += 1
      case .equal: break
      }
    }
    self.counts = counts
  }

  private static func starts(_ counts: [Int]) -> [Int] {
    counts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
  }

  private static func entries(
    of changes: ChangeSet, _ beforeStarts: [Int], _ afterStarts: [Int]
  ) -> [Entry] {
    func old(_ path: ItemPath) -> Int32 { Int32(beforeStarts[path.section] + path.item) }
    func new(_ path: ItemPath) -> Int32 { Int32(afterStarts[path.section] + path.item) }
    let movedSections = Set(changes.sectionMoves.map(\.to))
    let updatedSections = Set(changes.sectionUpdates.map(\.to))
    var entries = changes.sectionUpdates.map {
      Entry(
        old: Int32($0.from), new: Int32($0.to), difference: .changed, isSection: true,
        isMoved: movedSections.contains($0.to))
    }
    entries += changes.sectionInsertions.map {
      Entry(old: -1, new: Int32($0), difference: .inserted, isSection: true)
    }
    entries += changes.sectionDeletions.map {
      Entry(old: Int32($0), new: -1, difference: .deleted, isSection: true)
    }
    for move in changes.sectionMoves where !updatedSections.contains(move.to) {
      entries.append(
        Entry(
          old: Int32(move.from), new: Int32(move.to), difference: .moved, isSection: true,
          isMoved: true))
    }
    let moved = Set(changes.moves.map(\.to))
    let updates = changes.updatesAndReloads
    for step in updates {
      entries.append(
        Entry(
          old: old(step.from), new: new(step.to), difference: .changed,
          isMoved: moved.contains(step.to)))
    }
    func add(_ range: Range<Int>, _ start: Int, _ difference: ItemDifference) {
      for index in range {
        let flat = Int32(start + index)
        entries.append(
          difference == .inserted
            ? Entry(old: -1, new: flat, difference: .inserted)
            : Entry(old: flat, new: -1, difference: .deleted))
      }
    }
    for section in changes.sectionInsertions {
      add(0..<changes.countsAfter[section], afterStarts[section], .inserted)
    }
    for run in changes.insertions { add(run.range, afterStarts[run.section], .inserted) }
    for section in changes.sectionDeletions {
      add(0..<changes.countsBefore[section], beforeStarts[section], .deleted)
    }
    for run in changes.deletions { add(run.range, beforeStarts[run.section], .deleted) }
    let updated = Set(updates.map(\.to))
    for move in changes.moves where !updated.contains(move.to) {
      entries.append(
        Entry(old: old(move.from), new: new(move.to), difference: .moved, isMoved: true))
    }
    return entries
  }

  /// A Boolean value that indicates whether the lists are equal.
  package var isEmpty: Bool { changes.isEmpty }

  /// Returns an entry for each item of the two lists, in the order of the new list.
  ///
  /// A deleted item precedes the item that followed it. Sections come first.
  ///
  /// - Complexity: O(items × log changes).
  package func allEntries() -> [Entry] {
    let items = differences.filter { !$0.isSection }
    var known = Dictionary(
      items.lazy.filter { $0.new >= 0 }.map { ($0.new, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let deleted = items.filter { $0.difference == .deleted }.sorted { $0.old < $1.old }
    let map = changes.makePathMap()
    var entries = differences.filter(\.isSection)
    var next = 0
    for (section, count) in changes.countsAfter.enumerated() {
      for item in 0..<count {
        let new = Int32(afterStarts[section] + item)
        var entry = known.removeValue(forKey: new)
        if entry == nil, let path = map.oldPath(of: ItemPath(section: section, item: item)) {
          let old = Int32(beforeStarts[path.section] + path.item)
          entry = Entry(old: old, new: new, difference: .equal)
        }
        guard let entry else { continue }
        if !entry.isMoved, entry.old >= 0 {
          while next < deleted.count, deleted[next].old < entry.old {
            entries.append(deleted[next])
            next += 1
          }
        }
        entries.append(entry)
      }
    }
    return entries + deleted[next...]
  }

  /// Returns the row of an entry.
  package func row(_ entry: Entry) -> DiffRow {
    let (old, new) = (Int(entry.old), Int(entry.new))
    let id = itemID(of: entry)
    if entry.isSection {
      return DiffRow(
        itemID: id, difference: entry.difference, isMoved: entry.isMoved, isSection: true,
        old: old < 0 ? nil : before.sections[old].header,
        new < 0 ? nil : after.sections[new].header,
        numbers: (old < 0 ? nil : old + 1, new < 0 ? nil : new + 1))
    }
    return DiffRow(
      itemID: id, difference: entry.difference, isMoved: entry.isMoved,
      old: old < 0 ? nil : before.element(at: path(old, beforeStarts)),
      new < 0 ? nil : after.element(at: path(new, afterStarts)),
      numbers: (old < 0 ? nil : old + 1, new < 0 ? nil : new + 1))
  }

  /// Returns the paths of an item in the old list and in the new list.
  package func paths(of entry: Entry) -> (old: ItemPath?, new: ItemPath?) {
    (
      entry.old < 0 ? nil : path(Int(entry.old), beforeStarts),
      entry.new < 0 ? nil : path(Int(entry.new), afterStarts)
    )
  }

  /// Returns the path of an item with an index over all sections.
  private func path(_ index: Int, _ starts: [Int]) -> ItemPath {
    var (low, high) = (0, starts.count - 1)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= index { low = middle } else { high = middle }
    }
    // Empty sections have the same start as the next section.
    while low + 1 < starts.count - 1, starts[low + 1] <= index { low += 1 }
    return ItemPath(section: low, item: index - starts[low])
  }

  /// Returns the identity of a row.
  ///
  /// It is the identity of the new item. The identities of deleted items, of sections, and of the
  /// items of lists with several sections are hashes.
  func itemID(of entry: Entry) -> ItemID {
    let isDeleted = entry.new < 0
    let list = isDeleted ? before : after
    let index = Int(isDeleted ? entry.old : entry.new)
    var hasher = Hasher()
    hasher.combine(isDeleted)
    if entry.isSection {
      hasher.combine(list.sections[index].id)
    } else {
      let path = path(index, isDeleted ? beforeStarts : afterStarts)
      let id = list.id(at: path)
      if !isDeleted, list.sections.count == 1 { return id }
      hasher.combine(list.sections[path.section].id)
      hasher.combine(id)
    }
    return ItemID(hash: UInt64(bitPattern: Int64(hasher.finalize())))
  }

  /// The field that identifies items, or `nil` if no field does.
  package var keyField: String? {
    switch identity {
    case .field(let name): name
    case .name: "name"
    case .position, .value: nil
    }
  }
}

extension ListComparison.Identity {
  /// Creates the property that identifies the items of two lists, which their first items
  /// determine.
  fileprivate init(_ idField: String?, _ before: ListSnapshot, _ after: ListSnapshot) {
    if idField == "#" {
      self = .position
      return
    }
    let first = [after, before].compactMap { list in list.firstPath.map(list.element) }
    let records = first.compactMap { $0 as? Record }
    let field = idField ?? "id"
    if records.contains(where: { $0.name != nil }) {
      self = .name
    } else if records.contains(where: { record in
      record.field(field) != nil
        || record.truncatedText != nil && record.allFields.contains { $0.name == field }
    }) {
      self = .field(field)
    } else {
      self = .value
    }
  }

  /// The identity in words, such as `by id`.
  package var text: String {
    switch self {
    case .field(let name): localized("by \(name)")
    case .name: localized("by name")
    case .position: localized("by position")
    case .value: localized("by value")
    }
  }
}

extension ListComparison.Counts {
  /// The numbers that are not 0, in words.
  package var texts: [String] {
    [
      changed > 0 ? localized("\(changed) changed") : nil,
      inserted > 0 ? localized("\(inserted) new") : nil,
      deleted > 0 ? localized("\(deleted) gone") : nil,
      moved > 0 ? localized("\(moved) moved") : nil,
    ].compactMap(\.self)
  }
}
