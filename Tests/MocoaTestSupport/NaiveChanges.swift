public import MocoaModel

/// The elements of a list that count as not moved.
public enum UnmovedPolicy: CaseIterable {
  /// A longest possible selection.
  case longest

  /// No elements: all common elements move.
  case none
}

extension ChangeSet {
  /// Returns the change set between two lists of distinct numbers in distinct sections.
  ///
  /// It examines all elements. Tests use it as an oracle and to create updates.
  ///
  /// - Parameter updated: The numbers whose content changed.
  public static func between(
    _ old: [(id: Int, items: [Int])], _ new: [(id: Int, items: [Int])],
    stay: UnmovedPolicy = .longest,
    updated: Set<Int> = []
  ) -> ChangeSet {
    var changes = ChangeSet(
      countsBefore: old.map(\.items.count), countsAfter: new.map(\.items.count))
    let (before, after) = (old.map(\.id), new.map(\.id))
    let stayingSections = staying(before, after, stay)
    changes.sectionDeletions = before.indices.filter { !after.contains(before[$0]) }
    changes.sectionInsertions = after.indices.filter { !before.contains(after[$0]) }
    for (from, id) in before.enumerated() where !stayingSections.contains(id) {
      if let to = after.firstIndex(of: id) { changes.sectionMoves.append(Step(from: from, to: to)) }
    }
    for (from, section) in old.enumerated() {
      guard let to = after.firstIndex(of: section.id) else { continue }
      let stayingItems = staying(section.items, new[to].items, stay)
      for (index, item) in section.items.enumerated() {
        let path = ItemPath(section: from, item: index)
        let target = new.indices.first {
          before.contains(after[$0]) && new[$0].items.contains(item)
        }
        guard let target, let place = new[target].items.firstIndex(of: item) else {
          changes.deletions.append(Run(section: from, range: index..<(index + 1)))
          continue
        }
        let step = Step(from: path, to: ItemPath(section: target, item: place))
        if !stayingItems.contains(item) { changes.moves.append(step) }
        if updated.contains(item) { changes.updates.append(step) }
      }
    }
    let kept = old.filter { after.contains($0.id) }.flatMap(\.items)
    for (to, section) in new.enumerated() where before.contains(section.id) {
      for (index, item) in section.items.enumerated() where !kept.contains(item) {
        if let last = changes.insertions.last, last.section == to, last.range.upperBound == index {
          changes.insertions[changes.insertions.count - 1].range =
            last.range.lowerBound..<(index + 1)
        } else {
          changes.insertions.append(Run(section: to, range: index..<(index + 1)))
        }
      }
    }
    // Change sets are sorted by new index.
    changes.sectionMoves.sort { $0.to < $1.to }
    changes.moves.sort { $0.to < $1.to }
    changes.updates.sort { $0.to < $1.to }
    return changes
  }

  /// Returns the elements of the longest common subsequence, by trying all.
  private static func staying(_ old: [Int], _ new: [Int], _ stay: UnmovedPolicy) -> Set<Int> {
    guard stay == .longest else { return [] }
    let common = old.filter(new.contains)
    // `best[i]` is the longest chain that ends with `common[i]`.
    var best: [[Int]] = []
    for (index, item) in common.enumerated() {
      let place = new.firstIndex(of: item) ?? 0
      let chains = best[..<index].filter { chain in
        chain.last.flatMap { new.firstIndex(of: $0) }.map { $0 < place } ?? false
      }
      best.append((chains.max { $0.count < $1.count } ?? []) + [item])
    }
    return Set(best.max { $0.count < $1.count } ?? [])
  }
}
