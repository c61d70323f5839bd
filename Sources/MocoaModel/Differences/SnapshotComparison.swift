/// A comparison of two lists in two steps.
///
/// The initializer finds the chunks that both lists share, and ``changes(marker:checkpoint:)``
/// compares all other elements. Therefore the number of elements to compare is known before they
/// are compared.
package struct SnapshotComparison: Sendable {
  private let before: ListSnapshot
  private let after: ListSnapshot
  private let sections: SectionMatch
  private let old: FlatList
  private let new: FlatList
  private let shared: SharedRuns
  private let seed: UInt64

  /// Finds the sections that are in both lists, and the chunks that they share.
  ///
  /// - Complexity: O(sections + chunks).
  package init(from before: ListSnapshot, to after: ListSnapshot) {
    self.init(from: before, to: after, seed: DiffHash.seed) { () throws(Never) in }
  }

  init<Failure>(
    from before: ListSnapshot, to after: ListSnapshot, seed: UInt64,
    checkpoint: @escaping () throws(Failure) -> Void
  ) throws(Failure) {
    (self.before, self.after, self.seed) = (before, after, seed)
    (old, new) = (FlatList(before.itemCounts), FlatList(after.itemCounts))
    sections = try Self.matchSections(before, after, seed, checkpoint)
    shared = SharedRuns(before, old, after, new, sections)
  }

  /// The number of items to compare, in the list that has more of them.
  ///
  /// Items in shared chunks are not counted. The value is 0 if one of the lists has no items to
  /// compare.
  package var itemCount: Int {
    let (left, added) = shared.gaps.reduce((0, 0)) {
      ($0.0 + $1.old.count, $0.1 + $1.new.count)
    }
    return left == 0 || added == 0 ? 0 : max(left, added)
  }

  /// Returns the changes from the old list to the new one.
  ///
  /// - Parameters:
  ///   - marker: The token of ``EditMark`` values. Items and sections with such a mark count as
  ///     updated or reloaded.
  ///   - checkpoint: A closure that is called after every few thousand elements. An error that it
  ///     throws ends the computation.
  /// - Throws: The error of the checkpoint.
  package func changes<Failure>(
    marker: EditToken? = nil, checkpoint: @escaping () throws(Failure) -> Void
  ) throws(Failure) -> ChangeSet {
    var pace = Checkpoint(checkpoint)
    let (matched, updated) = try shared.gaps.compared(before, old, after, new, seed: seed, &pace)
    var changes = try ChangeSet(
      countsBefore: before.itemCounts, countsAfter: after.itemCounts, sections: sections,
      runs: shared.runs.merged(with: matched), updated: updated, &pace)
    for pair in sections.pairs {
      let section = after.sections[pair.new]
      if section.isMarked(marker) || !before.sections[pair.old].hasEqualBoundaries(as: section) {
        changes.sectionUpdates.append(.init(from: pair.old, to: pair.new))
      }
    }
    if let marker { addMarked(by: marker, to: &changes) }
    return changes
  }

  private static func matchSections<Failure>(
    _ before: ListSnapshot, _ after: ListSnapshot, _ seed: UInt64,
    _ checkpoint: @escaping () throws(Failure) -> Void
  ) throws(Failure) -> SectionMatch {
    let (old, new) = (before.sections.map(\.id), after.sections.map(\.id))
    return SectionMatch(
      old: old.count, new: new.count,
      try ChangeSet.matchedRuns(from: old, to: new, seed: seed, pace: Checkpoint(checkpoint)))
  }

  /// Adds items with an ``EditMark`` to the updates or reloads of a change set.
  ///
  /// Only items that are in both lists and whose mark has the token `marker` are added. Marked
  /// items are in their own chunks and never shared, so only the gaps are searched.
  private func addMarked(by marker: EditToken, to changes: inout ChangeSet) {
    var (reloaded, reconfigured): ([ItemPath], [ItemPath]) = ([], [])
    for gap in shared.gaps where !gap.new.isEmpty {
      let section = new.section(of: gap.new.lowerBound)
      let start = new.starts[section]
      var item = gap.new.lowerBound - start
      after.sections[section].items.forEachLeaf(in: item..<(gap.new.upperBound - start)) { leaf in
        let paths = (item..<(item + leaf.range.count)).lazy.map {
          ItemPath(section: section, item: $0)
        }
        item += leaf.range.count
        guard let marked = leaf.chunk as? MarkedChunk, marked.mark.token === marker else { return }
        switch marked.mark.request {
        case .reload: reloaded += paths
        case .reconfigure: reconfigured += paths
        }
      }
    }
    guard !reloaded.isEmpty || !reconfigured.isEmpty else { return }
    let positions = changes.makePathMap()
    changes.reloads = reloaded.filter { positions.oldPath(of: $0) != nil }.sorted()
    let updated = Set(changes.updates.map(\.to))
    changes.updates += reconfigured.compactMap { path in
      guard !updated.contains(path), let old = positions.oldPath(of: path) else { return nil }
      return .init(from: old, to: path)
    }
    changes.updates.sort { $0.to < $1.to }
  }
}

