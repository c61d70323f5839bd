import MocoaModel
import MocoaTestSupport
import Synchronization
import Testing

@Suite("Snapshots of lists")
struct ListSnapshotTests {
  /// A section that counts its calls.
  private final class CountingSection: SectionModel {
    let asked = Atomic(0)
    let itemCount: Int

    init(count: Int) { itemCount = count }

    var sectionID: ItemID { "all" }

    func item(at position: Int) -> any CellModel {
      asked.add(1, ordering: .relaxed)
      return SampleItem(position)
    }

    func itemID(at position: Int) -> ItemID { ItemID(position) }
  }

  @Test("reads one item of a million only on access")
  func laziness() {
    let section = CountingSection(count: 1_000_000)
    let list = ListSnapshot(SectionedList([section]))
    #expect(list.itemCount == 1_000_000)
    #expect(list.lastPath == ItemPath(section: 0, item: 999_999))
    #expect(list.id(at: ItemPath(section: 0, item: 7)) == 7)
    var edited = list
    edited.sections[0].items.append([SampleItem(-1)])
    edited.sections[0].items.replaceSubrange(10..<999_990, with: [])
    #expect(edited.itemCount == 21)
    #expect(edited.invariantViolation() == nil)
    #expect(section.asked.load(ordering: .relaxed) == 0)
    #expect((list.element(at: ItemPath(section: 0, item: 5)) as? SampleItem)?.id == 5)
    #expect(section.asked.load(ordering: .relaxed) == 1)
  }

  @Test("has the content of its model")
  func model() throws {
    let list = ListSnapshot(
      SectionedList([
        Section(
          id: "s", moduleName: "albums", header: SampleItem(1),
          items: [SampleItem(2), SampleItem(3)],
          footer: SampleItem(4)),
        Section(id: 2, items: []),
      ]))
    let first = try #require(list.sections.first)
    #expect(first.id == "s")
    #expect(first.moduleName == "albums")
    #expect(first.header?.itemID == 1)
    #expect(first.footer?.itemID == 4)
    #expect(list.identities == [[2, 3], []])
    #expect(list.sections[1].header == nil)
    #expect(list.sections[1].moduleName == "")
    #expect(list.itemCounts == [2, 0])
  }

  @Test("forward and backward paths visit every item once")
  func paths() {
    for sections in 0...4 {
      withEveryTuple(of: sections, in: 0..<3) { counts in
        let list = ListSnapshot(numbers: counts.map { Array(0..<$0) })
        let all = counts.enumerated().flatMap { section, count in
          (0..<count).map { ItemPath(section: section, item: $0) }
        }
        var forth: [ItemPath] = []
        var path = list.firstPath
        while let current = path, forth.count <= all.count {
          forth.append(current)
          path = list.path(after: current)
        }
        #expect(forth == all, "counts \(counts)")
        var back: [ItemPath] = []
        path = list.lastPath
        while let current = path, back.count <= all.count {
          back.append(current)
          path = list.path(before: current)
        }
        #expect(back.reversed() == all, "counts \(counts)")
        #expect(all.allSatisfy(list.contains))
        for (section, count) in counts.enumerated() {
          #expect(!list.contains(ItemPath(section: section, item: count)))
          #expect(!list.contains(ItemPath(section: section, item: -1)))
        }
        #expect(!list.contains(ItemPath(section: counts.count, item: 0)))
        #expect(!list.contains(ItemPath(section: -1, item: 0)))
      }
    }
  }

  @Test("compares the content of two snapshots at different paths")
  func content() {
    let old = ListSnapshot(sections: [
      SectionSnapshot(
        id: 0, items: ElementSequence(items: [SampleItem(1, "a"), SampleItem(2, "b")]))
    ])
    let new = ListSnapshot(sections: [
      SectionSnapshot(id: 9),
      SectionSnapshot(
        id: 0, items: ElementSequence(items: [SampleItem(2, "b"), SampleItem(1, "x")])),
    ])
    func equal(_ item: Int, _ other: Int) -> Bool {
      old.isContentEqual(
        at: ItemPath(section: 0, item: item), in: new, at: ItemPath(section: 1, item: other))
    }
    #expect(equal(1, 0))
    #expect(!equal(0, 1))
  }
}
