import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Batch updates: large differences")
@MainActor
struct BatchSupersedingTests {
  private struct TestError: Error {}

  /// Creates a list of `count` items that compares at most four items synchronously.
  private func large(_ count: Int = 100) -> Batching {
    let it = Batching([Array(0..<count)])
    it.list.immediateLimit = 4
    return it
  }

  private func model(_ numbers: some Sequence<Int>) -> SectionedList {
    SectionedList([Section(id: 100, items: numbers.map { SampleItem($0) })])
  }

  @Test("appears later, and the list is unchanged until then")
  func later() async throws {
    let it = large()
    let cells = it.makeCells()
    let update = it.list.setModel(model((0..<100).reversed()))
    var told: [Int] = []
    update.onFinish { told.append($0?.after.itemCount ?? -1) }
    #expect(!update.isFinished)
    #expect(it.updates.isEmpty)
    #expect(it.numbers == [Array(0..<100)])
    #expect(it.list.targetSnapshot.numbers == [Array((0..<100).reversed())])
    #expect(it.list.existingCell(at: path(0, 0)) === cells[0])
    let outcome = await update.result
    #expect(outcome?.after.numbers == [Array((0..<100).reversed())])
    #expect(await update.result?.changes == outcome?.changes)
    #expect(told == [100])
    #expect(it.updates.count == 1)
    #expect(it.list.existingCell(at: path(0, 0)) === cells[99])
    #expect(it.violation() == nil)
  }

  @Test("is small if chunks are shared or one list is empty")
  func small() throws {
    let it = large()
    for _ in 0..<10 { try it.list.deleteCell(at: path(0, 50)) }
    #expect(it.updates.count == 10)
    #expect(it.list.setModel(ListSnapshot()).isFinished)
    #expect(it.list.setModel(model(0..<1000)).isFinished)
    #expect(it.list.reload().isFinished)
    // Ten thousand items are compared synchronously; one more are not.
    let other = Batching([Array(0..<10_001)])
    #expect(other.list.setModel(model(0..<10_000)).isFinished == false)
    let limit = Batching([Array(0..<10_000)])
    #expect(limit.list.setModel(model(1..<10_001)).isFinished)
  }

  @Test("is superseded by a newer batch; all finish with one update")
  func superseded() async throws {
    let it = large()
    var results: [ListUpdate?] = []
    var handles = [it.list.setModel(model(50..<150))]
    handles.append(it.list.setModel(model(20..<120)))
    try handles.append(
      it.list.performBatchUpdates(context: "last") {
        try it.list.deleteCell(at: path(0, 0))
        try it.list.insertCell(SampleItem(500), at: path(0, 0))
      })
    // The batch requests no change, so it does not wait.
    #expect(it.list.performBatchUpdates {}.cameToNothing)
    for handle in handles { handle.onFinish { results.append($0) } }
    #expect(results.isEmpty)
    await eventually("all are finished") { results.count == 3 }
    let expected = [[500] + Array(21..<120)]
    #expect(it.numbers == expected)
    #expect(it.updates.count == 1)
    #expect(it.updates[0].before.numbers == [Array(0..<100)])
    #expect(it.updates[0].context as? String == "last")
    #expect(results.allSatisfy { $0?.changes == it.updates[0].changes })
    #expect(it.mirror.problems == [])
    await settle()
    #expect(results.count == 3)
    #expect(it.updates.count == 1)
  }

  @Test("is canceled if a newer list is small again")
  func takenBack() async {
    let it = large()
    let first = it.list.setModel(model(50..<150))
    #expect(!first.isFinished)
    let second = it.list.setModel(it.list.snapshot)
    #expect(first.cameToNothing)
    #expect(second.cameToNothing)
    await settle()
    #expect(it.updates.isEmpty)
    #expect(it.numbers == [Array(0..<100)])
  }

