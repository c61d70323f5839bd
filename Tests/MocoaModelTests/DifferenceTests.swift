import MocoaModel
import MocoaTestSupport
import Testing

/// A list as a test defines it: the numbers of the sections and their items.
typealias Lists = [(id: Int, items: [Int])]

extension ListSnapshot {
  /// Creates a list of distinct elements.
  ///
  /// `text` returns the content of each.
  init(_ lists: Lists, text: (Int) -> String = { "\($0)" }) {
    self.init(
      sections: lists.map { list in
        SectionSnapshot(
          id: ItemID(list.id),
          items: ElementSequence(items: list.items.map { SampleItem($0, text($0)) }))
      })
  }

  /// The identities of the sections, and the items.
  var content: [[SampleItem]] {
    sections.map { section in
      (0..<section.items.count).compactMap { section.items.element(at: $0) as? SampleItem }
    }
  }
}

/// Verifies the properties of every change set, independent of the algorithm.
func verify(
  _ changes: ChangeSet, _ before: ListSnapshot, _ after: ListSnapshot,
  _ what: @autoclosure () -> String
) {
  if let violation = changes.invariantViolation() { Issue.record("\(what()): \(violation)") }
  guard let made = try? changes.applying(to: before, elementsFrom: after) else {
    Issue.record("\(what()): does not fit")
    return
  }
  if made.sections.map(\.id) != after.sections.map(\.id) || made.content != after.content {
    Issue.record("\(what()): makes \(made.content)\n\(changes)")
  }
}

extension ChangeSet {
  var deletedCount: Int { deletions.reduce(0) { $0 + $1.range.count } }
  var insertedCount: Int { insertions.reduce(0) { $0 + $1.range.count } }
}

@Suite("Differencing")
struct DifferenceTests {
  @Test("is minimal for all lists of up to five of four numbers")
  func everyPair() {
    var lists: [[Int]] = []
    for count in 0...5 { withEveryTuple(of: count, in: 0..<4) { lists.append($0) } }
    // If numbers repeat, a short run checks every 41st pair, and `make test-long` checks all.
    let step = TestLength.choose(short: 41, long: 1)
    var cases = 0
    for (i, old) in lists.enumerated() {
      let isOldDistinct = Set(old).count == old.count
      for (j, new) in lists.enumerated() {
        let isDistinct = isOldDistinct && Set(new).count == new.count
        guard isDistinct || (i * 31 + j) % step == 0 else { continue }
        cases += 1
        let changes = ChangeSet(from: old, to: new)
        if let violation = changes.invariantViolation() {
          Issue.record("\(old) → \(new): \(violation)")
        }
        if replay(changes, old, new) != new { Issue.record("\(old) → \(new): \(changes)") }
        if changes.deletedCount != BruteForceDiff.fewestDeletions(old, new)
          || changes.insertedCount != BruteForceDiff.fewestDeletions(new, old)
        {
          Issue.record("\(old) → \(new): \(changes)")
        }
        if isDistinct, changes.moves.count != BruteForceDiff.fewestMoves(old, new) {
          Issue.record("\(old) → \(new): \(changes)")
        }
      }
    }
    #expect(cases > 45_000)
  }

  /// Returns the new list.
  ///
  /// Elements with an old index are taken from there; all others must be insertions.
  private func replay(_ changes: ChangeSet, _ old: [Int], _ new: [Int]) -> [Int] {
    let positions = changes.makePathMap()
    return new.indices.map { index in
      positions.oldPath(of: ItemPath(section: 0, item: index)).map { old[$0.item] }
        ?? (changes.insertions.contains { $0.range.contains(index) } ? new[index] : -1)
    }
  }

