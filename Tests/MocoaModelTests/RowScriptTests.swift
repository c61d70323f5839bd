import MocoaTestSupport
import Synchronization
import Testing

@testable import MocoaModel

@Suite("Changes from known edits")
struct RowScriptTests {
  /// Returns the kept runs by examining each row.
  private func kept(_ rows: [Int?]) -> [MatchedRun] {
    var runs: [MatchedRun] = []
    for (new, old) in rows.enumerated() {
      if let old { runs.join(MatchedRun(old: old, new: new, count: 1)) }
    }
    return runs
  }

  @Test("keeps the same rows as an array for every two edits")
  func everyPairOfEdits() {
    func edits(_ count: Int) -> [(Range<Int>, Int)] {
      (0...count).flatMap { lower in
        (lower...count).flatMap { upper in (0...2).map { (lower..<upper, $0) } }
      }
    }
    var cases = 0
    for count in 0...4 {
      for (first, firstNew) in edits(count) {
        var script = EditScript(count: count)
        var rows: [Int?] = Array(0..<count)
        script.replace(first, withNew: firstNew)
        rows.replaceSubrange(first, with: Array(repeating: nil, count: firstNew))
        for (second, secondNew) in edits(rows.count) {
          var (next, oracle) = (script, rows)
          next.replace(second, withNew: secondNew)
          oracle.replaceSubrange(second, with: Array(repeating: nil, count: secondNew))
          #expect(next.count == oracle.count)
          if next.matchedRuns != kept(oracle) {
            Issue.record("\(count): \(first) → \(firstNew), \(second) → \(secondNew)")
          }
          #expect(oracle.indices.map(next.oldPosition) == oracle)
          cases += 1
        }
      }
    }
    #expect(cases == 3_507)
  }

  /// A list, its edits, and the script of them.
  private struct Edited {
    let before: ListSnapshot
    var items: [SampleItem]
    var elements: ElementSequence
    var script: EditScript
    /// The new indexes of replaced or updated rows.
    var touched: Set<Int> = []

    init(_ items: [SampleItem]) {
      self.items = items
      elements = ElementSequence(elements: items)
      before = Self.list(elements)
      script = EditScript(count: items.count)
    }

    /// Returns a list of three sections, of which the second is edited.
    static func list(_ elements: ElementSequence) -> ListSnapshot {
      ListSnapshot(
        sections: [
          SectionSnapshot(id: 0, items: ElementSequence(items: [SampleItem(-1)])),
          SectionSnapshot(id: 1, items: elements),
          SectionSnapshot(id: 2, items: ElementSequence(items: [SampleItem(-2), SampleItem(-3)])),
        ])
    }

    var after: ListSnapshot { Self.list(elements) }

    mutating func replace(_ range: Range<Int>, with new: [SampleItem]) {
      items.replaceSubrange(range, with: new)
      elements.replaceElements(in: range, with: new)
      script.replace(range, withNew: new.count)
      let shift = new.count - range.count
      touched = Set(
        touched.compactMap { place in
          range.contains(place) ? nil : place < range.lowerBound ? place : place + shift
        })
    }

    mutating func update(_ place: Int, _ item: SampleItem) {
      items[place] = item
      elements.replaceElements(at: [place], with: [item])
      touched.insert(place)
    }

    var changes: ChangeSet {
      ChangeSet(
        section: 1, from: before, to: after, matched: script.matchedRuns,
        updated: touched.compactMap { place in
          guard let old = script.oldPosition(of: place),
            !elements.isContentEqual(at: place, before.sections[1].items, at: old)
          else { return nil }
          return .init(from: old, to: place)
        })
    }
  }

  private func check(_ list: Edited, isUnique: Bool, _ what: @autoclosure () -> String) {
    let changes = list.changes
    verify(changes, list.before, list.after, what())
    let expected = ChangeSet(from: list.before, to: list.after)
    let isAsSmall =
      isUnique
      ? changes.deletions == expected.deletions && changes.insertions == expected.insertions
        && changes.moves.count == expected.moves.count && changes.updates == expected.updates
      : changes.deletedCount == expected.deletedCount
        && changes.insertedCount == expected.insertedCount
    if !isAsSmall { Issue.record("\(what()): \(changes)\nnot\n\(expected)") }
    for step in changes.updates {
      let isFalse = list.after.isContentEqual(at: step.to, in: list.before, at: step.from)
      if isFalse { Issue.record("\(what()): \(step) is no update") }
    }
  }

  @Test("every edit of up to four rows has the exact change set")
  func everyEdit() {
    for count in 0...4 {
      for lower in 0...count {
        for upper in lower...count {
          for new in [[], [9], [0], [3, 0], [1, 9]] {
            let kept = (0..<count).filter { !(lower..<upper).contains($0) }
            guard new.allSatisfy({ !kept.contains($0) }) else { continue }
            withEverySubset(of: 2 * kept.count) { mask in
              var list = Edited((0..<count).map { SampleItem($0) })
              for (index, place) in kept.enumerated() where mask[index] {
                let isSame = mask[kept.count + index]
                list.update(place, SampleItem(place, isSame ? "\(place)" : "new"))
              }
              list.replace(lower..<upper, with: new.map { SampleItem($0) })
              check(list, isUnique: true, "\(count): \(lower)..<\(upper) → \(new), \(mask)")
            }
          }
        }
      }
    }
  }

