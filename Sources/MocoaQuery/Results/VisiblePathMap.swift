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

  /// The items of the base list that the results show.
  ///
  /// - Complexity: O(n), where n is the number of visible items in parts with hidden items.
  var items: ItemRanges {
    var items = ItemRanges()
    for (section, parts) in parts.enumerated() {
      var runs = RunWriter()
      for part in parts { part.write(to: &runs) }
      items.insert(runs.runs, inSection: section)
    }
    return items
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

  fileprivate func write(to runs: inout RunWriter) {
    guard let indices = picked.indices else {
      return runs.add(baseCountBefore..<(baseCountBefore + picked.count))
    }
    let shift = baseCountBefore - picked.leaf.range.lowerBound
    for index in indices { runs.add(Int(index) + shift) }
  }
}