  @Test("is superseded by a change of the source, which replaces edits")
  func source() async {
    let it = large(20)
    let first = it.list.setModel(model(50..<150))
    it.source.phase = .loading(fraction: 0.5)
    #expect(it.updates.map(\.changes.isEmpty) == [true])
    #expect(!first.isFinished)
    it.source.show(sections: [.init(100, (1..<40).map { SampleItem($0) })])
    #expect(it.numbers == [Array(0..<20)])
    await eventually("it is shown") { first.isFinished }
    #expect(first.outcome?.before.numbers == [Array(0..<20)])
    #expect(it.numbers == [Array(1..<40)])
    // The list observes the source again.
    it.source.show(sections: [.init(100, (1..<40).map { SampleItem($0) })], reloads: [path(0, 3)])
    #expect(it.updates.last?.changes.reloads == [path(0, 3)])
    #expect(it.mirror.problems == [])
  }

  @Test("continues if the body of another batch throws")
  func throwing() async {
    let it = large()
    let first = it.list.setModel(model(50..<150))
    #expect(throws: TestError.self) {
      try it.list.performBatchUpdates {
        it.list.setModel(model(0..<1))
        throw TestError()
      }
    }
    #expect(it.list.targetSnapshot.numbers == [Array(50..<150)])
    await eventually("it is shown") { first.isFinished }
    #expect(it.numbers == [Array(50..<150)])
    #expect(it.updates.count == 1)
  }

  @Test("does not delay emissions and redraws")
  func emissions() async throws {
    let it = large()
    let page = TracingViewModel("page")
    try page.addChild(it.list)
    page.prepareIfNeeded()
    let cells = it.makeCells()
    let update = it.list.performBatchUpdates {
      cells[60]?.emit("a")
      cells[60]?.emit(.redraw)
      it.list.setModel(model(50..<150))
    }
    #expect(page.received.map(\.name) == ["a"])
    #expect(it.updates.map(\.redraws) == [[.item(path(0, 60))]])
    cells[61]?.emit(.redraw)
    #expect(it.updates.last?.redraws == [.item(path(0, 61))])
    await eventually("it is shown") { update.isFinished }
    #expect(it.updates.last?.redraws == [])
    #expect(it.mirror.problems == [])
  }

  @Test("accepts edits of future sections, and keeps their marks")
  func sections() async throws {
    let it = Batching([Array(0..<50), Array(50..<100)])
    it.list.immediateLimit = 4
    let section = it.list.section(at: 1)
    let cells = it.makeCells()
    func items(_ numbers: Range<Int>) -> [SampleItem] { numbers.map { SampleItem($0) } }
    let update = it.list.setModel(
      SectionedList([
        Section(id: 101, items: items(50..<100)), Section(id: 7, items: items(0..<50)),
      ]))
    try section.reloadCell(at: 3)
    try section.deleteCell(at: 0)
    try it.list.deleteSection(at: 1)
    try it.list.insertSection(Section(id: 8, items: []), at: 0)
    await eventually("it is shown") { update.isFinished }
    #expect(it.numbers == [[], Array(51..<100)])
    #expect(it.updates.map(\.changes.reloads) == [[path(1, 2)]])
    #expect(it.list.cell(at: path(1, 2)) !== cells[53])
    #expect(it.list.existingCell(at: path(1, 3)) === cells[54])
    #expect(section.position == 1)
    #expect(it.violation() == nil)
  }

  @Test("finishes with nil if the list is released")
  func gone() async {
    var it: Batching? = large()
    weak let list = it?.list
    let update = it?.list.setModel(model(50..<150))
    var results: [Bool] = []
    update?.onFinish { results.append($0 == nil) }
    it = nil
    #expect(list == nil)
    #expect(results == [true])
    #expect(update?.cameToNothing == true)
    await settle()
    #expect(results == [true])
  }

  @Test("appears eventually, even if newer lists keep arriving")
  func restless() {
    let it = large()
    var handles: [BatchUpdate] = []
    while it.updates.isEmpty, handles.count < 1000 {
      handles.append(it.list.setModel(model(handles.count..<(handles.count + 90))))
    }
    #expect(handles.count == 33)
    #expect(handles.allSatisfy { $0.outcome != nil })
    #expect(it.numbers == [Array(32..<122)])
  }
}
