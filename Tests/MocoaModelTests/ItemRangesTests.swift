import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Ranges of items")
struct ItemRangesTests {
  private static func ranges(_ numbers: Set<Int>, in list: [[Int]]) -> ItemRanges {
    var ranges = ItemRanges()
    for (section, items) in list.enumerated() {
      for (item, number) in items.enumerated() where numbers.contains(number) {
        ranges.insert(ItemPath(section: section, item: item))
      }
    }
    return ranges
  }

  private static func snapshot(_ list: [[Int]], _ ids: [Int]) -> ListSnapshot {
    ListSnapshot(
      sections: zip(ids, list).map { id, items in
        SectionSnapshot(
          id: ItemID(id), items: ElementSequence(items: items.map { Number(id: $0) }))
      })
  }

  private struct Number: CellModel, Identifiable, Equatable {
    let id: Int
  }

  @Test("removes a range, even if some of its items are missing")
  func removing() {
    var ranges = ItemRanges()
    ranges.insert(.init(section: 1, range: 3..<9))
    ranges.remove(.init(section: 1, range: 0..<5))
    ranges.remove(.init(section: 0, range: 0..<5))
    ranges.remove(.init(section: 1, range: 7..<7))
    #expect(ranges.count == 4 && ranges.runs == [.init(section: 1, range: 5..<9)])
    ranges.remove(.init(section: 1, range: 0..<90))
    #expect(ranges.isEmpty && ranges == ItemRanges())
  }

  @Test("stay with their items over random changes, also across sections")
  func carrying() throws {
    var generator = SeededGenerator(seed: 11)
    for round in 0..<2_000 {
      func list() -> (ids: [Int], items: [[Int]]) {
        var numbers = Array(0..<24).shuffled(using: &generator)[...]
        let ids = Array(Array(0..<4).shuffled(using: &generator).prefix(3))
        return (
          ids,
          ids.map { _ in
            let count = Int.random(in: 0...9, using: &generator)
            defer { numbers = numbers.dropFirst(count) }
            return Array(numbers.prefix(count))
          }
        )
      }
      let (old, new) = (list(), list())
      let changes = ChangeSet(
        from: Self.snapshot(old.items, old.ids), to: Self.snapshot(new.items, new.ids))
      let marked = Set((0..<24).filter { _ in Bool.random(using: &generator) })
      var carried = Self.ranges(marked, in: old.items)
      carried.remap(through: changes.makePathMap())
      // An item of a deleted or inserted section is another item.
      let stayed = Set(old.ids).intersection(new.ids)
      func numbers(_ list: (ids: [Int], items: [[Int]])) -> Set<Int> {
        Set(zip(list.ids, list.items).flatMap { stayed.contains($0) ? $1 : [] })
      }
      let expected = Self.ranges(
        marked.intersection(numbers(old)).intersection(numbers(new)), in: new.items)
      #expect(carried == expected, "round \(round): \(old) to \(new)")
    }
  }

  @Test("set operations match those of sets of items")
  func algebra() {
    var generator = SeededGenerator(seed: 12)
    let list = [Array(0..<12), Array(12..<20), Array(20..<24)]
    for round in 0..<1_000 {
      let rarity = Int.random(in: 1...4, using: &generator)
      func some() -> Set<Int> {
        Set((0..<24).filter { _ in Int.random(in: 0..<rarity, using: &generator) == 0 })
      }
      let (one, other) = (some(), some())
      let (ones, others) = (Self.ranges(one, in: list), Self.ranges(other, in: list))
      #expect(ones.union(others) == Self.ranges(one.union(other), in: list), "\(round)")
      #expect(
        ones.symmetricDifference(others)
          == Self.ranges(one.symmetricDifference(other), in: list), "\(round)")
      #expect(ones.subtracting(others) == Self.ranges(one.subtracting(other), in: list), "\(round)")
      var inserted = ones
      let paths = list.enumerated().flatMap { section, items in
        items.indices.filter { other.contains(items[$0]) }
          .map { ItemPath(section: section, item: $0) }
      }
      inserted.insert(contentsOf: paths.shuffled(using: &generator))
      #expect(inserted == ones.union(others), "\(round)")
    }
  }

  @Test("mark, unmark and count every second of a million items")
  func alternating() {
    var odd = ItemRanges()
    odd.insert(stride(from: 1, to: 1_000_000, by: 2).map { $0..<($0 + 1) }, inSection: 0)
    var all = ItemRanges()
    all.insert(.init(section: 0, range: 0..<1_000_000))
    #expect(odd.count == 500_000 && odd.union(all).runs == all.runs)
    let even = all.subtracting(odd)
    #expect(even.count == 500_000 && even.runs[7].range == 14..<15)
    #expect(even.symmetricDifference(odd) == all)
  }

  @Test("a million adjacent items are one run, and are mapped as one")
  func neighbours() {
    var ranges = ItemRanges()
    ranges.insert(.init(section: 0, range: 0..<1_000_000))
    #expect(ranges.count == 1_000_000)
    var changes = ChangeSet(countsBefore: [1_000_000], countsAfter: [1_000_001])
    changes.insertions = [.init(section: 0, range: 500..<501)]
    ranges.remap(through: changes.makePathMap())
    #expect(ranges.runs.map(\.range) == [0..<500, 501..<1_000_001])
    let removed = ranges.remove(ItemPath(section: 0, item: 3))
    let again = ranges.remove(ItemPath(section: 0, item: 3))
    #expect(removed && !again)
    #expect(ranges.count == 999_999)
    let isNew = ranges.insert(ItemPath(section: 0, item: 4))
    #expect(!isNew)
    ranges.removeAll(inSection: 0)
    #expect(ranges == ItemRanges())
  }
}
