import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

/// Errors and limitations of XZMocoa's automatic updates: scenarios 68–77.
@Suite("Batch updates: new models")
@MainActor
struct BatchDifferenceTests {
  private func list(_ sections: [(Int, [Int])], text: String? = nil) -> SectionedList {
    SectionedList(
      sections.map { id, numbers in
        Section(id: ItemID(id), items: numbers.map { SampleItem($0, text) })
      })
  }

  // B2, scenarios 68, 73.
  @Test("items of a moved section change in the same update")
  func movedSection() throws {
    let it = Batching([.init(0, [SampleItem(1)]), .init(1, [SampleItem(5), SampleItem(6)])])
    let cells = it.makeCells()
    let update = it.list.setModel(list([(2, [9]), (1, [6, 7]), (0, [1])]))
    let changes = try #require(update.outcome?.changes)
    #expect(it.updates.count == 1)
    #expect(changes.sectionInsertions == [0])
    #expect(changes.sectionMoves.count == 1)
    #expect(changes.deletions == [.init(section: 1, range: 0..<1)])
    #expect(changes.insertions == [.init(section: 1, range: 1..<2)])
    #expect(it.list.existingCell(at: path(1, 0)) === cells[6])
    #expect(it.violation() == nil)
    #expect(it.mirror.problems == [])
  }

  /// Scenario 69: the lists that the author of XZMocoa tested.
  // B1.
  @Test("converts two difficult lists into each other, as items and sections")
  func torture() throws {
    let (one, two) = ([0, 1, 2, 3, 4, 15, 6, 14, 8, 9, 10, 11, 12], Array(10...15))
    for (old, new) in [(one, two), (two, one)] {
      let rows = Batching([old])
      let cells = rows.makeCells()
      rows.list.setModel(list([(100, new)]))
      #expect(rows.numbers == [new])
      let kept = rows.makeCells()
      #expect(kept.allSatisfy { cells[$0.key] == nil || cells[$0.key] === $0.value })
      let sections = Batching(old.map { .init($0, [SampleItem(100 + $0)]) })
      sections.makeCells()
      sections.list.setModel(list(new.map { ($0, [100 + $0]) }))
      #expect(sections.numbers == new.map { [100 + $0] })
      for it in [rows, sections] {
        #expect(it.violation() == nil)
        #expect(it.mirror.problems == [])
        #expect(it.updates.count == 1)
      }
    }
  }

  /// Scenario 70.
  @Test("inserting before many items is one insertion without moves")
  func head() {
    let it = Batching([Array(0..<100)])
    it.list.setModel(list([(100, Array(-1..<100))]))
    #expect(it.updates.map(\.changes.moves.count) == [0])
    #expect(it.updates.first?.changes.insertions == [.init(section: 0, range: 0..<1)])
  }

  // B5, scenario 72.
  @Test("accepts repeated items before and after")
  func repeated() {
    let it = Batching([[0, 1, 2]])
    for numbers in [[1, 1, 0], [0, 1, 1, 1], [2, 1, 2, 1], [2, 2], [0, 1, 2]] {
      it.makeCells()
      it.list.setModel(list([(100, numbers), (100, numbers)]))
      #expect(it.numbers == [numbers, numbers])
      #expect(it.violation() == nil)
    }
    #expect(it.mirror.problems == [])
  }

  // B3, scenario 74.
  @Test("updates an item with other content at any path")
  func content() {
    let it = Batching([[0, 1], [2]])
    let cells = it.makeCells()
    it.list.setModel(list([(101, [2]), (100, [0, 1])], text: "x"))
    #expect(it.updates.first?.changes.updates.count == 3)
    #expect(cells.values.allSatisfy { $0.model.text == "x" })
    #expect(it.mirror.problems == [])
  }

  // F74, B8, scenario 77.
  @Test("paths of an update do not depend on the order of edits")
  func coordinates() throws {
    let it = Batching([[0, 1, 2, 3]])
    try it.list.performBatchUpdates {
      try it.list.insertCell(SampleItem(8), at: path(0, 0))
      try it.list.insertCell(SampleItem(9), at: path(0, 0))
      try it.list.deleteCell(at: path(0, 5))
      try it.list.moveCell(at: path(0, 2), to: path(0, 4))
    }
    #expect(it.numbers == [[9, 8, 1, 2, 0]])
    let changes = try #require(it.updates.first?.changes)
    #expect(changes.insertions == [.init(section: 0, range: 0..<2)])
    #expect(changes.deletions == [.init(section: 0, range: 3..<4)])
    #expect(changes.moves == [.init(from: path(0, 0), to: path(0, 4))])
  }

  @Test("a model replaces earlier edits, and later edits change it")
  func edits() throws {
    let it = Batching([[0, 1, 2]])
    let update = try it.list.performBatchUpdates {
      try it.list.deleteCell(at: path(0, 0))
      it.list.setModel(list([(100, [0, 1, 2, 3])]))
      try it.list.deleteCell(at: path(0, 3))
      try it.list.deleteCell(at: path(0, 1))
    }
    #expect(it.numbers == [[0, 2]])
    #expect(update.outcome?.changes.deletions == [.init(section: 0, range: 1..<2)])
    #expect(it.updates.count == 1)
  }

  // B1: the smallest lists that XZMocoa updated incorrectly.
  @Test("sections end at the indexes of the model")
  func smallest() {
    for new in [[2, 1, 3, 0], [2, 1, 0], [3, 0, 2, 1]] {
      let it = Batching([.init(0, [SampleItem(100)]), .init(1, [SampleItem(101)])])
      let cells = it.makeCells()
      it.list.setModel(list(new.map { ($0, [100 + $0, 200 + $0]) }))
      #expect(it.numbers == new.map { [100 + $0, 200 + $0] })
      #expect(it.makeCells()[100] === cells[0 + 100])
      #expect(it.makeCells()[101] === cells[101])
      #expect(it.violation() == nil)
      // B2: changes of items are reported with the final indexes of their sections.
      #expect(it.mirror.problems == [])
    }
  }

  // B8, F72, scenario 62: in XZMocoa, edits of sections or empty edits hid the changes of items.
  @Test("manual and empty edits hide no other changes of the batch")
  func manual() throws {
    let it = Batching([[0, 1], [2]])
    #expect(try it.list.insertCells([], at: path(0, 0)).cameToNothing)
    try it.list.performBatchUpdates {
      it.list.setModel(list([(100, [0, 1, 5]), (101, [2, 6])]))
      try it.list.insertCells([], at: path(0, 0))
      try it.list.moveSection(at: 1, to: 1)
      try it.list.moveSection(at: 1, to: 0)
    }
    #expect(it.numbers == [[2, 6], [0, 1, 5]])
    #expect(it.updates.count == 1)
    #expect(it.updates.first?.changes.sectionMoves.count == 1)
    #expect(
      it.updates.first?.changes.insertions == [
        .init(section: 0, range: 1..<2), .init(section: 1, range: 2..<3),
      ])
    #expect(it.mirror.problems == [])
  }

  // B7, F77.
  @Test("notifies each waiting caller of a batch once")
  func once() {
    let it = Batching([.init(0, [SampleItem(1)]), .init(1, [SampleItem(5), SampleItem(6)])])
    var told: [Bool] = []
    let update = it.list.setModel(list([(1, [6, 7]), (0, [1])]))
    update.onFinish { told.append($0 != nil) }
    #expect(it.list.setModel(it.list.snapshot).cameToNothing)
    #expect(told == [true])
    #expect(it.updates.count == 1)
  }
}
