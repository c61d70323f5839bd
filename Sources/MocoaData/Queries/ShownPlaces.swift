internal import MocoaModel

/// Where what is shown of a list stands in it: an index, made when it is asked for first.
struct ShownPlaces: Sendable {
  private let shown: ShownList

  /// The parts of each section of the whole list, and how much of all sections before is shown.
  private let parts: [[Part]]
  private let starts: [Int]

  fileprivate struct Part: Sendable {
    let picked: ListPart

    /// How much is shown of the section, and how long it is, before this part.
    let shownBefore: Int
    let wholeBefore: Int
  }

  /// - Complexity: O(parts of the list).
  init(_ shown: ShownList) {
    self.shown = shown
    var parts = [[Part]](repeating: [], count: shown.base.sections.count)
    for picked in shown.parts {
      let last = parts[picked.section].last
      parts[picked.section].append(
        Part(
          picked: picked, shownBefore: last.map { $0.shownBefore + $0.picked.count } ?? 0,
          wholeBefore: last.map { $0.wholeBefore + $0.picked.leaf.range.count } ?? 0))
    }
    self.parts = parts
    starts = parts.reduce(into: [0]) { starts, parts in
      let count = parts.last.map { $0.shownBefore + $0.picked.count } ?? 0
      starts.append((starts.last ?? 0) + count)
    }
  }

  /// Where an item that is shown stands in the whole list.
  ///
  /// - Complexity: O(log parts).
  func wholePosition(of path: ItemPath) -> ItemPath? {
    guard shown.snapshot.contains(path) else { return nil }
    var item = path.item
    if shown.isOrdered {
      let (chunk, index) = shown.snapshot.sections[path.section].items.locate(item)
      guard let ordered = chunk as? OrderedChunk else { return nil }
      item = ordered.position(index)
    }
    var section = path.section
    if shown.groups == nil {
      section = shown.sections[section]
    } else {
      // The items of all sections were grouped together.
      section = starts.firstPlace { $0 > item } - 1
      item -= starts[section]
    }
    let parts = parts[section]
    let number = parts.firstPlace { $0.shownBefore + $0.picked.count > item }
    guard number < parts.count else { return nil }
    return ItemPath(section: section, item: parts[number].wholePosition(item))
  }

  /// The items of the whole list that are shown.
  ///
  /// - Complexity: O(what is shown of parts of which not all is).
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

extension ShownPlaces.Part {
  /// Where an item stands in the section of the whole list.
  fileprivate func wholePosition(_ item: Int) -> Int {
    let place = item - shownBefore
    guard let indices = picked.indices else { return wholeBefore + place }
    return wholeBefore + Int(indices[place]) - picked.leaf.range.lowerBound
  }

  fileprivate func write(to runs: inout RunWriter) {
    guard let indices = picked.indices else {
      return runs.add(wholeBefore..<(wholeBefore + picked.count))
    }
    let shift = wholeBefore - picked.leaf.range.lowerBound
    for index in indices { runs.add(Int(index) + shift) }
  }
}
