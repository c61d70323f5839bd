internal import MocoaModel

/// A map from the paths of results to the paths in the base list.
struct VisiblePathMap: Sendable {
  private let list: VisibleList

  /// The parts of each section of the base list, each with the number of visible items before it.
  private let parts: [[Part]]
  private let starts: [Int]

  fileprivate struct Part: Sendable {
    let picked: ChunkSlice

    /// The number of visible items in the section before this part.
    let visibleBefore: Int
    /// The number of all items of the base list in the section before this part.
    let baseCountBefore: Int
  }

  /// Creates the map of a list.
  ///
  /// - Complexity: O(p), where p is the number of parts.
  init(_ list: VisibleList) {
    self.list = list
    var parts = [[Part]](repeating: [], count: list.base.sections.count)
    for picked in list.parts {
      let last = parts[picked.section].last
      parts[picked.section].append(
        Part(
          picked: picked, visibleBefore: last.map { $0.visibleBefore + $0.picked.count } ?? 0,
          baseCountBefore: last.map { $0.baseCountBefore + $0.picked.leaf.range.count } ?? 0))
    }
    self.parts = parts
    starts = parts.reduce(into: [0]) { starts, parts in
      let count = parts.last.map { $0.visibleBefore + $0.picked.count } ?? 0
      starts.append((starts.last ?? 0) + count)
    }
  }

  /// Returns the path in the base list of an item of the results.
  ///
  /// - Complexity: O(log p), where p is the number of parts.
  func basePath(of path: ItemPath) -> ItemPath? {
    guard list.snapshot.contains(path) else { return nil }
    var item = path.item
    if list.isOrdered {
      let (chunk, index) = list.snapshot.sections[path.section].items.locate(item)
      guard let ordered = chunk as? SortedChunk else { return nil }
      item = ordered.position(index)
    }
    var section = path.section
    if list.groups == nil {
      section = list.sections[section]
    } else {
      // The groups contain items of all sections.
      section = starts.partitioningIndex { $0 > item } - 1
      item -= starts[section]
    }
    let parts = parts[section]
    let number = parts.partitioningIndex { $0.visibleBefore + $0.picked.count > item }
    guard number < parts.count else { return nil }
    return ItemPath(section: section, item: parts[number].baseIndex(item))
  }

  /// Returns the path in the results of an item of the base list, or `nil` if the results do not
  /// show the item.
  ///
  /// - Complexity: O(log p), where p is the number of parts; O(n) if the results are sorted or
  ///   grouped.
  func visiblePath(forBasePath path: ItemPath) -> ItemPath? {
    guard parts.indices.contains(path.section) else { return nil }
    let parts = parts[path.section]
    let number = parts.partitioningIndex { $0.baseRange.upperBound > path.item }
    guard number < parts.count,
      let item = parts[number].visibleIndexes(in: path.item..<(path.item + 1)).first
    else { return nil }
    if let groups = list.groups {
      return groups.path(ofItem: starts[path.section] + item, list.arrangement.folding)
    }
    guard let section = visibleSection(forBaseSection: path.section) else { return nil }
    if !list.isOrdered { return ItemPath(section: section, item: item) }
    guard let ordered = list.snapshot.sections[section].items.locate(0).0 as? SortedChunk,
      let rank = ordered.order.positions.firstIndex(of: UInt32(item))
    else { return nil }
    return ItemPath(section: section, item: rank)
  }

  // MARK: - Several items

  /// Returns the items of the base list that the results show.
  ///
  /// - Complexity: O(n), where n is the number of visible items in parts with hidden items.
  func makeItems() -> ItemRanges {
    var items = ItemRanges()
    for section in parts.indices {
      insertBaseItems(for: [0..<visibleCount(ofSection: section)], of: section, into: &items)
    }
    return items
  }

  /// Returns the items of the base list that some items of the results represent.
  func baseItems(for items: ItemRanges) -> ItemRanges {
    var base = ItemRanges()
    if !list.isOrdered {
      for (section, runs) in Self.ranges(of: items)
      where list.sections.indices.contains(section) {
        insertBaseItems(for: runs, of: list.sections[section], into: &base)
      }
      return base
    }
    var isIncluded = [Bool](repeating: false, count: starts.last ?? 0)
    for (section, runs) in Self.ranges(of: items)
    where list.snapshot.sections.indices.contains(section) {
      let (elements, offset) = (list.snapshot.sections[section].items, start(ofSection: section))
      for run in runs {
        elements.forEachLeaf(in: run) { leaf in
          // The item of a folded group represents no item.
          guard let chunk = leaf.chunk as? SortedChunk else { return }
          for index in leaf.range { isIncluded[offset + chunk.position(index)] = true }
        }
      }
    }
    for section in parts.indices {
      let range = starts[section]..<starts[section + 1]
      var runs = RunWriter()
      for index in range where isIncluded[index] { runs.add(index - range.lowerBound) }
      insertBaseItems(for: runs.runs, of: section, into: &base)
    }
    return base
  }