extension SectionSnapshot {
  fileprivate func isMarked(_ marker: EditToken?) -> Bool {
    marker.map { mark?.token === $0 } ?? false
  }

  /// Returns `true` if the modules, headers, supplements and footers of two sections are equal.
  package func hasEqualBoundaries(as other: SectionSnapshot) -> Bool {
    moduleName == other.moduleName && Self.areEqual(header, other.header)
      && Self.areEqual(footer, other.footer)
      && supplements.elementsEqual(other.supplements) {
        $0.kind == $1.kind && Self.areEqual($0.model, $1.model)
      }
  }

  private static func areEqual(_ one: (any CellModel)?, _ other: (any CellModel)?) -> Bool {
    switch (one, other) {
    case (nil, nil): true
    case (let one?, let other?): one.itemID == other.itemID && one.isContentEqual(to: other)
    default: false
    }
  }
}

extension [Gap] {
  /// Compares the gaps, which are the unmatched ranges of the two lists.
  ///
  /// - Returns: The runs that match, and the pairs of matched elements whose content differs, both
  ///   in the order of the new list.
  /// - Complexity: O(gaps × log n), plus O(elements in the gaps). Other elements are never read.
  func compared<Failure>(
    _ before: ListSnapshot, _ old: FlatList, _ after: ListSnapshot, _ new: FlatList, seed: UInt64,
    _ pace: inout Checkpoint<Failure>
  ) throws(Failure) -> (runs: [MatchedRun], updated: [ChangeSet.Pair]) {
    var left = SnapshotSource(before, old, map(\.old))
    var added = SnapshotSource(after, new, map(\.new))
    var matcher = RunMatcher(left, added, seed: seed, pace: pace)
    let gaps = try matcher.trim(compact)
    let found: [MatchedRun]
    if gaps.allSatisfy(\.old.isEmpty) || gaps.allSatisfy(\.new.isEmpty) {
      found = matcher.ends
    } else if let words = try IdentityWords(&left, &added, gaps, &pace) {
      found = try words.match(gaps, continuing: matcher)
    } else {
      found = try matcher.match(gaps)
    }
    var comparison = ContentComparison(left, added)
    return try comparison.compare(found, &pace)
  }

  /// The gaps, with indexes in the concatenation of all gaps instead of flat indexes.
  private var compact: [Gap] {
    var (old, new) = (0, 0)
    return map { gap in
      defer { (old, new) = (old + gap.old.count, new + gap.new.count) }
      return Gap(old: old..<(old + gap.old.count), new: new..<(new + gap.new.count))
    }
  }
}

/// The identities of two lists as machine words.
///
/// An instance can be created only if all compared identities are words of one kind. The comparison
/// is then a loop over memory and does not access the elements.
struct IdentityWords: ~Copyable {
  private let old: UnsafeMutableBufferPointer<UInt64>
  private let new: UnsafeMutableBufferPointer<UInt64>

  /// Reads the identities of the elements in some gaps.
  ///
  /// The initializer returns `nil` if an identity is not a word, or if two are words of different
  /// kinds. The memory for identities outside of the gaps is never accessed, so it is never
  /// allocated.
  init?<Failure>(
    _ oldSource: inout SnapshotSource, _ newSource: inout SnapshotSource, _ gaps: [Gap],
    _ pace: inout Checkpoint<Failure>
  ) throws(Failure) {
    old = .allocate(capacity: oldSource.count)
    new = .allocate(capacity: newSource.count)
    var kind: ItemID.WordKind?
    for gap in gaps {
      guard try oldSource.write(gap.old, to: old, &kind, &pace),
        try newSource.write(gap.new, to: new, &kind, &pace)
      else { return nil }
    }
  }

  deinit {
    old.deallocate()
    new.deallocate()
  }

  /// Returns the matched runs in the gaps and at their ends, continuing the work of `matcher`.
  borrowing func match<Failure>(
    _ gaps: [Gap], continuing matcher: RunMatcher<SnapshotSource, Failure>
  ) throws(Failure) -> [MatchedRun] {
    var next = RunMatcher(
      ArraySource(UnsafeBufferPointer(old)), ArraySource(UnsafeBufferPointer(new)),
      seed: matcher.seed, pace: matcher.pace)
    (next.ends, next.matched) = (matcher.ends, matcher.matched)
    return try next.match(gaps)
  }
}

extension SnapshotSource {
  /// Writes the identities of a range to the same indexes of a buffer.
  ///
  /// - Returns: `false` if an identity is not a word, or if its kind differs from that of the
  ///   others.
  fileprivate mutating func write<Failure>(
    _ range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>,
    _ kind: inout ItemID.WordKind?, _ pace: inout Checkpoint<Failure>
  ) throws(Failure) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      let location = location(of: position)
      let count = min(location.left, range.upperBound - position, 4096)
      let found = location.chunk.writeIdentities(
        of: location.index..<(location.index + count),
        to: UnsafeMutableBufferPointer(rebasing: words[position..<(position + count)]))
      guard let found, kind == nil || kind == found else { return false }
      kind = found
      position += count
      try pace.advance(by: count)
    }
    return true
  }
}
