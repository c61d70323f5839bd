import Mocoa
@testable import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("The set of hidden items")
struct HiddenItemsTests {
  typealias Part = FakeListSource.Part

  /// Returns the hidden items of a list, given their numbers.
  static func known(_ numbers: Set<Int>, in parts: [Part]) -> HiddenItems {
    var hidden = HiddenItems()
    for (section, part) in parts.enumerated() {
      for (item, model) in part.items.enumerated() where numbers.contains(model.id) {
        hidden.insert(.item(ItemPath(section: section, item: item)))
      }
      if let header = part.header, numbers.contains(header.id) {
        hidden.insert(.header(section: section))
      }
    }
    return hidden
  }

  /// Returns the update from one list to another.
  static func update(_ old: [Part], _ new: [Part]) -> ListUpdate? {
    let source = FakeListSource(old)
    var update: ListUpdate?
    let token = source.observe { update = $0 }
    source.show(sections: new)
    token.cancel()
    return update
  }

  @Test("moves with its items through every edit of a small section")
  func everyEdit() throws {
    let old = [Part(0, (0..<4).map { note($0) })]
    try withEverySubset(of: 4) { hidden in
      let numbers = Set((0..<4).filter { hidden[$0] })
      try withEverySubset(of: 4) { kept in
        for added in 0...1 {
          try withEveryPermutation(of: (0..<4).filter { kept[$0] } + (10..<(10 + added))) { order in
            let new = [Part(0, order.map { note($0) })]
            var carried = Self.known(numbers, in: old)
            carried.carry(through: try #require(Self.update(old, new)))
            let expected = Self.known(numbers, in: new)
            if carried.items != expected.items {
              Issue.record("\(numbers) in \(order): \(carried), not \(expected)")
            }
          }
        }
      }
    }
  }

  @Test("moves with its items through random edits, without changed items")
  func randomEdits() throws {
    var generator = SeededGenerator(seed: 5)
    for round in 0..<2_000 {
      func parts() -> [Part] {
        var numbers = Array(0..<30).shuffled(using: &generator)[...]
        return Array(0..<4).shuffled(using: &generator).prefix(3).map { id in
          let count = Int.random(in: 0...12, using: &generator)
          defer { numbers = numbers.dropFirst(count) }
          let name = Int.random(in: 0..<9, using: &generator) == 0 ? "other" : ""
          return Part(
            id, name: name, header: note(100 + id),
            numbers.prefix(count).map {
              note($0, Int.random(in: 0..<9, using: &generator) == 0 ? "changed" : nil)
            })
        }
      }
      let (old, new) = (parts(), parts())
      let numbers = Set((0..<104).filter { _ in Bool.random(using: &generator) })
      var carried = Self.known(numbers, in: old)
      carried.carry(through: try #require(Self.update(old, new)))
      // The items that stayed unchanged in their section.
      let expected = Self.known(
        Set(
          new.flatMap { part -> [Int] in
            guard let former = old.first(where: { $0.id == part.id }), former.name == part.name
            else { return [] }
            return part.items.filter(former.items.contains).map(\.id)
              + [part.header, former.header].compactMap { $0?.id }
          }
        ).intersection(numbers), in: new)
      #expect(carried.items == expected.items, "round \(round)")
      #expect(
        (carried.boundaries[.header] ?? RangeSet()) == (expected.boundaries[.header] ?? RangeSet()),
        "round \(round)")
    }
  }

  /// Lays out until the layout is complete.
  ///
  /// Returns the number of layouts and of measured heights.
  static func search(
    _ list: ListSnapshot, from anchor: ListElement, _ hidden: inout HiddenItems,
    visible: (ListElement) -> Bool
  ) -> (passes: Int, asked: Int, frames: [ListElement]) {
    var (passes, asked) = (0, 0)
    while passes < 1_000 {
      passes += 1
      let layout = withoutActuallyEscaping(visible) { visible in
        ListLayout(
          list, anchor: .init(element: anchor, row: 0), rows: 5, sticks: false, hidden: &hidden,
          height: { element in
            asked += 1
            return visible(element) ? 1 : 0
          })
      }
      if layout.isComplete { return (passes, asked, layout.frames.map(\.element)) }
    }
    return (passes, asked, [])
  }

  @Test("skips a known run of 10,000 items after an edit")
  func survivesEdits() throws {
    func parts(_ head: [Int]) -> [Part] {
      [Part(0, (head + Array(0..<10_000) + [20_000]).map { note($0) })]
    }
    let (old, new) = (parts([30_000, 30_001]), parts([30_001, 30_002, 30_003]))
    let before = ListSnapshot(sections: old.map(\.snapshotForTests))
    let after = ListSnapshot(sections: new.map(\.snapshotForTests))
    var hidden = HiddenItems()
    let first = ListElement.item(ItemPath(section: 0, item: 0))
    func isVisible(in list: ListSnapshot) -> (ListElement) -> Bool {
      { ($0.path.flatMap { list.element(at: $0) as? SampleItem }?.id ?? 0) >= 20_000 }
    }
    let found = Self.search(before, from: first, &hidden, visible: isVisible(in: before))
    #expect(found.passes == 3)
    #expect(hidden.count == 10_000)
    // Created by hand, because the oracle compares all pairs.
    var changes = ChangeSet(countsBefore: before.itemCounts, countsAfter: after.itemCounts)
    changes.deletions = [.init(section: 0, range: 0..<1)]
    changes.insertions = [.init(section: 0, range: 1..<3)]
    hidden.carry(through: ListUpdate(before: before, after: after, changes: changes))
    #expect(hidden.count == 10_000)
    let again = Self.search(after, from: first, &hidden, visible: isVisible(in: after))
    #expect(again.passes == 1)
    #expect(again.asked <= 6)
    #expect(again.frames.count == 4)
  }

  @Test(
    "skips 100,000 sections of hidden items after one search"
  )
  func hiddenSections() {
    let sections = (0..<100_000).map { index in
      SectionSnapshot(
        id: ItemID(index), header: index % 3 == 0 ? note(1) : nil,
        items: ElementSequence(items: index % 3 == 1 ? [note(index)] : []))
    }
    let list = ListSnapshot(
      sections: [SectionSnapshot(id: -1, items: ElementSequence(items: [note(-1)]))] + sections
        + [SectionSnapshot(id: -2, items: ElementSequence(items: [note(-2)]))])
    let ends: [ListElement] = [0, 100_001].map { .item(ItemPath(section: $0, item: 0)) }
    for start in ends {
      var hidden = HiddenItems()
      let first = Self.search(list, from: start, &hidden) { ends.contains($0) }
      #expect(first.frames == ends)
      #expect((30...80).contains(first.passes))
      #expect(first.asked <= 70_000 + 3 * first.passes)
      let second = Self.search(list, from: start, &hidden) { ends.contains($0) }
      #expect(second.passes == 1)
      #expect(second.asked <= 4)
      // A new visible item is found, and the other sections are still skipped.
      var after = list
      after.sections[50_000].items.append([note(7)])
      let end = after.sections[50_000].items.count - 1
      var changes = ChangeSet(countsBefore: list.itemCounts, countsAfter: after.itemCounts)
      changes.insertions = [.init(section: 50_000, range: end..<(end + 1))]
      hidden.carry(through: ListUpdate(before: list, after: after, changes: changes))
      let new = ListElement.item(ItemPath(section: 50_000, item: end))
      let third = Self.search(after, from: start, &hidden) { ends.contains($0) || $0 == new }
      #expect(third.frames == [ends[0], new, ends[1]])
      #expect(third.passes == 1)
      #expect(third.asked <= 8)
    }
  }

  @Test("skips headers without rows, regardless of their number")
  func hiddenHeaders() {
    let stage = ListRendererTests.Stage(
      (0..<6_000).map { Part($0, header: note(1, kind: "odd"), []) } + [Part(9_000, [note(3)])])
    for _ in 0..<6 { stage.draw() }
    #expect(stage.screen.hasPrefix(" ▌ item 3"))
    #expect(stage.renderer.hiddenCount == 0)
  }
}

extension FakeListSource.Part {
  /// The section of a snapshot that a fake source creates for the part.
  fileprivate var snapshotForTests: SectionSnapshot {
    SectionSnapshot(id: ItemID(id), items: ElementSequence(items: items))
  }
}

extension HiddenItems {
  fileprivate mutating func carry(through update: ListUpdate) {
    remap(through: update, update.changes.makePathMap())
  }
}
