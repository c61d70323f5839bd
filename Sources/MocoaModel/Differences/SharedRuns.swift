/// The runs that two snapshots share because they contain the same chunks, and the gaps to compare.
///
/// The runs and gaps are found without reading elements.
struct SharedRuns {
  /// The shared runs, in the order of the new list.
  private(set) var runs: [MatchedRun] = []

  /// The gaps between the shared runs in flat indexes, in the order of the new list.
  private(set) var gaps: [Gap] = []

  private let old: FlatList
  private let new: FlatList

  init(
    _ before: ListSnapshot, _ old: FlatList, _ after: ListSnapshot, _ new: FlatList,
    _ sections: SectionMatch
  ) {
    (self.old, self.new) = (old, new)
    var (oldParts, newParts): ([Part], [Part]) = ([], [])
    for pair in sections.pairs {
      let middle = shareEnds(before, after, pair)
      oldParts += Part.all(of: before.sections[pair.old].items, middle.old, old.starts[pair.old])
      newParts += Part.all(of: after.sections[pair.new].items, middle.new, new.starts[pair.new])
    }
    shareChunks(Part.distinct(oldParts), Part.distinct(newParts))
    runs.sort { $0.new < $1.new }
    findGaps(sections)
  }

  /// Records the runs that both versions of a section share at its start and end, and returns the
  /// gap between them.
  ///
  /// The ranges of the gap are indexes in the section.
  private mutating func shareEnds(
    _ before: ListSnapshot, _ after: ListSnapshot, _ pair: MatchedRun
  ) -> Gap {
    let (a, b) = (before.sections[pair.old].items, after.sections[pair.new].items)
    let (oldStart, newStart) = (old.starts[pair.old], new.starts[pair.new])
    let head = a.sharedPrefix(with: b)
    let tail = min(a.sharedSuffix(with: b), a.count - head, b.count - head)
    add(MatchedRun(old: oldStart, new: newStart, count: head))
    add(
      MatchedRun(
        old: oldStart + a.count - tail, new: newStart + b.count - tail, count: tail))
    return Gap(old: head..<(a.count - tail), new: head..<(b.count - tail))
  }

  private mutating func add(_ run: MatchedRun) {
    if run.count > 0 { runs.append(run) }
  }

  /// Records the ranges of chunks that both lists contain.
  ///
  /// Both arrays of parts must be sorted by chunk.
  private mutating func shareChunks(_ oldParts: [Part], _ newParts: [Part]) {
    var (i, j) = (0, 0)
    while i < oldParts.count, j < newParts.count {
      let (a, b) = (oldParts[i], newParts[j])
      if a.chunk == b.chunk {
        let common = a.range.clamped(to: b.range)
        add(
          MatchedRun(
            old: a.position + common.lowerBound - a.range.lowerBound,
            new: b.position + common.lowerBound - b.range.lowerBound, count: common.count))
      }
      if (a.chunk, a.range.upperBound) <= (b.chunk, b.range.upperBound) { i += 1 } else { j += 1 }
    }
  }

  /// Finds the gaps between the shared runs.
  ///
  /// The old range and the new range of a gap follow the same shared run, or begin the same
  /// section.
  private mutating func findGaps(_ sections: SectionMatch) {
    let byOld = runs.sorted { $0.old < $1.old }
    let left = old.uncovered(
      by: byOld, from: { $0.old }, where: { sections.newOf[$0] != nil }
    )
    .map {
      old.starts[$0.section] + $0.range.lowerBound..<old.starts[$0.section] + $0.range.upperBound
    }
    let added = new.uncovered(
      by: runs, from: { $0.new }, where: { sections.oldOf[$0] != nil })
    var isPaired = Array(repeating: false, count: left.count)
    var last = 0
    for run in added {
      let start = new.starts[run.section]
      let range = (start + run.range.lowerBound)..<(start + run.range.upperBound)
      while last < runs.count, runs[last].newEnd < range.lowerBound { last += 1 }
      let oldRange =
        run.range.lowerBound == 0
        ? sections.oldOf[run.section].map { old.range(of: $0) }
        : remainder(after: runs[last])
      let partner = oldRange.flatMap { oldRange -> Int? in
        let index = left.partitioningIndex { $0.lowerBound >= oldRange.lowerBound }
        let isThere =
          index < left.count && left[index].lowerBound == oldRange.lowerBound && !oldRange.isEmpty
        return isThere && !isPaired[index] ? index : nil
      }
      if let partner { isPaired[partner] = true }
      gaps.append(Gap(old: partner.map { left[$0] } ?? 0..<0, new: range))
    }
    for (index, range) in left.enumerated() where !isPaired[index] {
      gaps.append(Gap(old: range, new: 0..<0))
    }
  }

  /// Returns the range of the old section from the end of a run to the end of the section.
  private func remainder(after run: MatchedRun) -> Range<Int> {
    let section = old.section(of: run.oldEnd - 1)
    return run.oldEnd..<old.starts[section + 1]
  }
}

/// A part of a chunk, with the flat index of its first element in the list.
private struct Part {
  let chunk: ObjectIdentifier
  let range: Range<Int>
  let position: Int

  static func all(of items: ElementSequence, _ range: Range<Int>, _ start: Int) -> [Part] {
    var parts: [Part] = []
    var position = start + range.lowerBound
    items.forEachLeaf(in: range) { leaf in
      parts.append(
        Part(chunk: ObjectIdentifier(leaf.chunk), range: leaf.range, position: position))
      position += leaf.range.count
    }
    return parts
  }

  /// Returns the parts sorted by chunk, without overlaps.
  ///
  /// If a chunk is in the list twice, its parts may overlap; only the first is returned.
  static func distinct(_ parts: [Part]) -> [Part] {
    let sorted = parts.sorted {
      ($0.chunk, $0.range.lowerBound, $0.position) < ($1.chunk, $1.range.lowerBound, $1.position)
    }
    var result: [Part] = []
    result.reserveCapacity(sorted.count)
    for part in sorted {
      if let last = result.last, last.chunk == part.chunk,
        last.range.upperBound > part.range.lowerBound
      {
        continue
      }
      result.append(part)
    }
    return result
  }
}
