import MocoaModel

/// A benchmark that creates an index of many identities.
struct PositionsBench: Bench {
  private let ids = (0..<1_000_000).map { ItemID($0 &* 7919) }

  func subject() async {
    let index = IdentityIndex(ids)
    precondition(index.firstIndex(of: ids[500_000]) == 500_000)
  }

  func floor() async {
    let index = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
    precondition(index[ids[500_000]] == 500_000)
  }
}

/// A benchmark that updates a list row by row, as a store does.
///
/// Each edit finds its row by identity. The changes of all edits are known without a comparison.
struct PersistenceBench: Bench {
  private let large = BenchmarkList(count: 1_000_000)
  private let small = BenchmarkList(count: 1_000)

  func subject() async { large.edit() }
  func floor() async { small.edit() }
}

private struct Row: CellModel, Identifiable, Equatable {
  let id: Int
  var version = 0
}

/// A list with an index of its identities.
private final class BenchmarkList {
  private var items: ElementSequence
  private var index: IdentityIndex
  private var version = 0

  init(count: Int) {
    items = ElementSequence(elements: (0..<count).map { Row(id: $0) })
    index = IdentityIndex(items)
  }

  /// Moves every tenth of 1,000 rows to one end, and updates the others.
  func edit() {
    let before = items
    var script = EditScript(count: items.count)
    version += 1
    var updated: [ItemID] = []
    for round in 0..<1_000 {
      let row = Row(id: round * 7919 % items.count, version: version)
      guard let position = index.firstIndex(of: row.itemID) else { continue }
      if round % 10 == 0 {
        replace(position..<(position + 1), with: [], in: &script)
        let end = version % 2 == 0 ? 0 : items.count
        replace(end..<end, with: [row], in: &script)
      } else {
        items.replaceElements(at: [position], with: [row])
        updated.append(row.itemID)
      }
    }
    let steps = updated.compactMap { id -> ChangeSet.Step<Int>? in
      index.firstIndex(of: id).flatMap { position in
        script.oldPosition(of: position).map { .init(from: $0, to: position) }
      }
    }
    let changes = ChangeSet(
      section: 0, from: Self.list(before), to: Self.list(items), matched: script.matchedRuns,
      updated: steps)
    precondition(changes.updates.count == 1_000)
  }

  private func replace(_ range: Range<Int>, with rows: [Row], in script: inout EditScript) {
    items.replaceElements(in: range, with: rows)
    index.replaceSubrange(range, with: rows.map(\.itemID))
    script.replace(range, withNew: rows.count)
  }

  private static func list(_ items: ElementSequence) -> ListSnapshot {
    ListSnapshot(sections: [SectionSnapshot(id: 0, items: items)])
  }
}
