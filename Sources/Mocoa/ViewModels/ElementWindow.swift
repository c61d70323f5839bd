internal import MocoaModel

/// A part of a list, as positions of elements in sections.
///
/// The positions in a section are the ranks of its children. The part may contain a section without
/// any position in it.
struct ElementWindow {
  private(set) var sections: [Int: RangeSet<Int>] = [:]

  /// Creates an empty part.
  init() {}

  /// Creates the part that contains all positions within a distance of the displayed elements.
  ///
  /// The header and the footer of every section count as positions, even if they do not exist. A
  /// list of a million empty sections is therefore not visited completely. Supplements share the
  /// position of the header.
  ///
  /// - Parameters:
  ///   - shown: The displayed elements, from top to bottom.
  ///   - reach: The maximum distance, as a number of positions.
  ///   - list: The displayed list.
  /// - Complexity: O(*displayed elements* + *sections within the distance*).
  init(shown: [ListElement], reach: Int, in list: ListSnapshot) {
    let places = shown.map { Position($0, in: list) }
    guard let first = places.first, let last = places.last else { return }
    extend(from: first, reach, forward: false, in: list)
    for (place, next) in zip(places, places.dropFirst()) {
      // Two adjacent elements share the positions between them. Others have separate ranges.
      if extend(from: place, reach, forward: true, until: next, in: list) { continue }
      extend(from: next, reach, forward: false, until: place, in: list)
    }
    extend(from: last, reach, forward: true, in: list)
  }

  func contains(section: Int, rank: Int) -> Bool {
    sections[section]?.contains(rank) ?? false
  }

  func contains(section: Int) -> Bool { sections[section] != nil }

  mutating func insert(section: Int, rank: Int? = nil) {
    sections[section, default: RangeSet()].insert(contentsOf: rank.map { $0..<($0 + 1) } ?? 0..<0)
  }

  /// A position of an element in list order.
  ///
  /// The header has the offset -1, an item its index, and the footer the number of items.
  private struct Position {
    let section: Int
    let offset: Int

    init(_ element: ListElement, in list: ListSnapshot) {
      section = element.section
      switch element {
      case .boundary(.header, _), .boundary(.supplement, _): offset = -1
      case .item(let path): offset = path.item
      case .boundary(.footer, _): offset = list.sections[section].items.count
      }
    }
  }

  /// Inserts positions in one direction, up to a distance or to the position `end`.
  ///
  /// - Parameters:
  ///   - start: The first position.
  ///   - reach: The distance, as a number of positions.
  /// - Returns: `true` if `end` was reached.
  @discardableResult
  private mutating func extend(
    from start: Position, _ reach: Int, forward: Bool, until end: Position? = nil,
    in list: ListSnapshot
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
    func insert(_ end: ListElement.Boundary) { ranks.insert(contentsOf: end.rank..<(end.rank + 1)) }
    ranks.insert(contentsOf: range.clamped(to: 0..<count))
    if range.contains(-1) {
      insert(.header)
      for position in snapshot.supplements.indices { insert(.supplement(position)) }
    }
    if range.contains(count) { insert(.footer) }
    sections[section] = ranks
  }
}

extension ListElement.Boundary {
  /// The rank of the element among the children of its section.
  ///
  /// It is less than the ranks of the items, which are their indexes.
  var rank: Int {
    switch self {
    case .header: .min
    case .footer: .min + 1
    case .supplement(let position): .min + 2 + position
    }
  }
}
