internal import MocoaModel

/// A part of a list: places in sections, as their ranks among the children of a section.
///
/// A section may be part of it with no place in it.
struct Nearby {
  private(set) var sections: [Int: RangeSet<Int>] = [:]

  /// Nothing.
  init() {}

  /// What is at most `reach` places away from something that is shown.
  ///
  /// Header and footer of every section count as places, whether they are there or not: so a list
  /// of a million empty sections is not walked through. Supplements share the place of the header.
  ///
  /// - Parameter shown: what is shown, from above.
  /// - Complexity: O(shown + sections within reach).
  init(shown: [ListElement], reach: Int, in list: ListSnapshot) {
    let places = shown.map { Place($0, in: list) }
    guard let first = places.first, let last = places.last else { return }
    walk(from: first, reach, forward: false, in: list)
    for (place, next) in zip(places, places.dropFirst()) {
      // Two that are close to each other share what is between them; else each has its own.
      if walk(from: place, reach, forward: true, until: next, in: list) { continue }
      walk(from: next, reach, forward: false, until: place, in: list)
    }
    walk(from: last, reach, forward: true, in: list)
  }

  func contains(section: Int, rank: Int) -> Bool {
    sections[section]?.contains(rank) ?? false
  }

  func contains(section: Int) -> Bool { sections[section] != nil }

  mutating func insert(section: Int, rank: Int? = nil) {
    sections[section, default: RangeSet()].insert(contentsOf: rank.map { $0..<($0 + 1) } ?? 0..<0)
  }

  /// A place in the order of the list: the header has -1, the footer follows the items.
  private struct Place {
    let section: Int
    let offset: Int

    init(_ element: ListElement, in list: ListSnapshot) {
      section = element.section
      switch element {
      case .end(.header, _), .end(.supplement, _): offset = -1
      case .item(let path): offset = path.item
      case .end(.footer, _): offset = list.sections[section].items.count
      }
    }
  }

  /// Adds the places from one on; where another is met, only those up to it.
  ///
  /// - Returns: whether it was met.
  @discardableResult
  private mutating func walk(
    from start: Place, _ reach: Int, forward: Bool, until end: Place? = nil, in list: ListSnapshot
  ) -> Bool {
    var (section, left) = (start.section, reach + 1)
    var offset: Int? = start.offset
    while left > 0, list.sections.indices.contains(section) {
      let count = list.sections[section].items.count
      let all = -1..<(count + 1)
      let from = offset ?? (forward ? all.lowerBound : count)
      var range =
        forward
        ? from..<min(all.upperBound, from + left)
        : max(all.lowerBound, from - left + 1)..<(from + 1)
      left -= range.count
      var isMet = false
      if let end, end.section == section, range.contains(end.offset) {
        range = forward ? range.lowerBound..<end.offset : end.offset..<range.upperBound
        isMet = true
      }
      insert(range, of: list.sections[section], section: section)
      if isMet { return true }
      section += forward ? 1 : -1
      offset = nil
    }
    return false
  }

  private mutating func insert(_ range: Range<Int>, of snapshot: SectionSnapshot, section: Int) {
    let count = snapshot.items.count
    var ranks = sections[section] ?? RangeSet()
    func insert(_ end: ListElement.End) { ranks.insert(contentsOf: end.rank..<(end.rank + 1)) }
    ranks.insert(contentsOf: range.clamped(to: 0..<count))
    if range.contains(-1) {
      insert(.header)
      for position in snapshot.supplements.indices { insert(.supplement(position)) }
    }
    if range.contains(count) { insert(.footer) }
    sections[section] = ranks
  }
}

extension ListElement.End {
  /// Its place among the children of a section, before those of the items, their positions.
  var rank: Int {
    switch self {
    case .header: .min
    case .footer: .min + 1
    case .supplement(let position): .min + 2 + position
    }
  }
}