  @Test("is exact for four of five items with equal or other content")
  func everyUpdate() {
    var lists: [[Int]] = []
    withEverySubset(of: 5) { chosen in
      let items = (0..<5).filter { chosen[$0] }
      if items.count <= 4 { withEveryPermutation(of: items) { lists.append($0) } }
    }
    // A short run checks every 23rd case, and `make test-long` checks all.
    let step = TestLength.choose(short: 23, long: 1)
    var (cases, checked) = (0, 0)
    for old in lists {
      let before = ListSnapshot([(0, old)])
      for new in lists {
        let moves = BruteForceDiff.fewestMoves(old, new)
        withEverySubset(of: new.count) { mask in
          cases += 1
          guard cases % step == 0 else { return }
          checked += 1
          let updated = Set(zip(new, mask).filter(\.1).map(\.0))
          let after = ListSnapshot([(0, new)]) { updated.contains($0) ? "new" : "\($0)" }
          let changes = ChangeSet(from: before, to: after)
          verify(changes, before, after, "\(old) → \(new), \(updated)")
          let expected = new.filter { updated.contains($0) && old.contains($0) }
          let isMinimal =
            changes.updates.map { new[$0.to.item] } == expected && changes.moves.count == moves
            && changes.deletedCount == old.count(where: { !new.contains($0) })
            && changes.insertedCount == new.count(where: { !old.contains($0) })
            && changes.isEmpty == (old == new && expected.isEmpty)
          if !isMinimal { Issue.record("\(old) → \(new), \(updated): \(changes)") }
        }
      }
    }
    #expect(cases == 513_146)
    #expect(checked == cases / step)
  }

  @Test("agrees with the oracle for all edits of up to three sections")
  func everySectionedPair() {
    var lists: [Lists] = []
    for count in 0...3 {
      withEveryPermutation(of: Array(0..<count)) { ids in
        withEveryTuple(of: 3, in: -1..<count) { places in
          for order in [[0, 1, 2], [2, 0, 1]] {
            lists.append(
              ids.enumerated().map { place, id in (id, order.filter { places[$0] == place }) })
          }
        }
      }
    }
    let step = TestLength.choose(short: 97, long: 1)
    var cases = 0
    for (i, old) in lists.enumerated() {
      let before = ListSnapshot(old)
      for (j, new) in lists.enumerated() where (i * 13 + j) % step == 0 {
        let after = ListSnapshot(new)
        let changes = ChangeSet(from: before, to: after)
        verify(changes, before, after, "\(old) → \(new)")
        let expected = ChangeSet.between(old, new)
        let isEqual =
          changes.sectionDeletions == expected.sectionDeletions
          && changes.sectionInsertions == expected.sectionInsertions
          && changes.sectionMoves.count == expected.sectionMoves.count
          && changes.deletedCount == expected.deletedCount
          && changes.insertedCount == expected.insertedCount
          && changes.moves.count == expected.moves.count
        if !isEqual { Issue.record("\(old) → \(new): \(changes), not \(expected)") }
        cases += 1
      }
    }
    #expect(cases > 7_000)
  }

  @Test(
    "keeps the invariants and minimal counts for large random edits",
    arguments: [3, 30, 1_000, 1_000_000])
  func randomEdits(alphabet: Int) {
    var generator = SeededGenerator(seed: UInt64(alphabet))
    for round in 0..<60 {
      let count = [0, 1, 15, 17, 33, 100, 700, 4_200][round % 8]
      let old = (0..<count).map { _ in Int.random(in: 0..<alphabet, using: &generator) }
      let new = edited(old, alphabet: alphabet, &generator)
      let changes = ChangeSet(from: old, to: new)
      #expect(changes.invariantViolation() == nil)
      #expect(replay(changes, old, new) == new)
      let back = ChangeSet(from: new, to: old)
      #expect(back.deletedCount == changes.insertedCount)
      #expect(back.insertedCount == changes.deletedCount)
      #expect(changes.deletedCount == excess(old, over: new))
      #expect(changes.insertedCount == excess(new, over: old))
      #expect(ChangeSet(from: new, to: new).isEmpty)
    }
  }

