extension ChangeSet {
  /// Where a section of the list before stands after; nil when it is gone.
  ///
  /// - Complexity: O(changed sections).
  public func newPosition(ofSection section: Int) -> Int? {
    if let move = sectionMoves.first(where: { $0.from == section }) { return move.to }
    return Self.follow(
      section,
      leaving: (sectionDeletions + sectionMoves.map(\.from)).map { $0..<($0 + 1) },
      arriving: (sectionInsertions + sectionMoves.map(\.to)).map { $0..<($0 + 1) })
  }

  /// Where an item of the list before stands after; nil when it is gone.
  ///
  /// - Complexity: O(changed runs).
  public func newPosition(of path: ItemPath) -> ItemPath? {
    if let move = moves.first(where: { $0.from == path }) { return move.to }
    guard let section = newPosition(ofSection: path.section) else { return nil }
    let leaving =
      deletions.filter { $0.section == path.section }.map(\.range)
      + moves.filter { $0.from.section == path.section }.map { $0.from.item..<($0.from.item + 1) }
    let arriving =
      insertions.filter { $0.section == section }.map(\.range)
      + moves.filter { $0.to.section == section }.map { $0.to.item..<($0.to.item + 1) }
    return Self.follow(path.item, leaving: leaving, arriving: arriving).map {
      ItemPath(section: section, item: $0)
    }
  }

  /// The new place of an element that stays: its rank among those that stay, counted in the places
  /// that nobody new takes.
  private static func follow(_ position: Int, leaving: [Range<Int>], arriving: [Range<Int>])
    -> Int?
  {
    if leaving.contains(where: { $0.contains(position) }) { return nil }
    let rank = position - leaving.reduce(0) { $0 + ($1.lowerBound < position ? $1.count : 0) }
    var place = rank
    for run in arriving.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if run.lowerBound > place { break }
      place += run.count
    }
    return place
  }
}