  /// Returns those of some items of the base list that the results show.
  func visibleItems(forBaseItems items: ItemRanges) -> ItemRanges {
    var visible = ItemRanges()
    var isIncluded = [Bool](repeating: false, count: list.isOrdered ? starts.last ?? 0 : 0)
    for (section, ranges) in Self.ranges(of: items) where parts.indices.contains(section) {
      var runs = RunWriter()
      for range in ranges { writeVisibleIndexes(for: range, of: section, to: &runs) }
      if list.isOrdered {
        for run in runs.runs {
          for index in run { isIncluded[starts[section] + index] = true }
        }
      } else if let number = visibleSection(forBaseSection: section) {
        visible.insert(runs.runs, inSection: number)
      }
    }
    if !list.isOrdered { return visible }
    for (number, section) in list.snapshot.sections.enumerated() {
      let offset = start(ofSection: number)
      var (runs, first) = (RunWriter(), 0)
      section.items.forEachLeaf(in: 0..<section.items.count) { leaf in
        defer { first += leaf.range.count }
        guard let chunk = leaf.chunk as? SortedChunk else { return }
        for index in leaf.range where isIncluded[offset + chunk.position(index)] {
          runs.add(first + index - leaf.range.lowerBound)
        }
      }
      visible.insert(runs.runs, inSection: number)
    }
    return visible
  }

  /// Returns the index in the results of a section of the base list, or `nil` if the results do not
  /// have the section.
  private func visibleSection(forBaseSection section: Int) -> Int? {
    let number = list.sections.partitioningIndex { $0 >= section }
    return number < list.sections.count && list.sections[number] == section ? number : nil
  }

  private func visibleCount(ofSection section: Int) -> Int { starts[section + 1] - starts[section] }

  /// Returns the number of visible items of the base list before those from which a section of
  /// ordered results was made.
  private func start(ofSection section: Int) -> Int {
    list.groups == nil ? starts[list.sections[section]] : 0
  }

  /// Returns the ranges of some items by section, in ascending order.
  private static func ranges(of items: ItemRanges) -> [(section: Int, ranges: [Range<Int>])] {
    var sections: [(section: Int, ranges: [Range<Int>])] = []
    for run in items.runs {
      if sections.last?.section != run.section { sections.append((run.section, [])) }
      sections[sections.count - 1].ranges.append(run.range)
    }
    return sections
  }

  /// Inserts items of a section of the base list.
  ///
  /// - Parameters:
  ///   - ranges: The indexes of the items among the visible items of the section, ascending.
  ///   - section: The index of the section in the base list.
  ///   - items: The set to which the items are added.
  private func insertBaseItems(
    for ranges: [Range<Int>], of section: Int, into items: inout ItemRanges
  ) {
    let parts = parts[section]
    var runs = RunWriter()
    for range in ranges {
      let first = parts.partitioningIndex { $0.visibleRange.upperBound > range.lowerBound }
      for part in parts[first...].prefix(while: { $0.visibleBefore < range.upperBound }) {
        part.write(range, to: &runs)
      }
    }
    items.insert(runs.runs, inSection: section)
  }

  /// Adds the indexes among the visible items of a section for a range of all its items.
  private func writeVisibleIndexes(
    for range: Range<Int>, of section: Int, to runs: inout RunWriter
  ) {
    let parts = parts[section]
    let first = parts.partitioningIndex { $0.baseRange.upperBound > range.lowerBound }
    for part in parts[first...].prefix(while: { $0.baseCountBefore < range.upperBound }) {
      runs.add(part.visibleIndexes(in: range))
    }
  }
}

extension VisiblePathMap.Part {
  /// Returns the index in its section of the base list of the item at an index among the visible
  /// items.
  fileprivate func baseIndex(_ item: Int) -> Int {
    let offset = item - visibleBefore
    guard let indices = picked.indices else { return baseCountBefore + offset }
    return baseCountBefore + Int(indices[offset]) - picked.leaf.range.lowerBound
  }

  /// The indexes of the visible items of the part among the visible items of its section.
  fileprivate var visibleRange: Range<Int> { visibleBefore..<(visibleBefore + picked.count) }

  /// The indexes of all items of the part in its section.
  fileprivate var baseRange: Range<Int> {
    baseCountBefore..<(baseCountBefore + picked.leaf.range.count)
  }

  /// Adds the indexes in the section of those items of the part that are in a range of the visible
  /// items.
  fileprivate func write(_ range: Range<Int>, to runs: inout RunWriter) {
    let own = range.clamped(to: visibleRange)
    guard let indices = picked.indices else {
      let shift = baseCountBefore - visibleBefore
      return runs.add((own.lowerBound + shift)..<(own.upperBound + shift))
    }
    let shift = baseCountBefore - picked.leaf.range.lowerBound
    for index in indices[(own.lowerBound - visibleBefore)..<(own.upperBound - visibleBefore)] {
      runs.add(Int(index) + shift)
    }
  }

  /// Returns the indexes among the visible items of the section of those items of the part that are
  /// in a range of all items.
  fileprivate func visibleIndexes(in range: Range<Int>) -> Range<Int> {
    let own = range.clamped(to: baseRange)
    guard let indices = picked.indices else {
      let shift = visibleBefore - baseCountBefore
      return (own.lowerBound + shift)..<(own.upperBound + shift)
    }
    let shift = picked.leaf.range.lowerBound - baseCountBefore
    let lower = indices.partitioningIndex { Int($0) >= own.lowerBound + shift }
    let upper = indices.partitioningIndex { Int($0) >= own.upperBound + shift }
    return (visibleBefore + lower)..<(visibleBefore + upper)
  }
}
