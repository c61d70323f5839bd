import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Change sets")
struct ChangeSetTests {
  private typealias Lists = [(id: Int, items: [Int])]

  @Test("maps items to their new paths for all edits of one section")
  func everyItemEdit() {
    for count in 0...4 {
      let old = Array(0..<count)
      withEverySubset(of: count) { kept in
        let survivors = old.filter { kept[$0] }
        for added in 0...(5 - survivors.count) {
          withEveryPermutation(of: survivors + (10..<(10 + added))) { new in
            for stay in UnmovedPolicy.allCases {
              let changes = ChangeSet.between([(0, old)], [(0, new)], stay: stay)
              let expected = old.map { item in
                new.firstIndex(of: item).map { ItemPath(section: 0, item: $0) }
              }
              let found = old.indices.map {
                changes.makePathMap().newPath(of: ItemPath(section: 0, item: $0))
              }
              if found != expected {
                Issue.record("\(old) → \(new), \(stay): \(found), not \(expected)")
              }
              if stay == .longest {
                let isAppend = new.starts(with: old)
                if changes.isAppend != isAppend {
                  Issue.record("\(old) → \(new): isAppend is not \(isAppend)")
                }
                if changes.isEmpty != (old == new) { Issue.record("\(old) → \(new): isEmpty") }
              }
            }
          }
        }
      }
    }
  }

  @Test("maps sections and items for all edits of up to three sections")
  func everySectionEdit() {
    var cases = 0
    for count in 1...3 {
      withEveryTuple(of: 2, in: 0..<count) { places in
        let old: Lists = (0..<count).map { section in
          (section, places.indices.filter { places[$0] == section })
        }
        withEverySubset(of: count) { kept in
          for added in 0...(count < 3 ? 1 : 0) {
            withEveryPermutation(of: (0..<count).filter { kept[$0] } + (9..<(9 + added))) { ids in
              // Each item is in one of the new sections, or in none if the index is -1.
              withEveryTuple(of: 2, in: -1..<ids.count) { places in
                for order in [[0, 1], [1, 0]] {
                  let new: Lists = ids.enumerated().map { position, id in
                    (id, order.filter { places[$0] == position })
                  }
                  check(old, new)
                  cases += 1
                }
              }
            }
          }
        }
      }
    }
    #expect(cases > 3_000)
  }

  @Test("maps items for random edits of larger lists")
  func randomEdits() {
    var generator = SeededGenerator(seed: 7)
    func random() -> Lists {
      var items = Array(0..<30).shuffled(using: &generator).prefix(20)
      let ids = Array(0..<6).shuffled(using: &generator)
        .prefix(Int.random(in: 1...5, using: &generator))
      return ids.map { id in
        let count = Int.random(in: 0...items.count, using: &generator)
        defer { items = items.dropFirst(count) }
        return (id, Array(items.prefix(count)))
      }
    }
    for _ in 0..<300 { check(random(), random()) }
  }

  private func check(_ old: Lists, _ new: Lists) {
    let newSections = new.map(\.id)
    let oldSections = old.map(\.id)
    for stay in UnmovedPolicy.allCases {
      let changes = ChangeSet.between(old, new, stay: stay)
      for (position, section) in old.enumerated() {
        let place = newSections.firstIndex(of: section.id)
        if changes.makePathMap().newIndex(ofSection: position) != place {
          Issue.record("\(old) → \(new), \(stay): section \(position)")
        }
        for (index, item) in section.items.enumerated() {
          // Items of deleted and inserted sections are implied, and therefore not mapped.
          let target = new.indices.first {
            oldSections.contains(newSections[$0]) && new[$0].items.contains(item)
          }
          let expected = target.flatMap { target in
            new[target].items.firstIndex(of: item).map { ItemPath(section: target, item: $0) }
          }
          let found = changes.makePathMap().newPath(of: ItemPath(section: position, item: index))
          if found != (place == nil ? nil : expected) {
            Issue.record("\(old) → \(new), \(stay): item \(item) at \(String(describing: found))")
          }
        }
      }
    }
  }

  @Test("appending is one insertion at the end of one section")
  func appending() {
    let list = ListSnapshot(numbers: [[1], [2, 3], []])
    let changes = ChangeSet.appending(1_000_000, toSection: 1, of: list)
    #expect(changes.countsBefore == [1, 2, 0])
    #expect(changes.countsAfter == [1, 1_000_002, 0])
    #expect(changes.insertions == [.init(section: 1, range: 2..<1_000_002)])
    #expect(changes.isAppend)
    #expect(!changes.isEmpty)
    #expect(
      changes.makePathMap().newPath(of: ItemPath(section: 1, item: 1))
        == ItemPath(section: 1, item: 1))
    #expect(ChangeSet.appending(0, toSection: 1, of: list) == .unchanged(list))
  }

  @Test("an unchanged list and an empty append have no changes")
  func unchanged() {
    let changes = ChangeSet.unchanged(ListSnapshot(numbers: [[1], [2, 3]]))
    #expect(changes.isEmpty)
    #expect(changes.isAppend)
    #expect(changes.countsBefore == [1, 2])
    #expect(changes.countsAfter == [1, 2])
  }

  @Test("replacing all sections maps no item")
  func replacing() {
    let before = ListSnapshot(numbers: [[1], [2, 3]])
    let after = ListSnapshot(numbers: [[1, 2, 3]])
    let changes = ChangeSet.replacing(before, with: after)
    #expect(changes.sectionDeletions == [0, 1])
    #expect(changes.sectionInsertions == [0])
    #expect(changes.countsBefore == [1, 2])
    #expect(changes.countsAfter == [3])
    #expect(changes.makePathMap().newIndex(ofSection: 0) == nil)
    #expect(changes.makePathMap().newPath(of: ItemPath(section: 1, item: 0)) == nil)
    #expect(!changes.isAppend)
    #expect(ChangeSet.replacing(ListSnapshot(), with: ListSnapshot()).isEmpty)
  }

  @Test("a single change is neither empty nor an append")
  func notAppend() {
    let path = ItemPath(section: 0, item: 0)
    let edits: [(String, (inout ChangeSet) -> Void)] = [
      ("section deletion", { $0.sectionDeletions = [0] }),
      ("section insertion", { $0.sectionInsertions = [0] }),
      ("section move", { $0.sectionMoves = [.init(from: 0, to: 1)] }),
      ("section update", { $0.sectionUpdates = [.init(from: 0, to: 0)] }),
      ("deletion", { $0.deletions = [.init(section: 0, range: 0..<1)] }),
      ("insertion before others", { $0.insertions = [.init(section: 0, range: 0..<1)] }),
      ("move", { $0.moves = [.init(from: path, to: path)] }),
      ("update", { $0.updates = [.init(from: path, to: path)] }),
      ("reload", { $0.reloads = [path] }),
    ]
    for (name, edit) in edits {
      var changes = ChangeSet(countsBefore: [2, 2], countsAfter: [2, 2])
      edit(&changes)
      #expect(!changes.isEmpty, "\(name)")
      #expect(!changes.isAppend, "\(name)")
    }
  }
}