  @Test("random edits are as small as a full comparison")
  func randomEdits() {
    for seed in 0..<120 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let isUnique = seed % 3 != 0
      var next = [0, 1, 20, 300, 2_000][Int(seed) % 5]
      var list = Edited((0..<next).map { SampleItem(isUnique ? $0 : $0 % 13) })
      for _ in 0..<Int.random(in: 1...25, using: &generator) {
        let count = list.items.count
        let lower = Int.random(in: 0...count, using: &generator)
        let upper = Int.random(in: lower...min(count, lower + 12), using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
          let size = Int.random(in: 0...4, using: &generator)
          let new = (next..<(next + size)).map { SampleItem(isUnique ? $0 : $0 % 13) }
          next += size
          list.replace(lower..<upper, with: new)
        case 1:
          var block = Array(list.items[lower..<upper])
          list.replace(lower..<upper, with: [])
          if Bool.random(using: &generator), !block.isEmpty { block[0].text += "!" }
          let place = Int.random(in: 0...list.items.count, using: &generator)
          list.replace(place..<place, with: block)
        case 2:
          list.replace(lower..<upper, with: list.items[lower..<upper].reversed())
        default:
          for place in lower..<upper {
            var item = list.items[place]
            if Bool.random(using: &generator) { item.text += "!" }
            list.update(place, item)
          }
        }
      }
      check(list, isUnique: isUnique, "seed \(seed)")
    }
  }

  @Test("compares the header of the edited section")
  func header() {
    let list = Edited([SampleItem(1)])
    var after = list.after
    after.sections[1].header = SampleItem(5)
    let changes = ChangeSet(
      section: 1, from: list.before, to: after, matched: list.script.matchedRuns, updated: [])
    #expect(changes == ChangeSet(from: list.before, to: after))
    #expect(changes.sectionUpdates == [.init(from: 1, to: 1)])
  }

  @Test("reads only the edited rows of a million")
  func cost() {
    let chunks = (0..<1_000).map { AskedChunk(($0 * 1_000)..<(($0 + 1) * 1_000)) }
    var before = ElementSequence()
    for chunk in chunks { before.append(chunk) }
    var (after, script) = (before, EditScript(count: before.count))
    var updated: [ChangeSet.Step<Int>] = []
    for place in stride(from: 990_000, to: 0, by: -9_901) {
      after.replaceSubrange(place..<(place + 1), with: [SampleItem(-place)])
      script.replace(place..<(place + 1), withNew: 1)
      after.replaceElements(at: [place + 70], with: [SampleItem(place + 70, "new")])
      after.replaceSubrange((place + 50)..<(place + 51), with: [])
      script.replace((place + 50)..<(place + 51), withNew: 0)
    }
    var position = 0
    after.forEachLeaf(in: 0..<after.count) { leaf in
      if leaf.chunk is ArrayChunk, let old = script.oldPosition(of: position) {
        updated.append(.init(from: old, to: position))
      }
      position += leaf.range.count
    }
    AskedChunk.asked.withLock { $0 = 0 }
    let changes = ChangeSet(
      section: 0, from: ListSnapshot(sections: [SectionSnapshot(id: 0, items: before)]),
      to: ListSnapshot(sections: [SectionSnapshot(id: 0, items: after)]),
      matched: script.matchedRuns,
      updated: updated)
    #expect(AskedChunk.asked.withLock { $0 } <= 1_000)
    #expect(changes.deletedCount == 200)
    #expect(changes.insertedCount == 100)
    #expect(changes.updates.count == 100)
    #expect(changes.invariantViolation() == nil)
  }

  @Test("omits exactly the updates that do not matter")
  func keepingUpdates() {
    var list = Edited((0..<6).map { SampleItem($0) })
    list.update(2, SampleItem(2, "loud"))
    list.update(4, SampleItem(4, "quiet"))
    list.replace(0..<1, with: [])
    let all = list.changes
    let changes = all.filteringUpdates(from: list.before, to: list.after) { old, new in
      (old as? SampleItem)?.text == "2" && (new as? SampleItem)?.text == "loud"
    }
    var expected = all
    expected.updates = [
      .init(from: ItemPath(section: 1, item: 2), to: ItemPath(section: 1, item: 1))
    ]
    #expect(all.updates.count == 2)
    #expect(changes == expected)
  }
}

/// A chunk that counts its calls.
private final class AskedChunk: ElementChunk {
  static let asked = Mutex(0)

  let range: Range<Int>

  init(_ range: Range<Int>) { self.range = range }

  var count: Int { range.count }

  func id(at index: Int) -> ItemID {
    Self.asked.withLock { $0 += 1 }
    return ItemID(range.lowerBound + index)
  }

  func element(at index: Int) -> any CellModel {
    Self.asked.withLock { $0 += 1 }
    return SampleItem(range.lowerBound + index)
  }

  func contentHash(at index: Int) -> UInt64? { nil }
}
