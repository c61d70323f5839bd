import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Plain data as a list")
struct PlainDataTests {
  private struct Unequal: Sendable {}

  private func counts(_ value: (any Sendable)?) -> [Int] {
    ListSnapshot(PlainData(value)).itemCounts
  }

  private func values(_ value: (any Sendable)?) -> [[String]] {
    let list = ListSnapshot(PlainData(value))
    return list.sections.map { section in
      (0..<section.items.count).map { position in
        let cell = section.items.element(at: position) as? PlainCellModel
        return cell.flatMap { $0.value.map { "\($0)" } } ?? "nil"
      }
    }
  }

  // F21, F22, scenario 49.
  @Test("follows the rules for nil, values, arrays and nested arrays")
  func shapes() {
    #expect(counts(nil) == [])
    #expect(counts(Optional<Int>.none) == [])
    #expect(values("text") == [["text"]])
    #expect(values(7) == [["7"]])
    #expect(values([1, 2, 3]) == [["1"], ["2"], ["3"]])
    #expect(values([["a", "b"], ["c"]]) == [["a", "b"], ["c"]])
    #expect(counts([Int]()) == [])
    #expect(values([[], [1]] as [[Int]]) == [[], ["1"]])
    let mixed: [any Sendable] = [1, [2, 3], "x"]
    #expect(values(mixed) == [["1"], ["2", "3"], ["x"]])
    #expect(counts(["k": 1]) == [1])
  }

  // B22, scenario 49.
  @Test("keeps the index of a nil in an array")
  func nils() {
    #expect(values([1, nil, 3] as [Int?]) == [["1"], ["nil"], ["3"]])
    #expect(values([[1, nil], [nil]] as [[Int?]]) == [["1", "nil"], ["nil"]])
    #expect(values([[1], nil] as [[Int]?]) == [["1"], ["nil"]])
  }

  // F20, F23.
  @Test("uses the identity of a model, and otherwise the index")
  func identity() {
    let list = ListSnapshot(PlainData([[SampleItem(42, kind: "album"), SampleItem(7)]]))
    #expect(list.identities == [[42, 7]])
    #expect(list.element(at: ItemPath(section: 0, item: 0)).moduleName == "album")
    #expect(ListSnapshot(PlainData(SampleItem(9))).identities == [[9]])
    let plain = ListSnapshot(PlainData([["x", "y"], ["z"]]))
    #expect(plain.identities == [[0, 1], [0]])
    #expect(plain.sections.map(\.id) == [0, 1])
    #expect(plain.sections.allSatisfy { $0.header == nil && $0.footer == nil })
  }

  private struct Group: SectionModel, CellModel, Equatable {
    var name: String
    var count: Int
    var sectionID: ItemID { ItemID(name) }
    var itemID: ItemID { ItemID(name) }
    var moduleName: String { name }
    var header: (any CellModel)? { SampleItem(99) }
    var itemCount: Int { count }
    func item(at position: Int) -> any CellModel { SampleItem(position) }
  }

  // F21–F23: the rules for plain data do not apply to sections and lists.
  @Test("uses a section or a list unchanged")
  func spokenFor() {
    #expect(counts([Group(name: "a", count: 2), Group(name: "b", count: 0)]) == [2, 0])
    #expect(counts(Group(name: "a", count: 3)) == [3])
    let mixed: [any Sendable] = [Group(name: "a", count: 2), 7]
    #expect(counts(mixed) == [2, 1])
    let list = SectionedList([Group(name: "a", count: 2)])
    #expect(counts(list) == [2])
    let snapshot = ListSnapshot(PlainData([Group(name: "a", count: 2)]))
    #expect(snapshot.sections.map(\.id) == ["a"])
    #expect(snapshot.sections.map(\.moduleName) == ["a"])
    #expect(snapshot.sections.first?.header?.itemID == 99)
  }

  // F20, F21: the object is the model of the section and the model of its only cell.
  @Test("a value that is section and cell names both modules")
  func names() {
    let list = ListSnapshot(PlainData([SampleItem(1, kind: "album"), SampleItem(2)]))
    #expect(list.sections.map(\.moduleName) == ["album", ""])
    #expect(list.element(at: ItemPath(section: 0, item: 0)).moduleName == "album")
    // In nested arrays the section is an array, which has no name.
    let nested = ListSnapshot(PlainData([[SampleItem(1, kind: "album")]]))
    #expect(nested.sections.map(\.moduleName) == [""])
  }

  @Test("compares by type and value; values without equality are never equal")
  func content() {
    func cell(_ value: (any Sendable)?) -> any CellModel {
      ListSnapshot(PlainData([value])).element(at: ItemPath(section: 0, item: 0))
    }
    #expect(cell(1).isContentEqual(to: cell(1)))
    #expect(!cell(1).isContentEqual(to: cell(2)))
    #expect(!cell(1).isContentEqual(to: cell("1")))
    #expect(!cell(1).isContentEqual(to: cell(nil)))
    #expect(cell(nil).isContentEqual(to: cell(nil)))
    #expect(!cell(Unequal()).isContentEqual(to: cell(Unequal())))
    #expect(!cell(1).isContentEqual(to: SampleItem(1)))
  }
}