  /// Returns how many more of each element one list has than the other.
  private func excess(_ one: [Int], over other: [Int]) -> Int {
    func tally(_ list: [Int]) -> [Int: Int] { list.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
    let others = tally(other)
    return tally(one).reduce(0) { $0 + max(0, $1.value - others[$1.key, default: 0]) }
  }

  private func edited(
    _ old: [Int], alphabet: Int, _ generator: inout SeededGenerator
  ) -> [Int] {
    var new = old
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      let place = Int.random(in: 0...new.count, using: &generator)
      let length = Int.random(in: 0...min(40, new.count - place), using: &generator)
      let block = Array(new[place..<(place + length)])
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: new.removeSubrange(place..<(place + length))
      case 1: new.insert(Int.random(in: 0..<alphabet, using: &generator), at: place)
      case 2:
        new.removeSubrange(place..<(place + length))
        new.insert(contentsOf: block, at: Int.random(in: 0...new.count, using: &generator))
      case 3: new.replaceSubrange(place..<(place + length), with: block.reversed())
      default:
        new.replaceSubrange(place..<(place + length), with: block.shuffled(using: &generator))
      }
    }
    return new
  }

  @Test("few edits of repeated numbers move few items")
  func repeats() {
    for (alphabet, limit) in [(3, 150), (8, 120), (30, 100)] {
      var generator = SeededGenerator(seed: UInt64(alphabet))
      var moves = 0
      for _ in 0..<60 {
        let old = (0..<1_000).map { _ in Int.random(in: 0..<alphabet, using: &generator) }
        var new = old
        new.remove(at: Int.random(in: 0..<999, using: &generator))
        new.insert(0, at: Int.random(in: 0..<999, using: &generator))
        let place = Int.random(in: 0..<999, using: &generator)
        new.insert(new.remove(at: place), at: Int.random(in: 0..<999, using: &generator))
        moves += ChangeSet(from: old, to: new).moves.count
      }
      #expect(moves <= limit, "\(alphabet)")
    }
  }

  @Test("moves all common numbers outside of a longest increasing subsequence")
  func fewestMovesOfMany() {
    var generator = SeededGenerator(seed: 11)
    for count in [10, 100, 1_000, 5_000] {
      let old = Array(0..<count)
      for new in [
        old.reversed(), old.shuffled(using: &generator),
        Array(old[(count / 3)...] + old[..<(count / 3)]),
      ] {
        // Patience sorting: the top of each pile.
        var piles: [Int] = []
        for element in new {
          let pile = piles.firstIndex { $0 > element } ?? piles.count
          if pile < piles.count { piles[pile] = element } else { piles.append(element) }
        }
        #expect(ChangeSet(from: old, to: new).moves.count == count - piles.count)
      }
    }
  }

  @Test("if two items pass each other, the changed one moves")
  func changedMoves() throws {
    for moved in [1, 2] {
      let before = ListSnapshot([(0, [1, 2])])
      let after = ListSnapshot([(0, [2, 1])]) { $0 == moved ? "changed" : "\($0)" }
      let last = ListSnapshot([(0, [2, 1])]) { $0 == moved ? "changed" : "new \($0)" }
      let changes = ChangeSet(from: before, to: after)
      let both = try changes.composed(with: ChangeSet(from: after, to: last))
      for changes in [changes, both] {
        #expect(changes.moves.map { before.id(at: $0.from) } == [ItemID(moved)])
      }
    }
  }

  @Test("lists that share chunks have the same differences as separate lists")
  func sharedChunks() {
    var generator = SeededGenerator(seed: 21)
    for round in 0..<300 {
      // Ranges of a few chunks, some of which are in the list more than once.
      let chunks = (0..<6).map { chunk in
        ElementSequence(
          items: (0..<300).map { SampleItem(chunk * 300 + $0 % (round % 2 == 0 ? 300 : 200)) })
      }
      func version() -> ListSnapshot {
        ListSnapshot(
          sections: (0..<2).map { id in
            var items = ElementSequence()
            for chunk in chunks.shuffled(using: &generator).prefix(4) {
              let start = Int.random(in: 0...300, using: &generator)
              let end = Int.random(in: start...300, using: &generator)
              items = items + chunk.slice(start..<end)
              if Bool.random(using: &generator) { items = items + chunk.slice(0..<start) }
            }
            return SectionSnapshot(id: ItemID(id), items: items)
          })
      }
      let (before, after) = (version(), version())
      verify(ChangeSet(from: before, to: after), before, after, "round \(round)")
      var edited = before
      for _ in 0..<5 {
        let count = edited.sections[0].items.count
        let start = Int.random(in: 0...count, using: &generator)
        let end = min(count, start + Int.random(in: 0...3, using: &generator))
        let new = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
          SampleItem(Int.random(in: 0..<1_800, using: &generator), "new")
        }
        edited.sections[0].items.replaceSubrange(start..<end, with: new)
      }
      verify(ChangeSet(from: before, to: edited), before, edited, "round \(round), edited")
      let apart = ChangeSet(
        from: ListSnapshot(copying: before), to: ListSnapshot(copying: edited))
      #expect(ChangeSet(from: before, to: edited).deletedCount == apart.deletedCount)
      #expect(ChangeSet(from: before, to: edited).insertedCount == apart.insertedCount)
    }
  }
}

extension ListSnapshot {
  /// Creates an equal list that shares nothing with `list`.
  fileprivate init(copying list: ListSnapshot) {
    self.init(
      sections: zip(list.sections, list.content).map { section, items in
        SectionSnapshot(id: section.id, items: ElementSequence(items: items))
      })
  }
}
