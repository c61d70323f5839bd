import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

private struct TestError: Error {}

@Suite("Batch updates")
@MainActor
struct BatchUpdateTests {
  @Test("run their body at once and send a single update")
  func one() throws {
    let it = Batching([[0, 1, 2], [3]])
    let cells = it.makeCells()
    let update = try it.list.performBatchUpdates(context: "why") {
      try it.list.deleteCell(at: path(0, 0))
      try it.list.moveCell(at: path(0, 1), to: path(1, 0))
      try it.list.insertCell(SampleItem(9), at: path(0, 1))
      #expect(it.list.targetSnapshot.numbers == [[1, 9], [2, 3]])
      // The list does not change before the end of the batch.
      #expect(it.numbers == [[0, 1, 2], [3]])
      #expect(it.list.existingCell(at: path(0, 0)) === cells[0])
    }
    #expect(update.isFinished)
    let result = try #require(update.outcome)
    #expect(it.updates.count == 1)
    #expect(result.changes == it.updates[0].changes)
    #expect(result.context as? String == "why")
    #expect(result.changes.deletions == [.init(section: 0, range: 0..<1)])
    #expect(result.changes.insertions == [.init(section: 0, range: 1..<2)])
    #expect(result.changes.moves == [.init(from: path(0, 2), to: path(1, 0))])
    #expect(it.numbers == [[1, 9], [2, 3]])
    #expect(it.list.existingCell(at: path(1, 0)) === cells[2])
    #expect(it.violation() == nil)
  }

  // F75, scenarios 62, 66, 78.
  @Test("without changes send no update and finish with nil")
  func nothing() throws {
    let it = Batching([[0, 1, 2]])
    #expect(it.list.performBatchUpdates {}.cameToNothing)
    #expect(try it.list.moveCell(at: path(0, 1), to: path(0, 1)).cameToNothing)
    let update = try it.list.performBatchUpdates {
      try it.list.insertCell(SampleItem(7), at: path(0, 3))
      try it.list.moveCell(at: path(0, 3), to: path(0, 0))
      try it.list.deleteCell(at: path(0, 0))
    }
    #expect(update.cameToNothing)
    #expect(it.list.setModel(it.list.snapshot).cameToNothing)
    #expect(it.updates.isEmpty)
    // An item that is deleted and inserted again in one batch stays.
    let cells = it.makeCells()
    try it.list.performBatchUpdates {
      try it.list.deleteCell(at: path(0, 0))
      try it.list.insertCell(SampleItem(0), at: path(0, 0))
    }
    #expect(it.updates.isEmpty)
    #expect(it.list.existingCell(at: path(0, 0)) === cells[0])
  }

  // F78, B6, B7, scenarios 80, 81.
  @Test("nested batches join the outer one and finish with it")
  func nested() throws {
    let it = Batching([[0], [1]])
    var handles: [BatchUpdate] = []
    var results: [ListUpdate?] = []
    let section = it.list.section(at: 1)
    let outer = try it.list.performBatchUpdates(context: 1) {
      try handles.append(
        it.list.performBatchUpdates(context: 2) { try it.list.deleteCell(at: path(0, 0)) })
      try handles.append(
        section.performBatchUpdates { try section.insertCell(SampleItem(5), at: 0) })
      try handles.append(it.list.insertCell(SampleItem(6), at: path(0, 0)))
      for handle in handles {
        #expect(!handle.isFinished)
        handle.onFinish { results.append($0) }
      }
    }
    #expect(it.numbers == [[6], [5, 1]])
    #expect(it.updates.count == 1)
    #expect(it.updates.first?.context as? Int == 1)
    #expect(handles.allSatisfy { $0.isFinished })
    #expect(results.map { $0?.changes } == Array(repeating: it.updates.first?.changes, count: 3))
    #expect(outer.outcome?.changes == it.updates.first?.changes)
  }

  // F71, F76, B6, B9, scenario 82.
  @Test("need no readiness and no renderer")
  func early() throws {
    let module = ModuleRegistry().define("mocoa://h/list")
    module.section.cell.register(SampleViewModel.self)
    let list = ListViewModel(data: nil, module: module)
    let update = try list.performBatchUpdates {
      try list.insertSection(Section(id: 4, items: [SampleItem(1)]), at: 0)
      try list.insertCell(SampleItem(2), at: path(0, 0))
    }
    #expect(update.outcome?.after.numbers == [[2, 1]])
    let cell = try #require(list.cell(at: path(0, 0)) as? SampleViewModel)
    #expect(cell.prepared == 0)
    list.prepareIfNeeded()
    #expect(cell.prepared == 1)
    #expect(list.snapshot.numbers == [[2, 1]])
  }

  @Test("restore the list if the body throws")
  func throwing() throws {
    let it = Batching([[0, 1]])
    var inner: BatchUpdate?
    #expect(throws: TestError.self) {
      try it.list.performBatchUpdates {
        inner = try it.list.deleteCell(at: path(0, 0))
        throw TestError()
      }
    }
    #expect(it.updates.isEmpty)
    #expect(it.numbers == [[0, 1]])
    #expect(it.list.targetSnapshot.numbers == [[0, 1]])
    #expect(inner?.cameToNothing == true)
    #expect(try it.list.deleteCell(at: path(0, 0)).outcome != nil)
    #expect(it.numbers == [[1]])
  }

  @Test("roll back only the edits of a nested body that throws")
  func throwingInside() throws {
    let it = Batching([[0, 1]])
    try it.list.performBatchUpdates {
      try it.list.insertCell(SampleItem(5), at: path(0, 0))
      #expect(throws: ListEditError.itemOutOfRange(path(0, 9), count: 2)) {
        try it.list.performBatchUpdates(context: "lost") {
          try it.list.deleteCell(at: path(0, 1))
          try it.list.deleteCell(at: path(0, 9))
        }
      }
      #expect(it.list.targetSnapshot.numbers == [[5, 0, 1]])
      try it.list.deleteCell(at: path(0, 2))
    }
    #expect(it.numbers == [[5, 0]])
    #expect(it.updates.count == 1)
    #expect(it.updates.first?.context == nil)
  }

  @Test("keep a change of the source if the body throws")
  func throwingWithSource() throws {
    let it = Batching([[0, 1]])
    #expect(throws: TestError.self) {
      try it.list.performBatchUpdates {
        try it.list.deleteCell(at: path(0, 0))
        it.source.show(sections: [.init(100, [SampleItem(0), SampleItem(1), SampleItem(2)])])
        try it.list.deleteCell(at: path(0, 0))
        throw TestError()
      }
    }
    #expect(it.numbers == [[0, 1, 2]])
    #expect(it.updates.count == 1)
    // The next change of the source begins with the visible list.
    it.source.show(sections: [.init(100, [SampleItem(2)])])
    #expect(it.numbers == [[2]])
    #expect(it.mirror.problems == [])
  }

  @Test("edits of a source's list last until its next change")
  func overSource() throws {
    let it = Batching([[0, 1, 2]])
    let cells = it.makeCells()
    try it.list.deleteCell(at: path(0, 1))
    try it.list.insertCell(SampleItem(8), at: path(0, 0))
    #expect(it.numbers == [[8, 0, 2]])
    // A phase is not a change of the list.
    it.source.phase = .loading(fraction: nil)
    #expect(it.numbers == [[8, 0, 2]])
    #expect(it.updates.last?.changes.isEmpty == true)
    it.source.show(sections: [.init(100, [0, 1, 2, 3].map { SampleItem($0) })])
    #expect(it.numbers == [[0, 1, 2, 3]])
    let last = try #require(it.updates.last?.changes)
    #expect(last.deletions == [.init(section: 0, range: 0..<1)])
    #expect(
      last.insertions == [.init(section: 0, range: 1..<2), .init(section: 0, range: 3..<4)])
    #expect(it.list.existingCell(at: path(0, 2)) === cells[2])
    #expect(it.mirror.problems == [])
  }

  @Test("use a source's change set if it begins with the list")
  func exact() throws {
    let it = Batching([[0, 1]])
    let reloads = [path(0, 1)]
    it.source.show(sections: [.init(100, [SampleItem(0), SampleItem(1)])], reloads: reloads)
    #expect(it.updates.last?.changes.reloads == reloads)
    it.list.performBatchUpdates {
      it.source.show(sections: [.init(100, [SampleItem(1), SampleItem(0)])], reloads: reloads)
    }
    #expect(it.updates.last?.changes.reloads == reloads)
    // A comparison of the lists would not detect reloads.
    try it.list.performBatchUpdates {
      try it.list.deleteCell(at: path(0, 0))
      it.source.show(sections: [.init(100, [SampleItem(0), SampleItem(1)])], reloads: reloads)
    }
    #expect(it.updates.last?.changes.reloads == [])
    #expect(it.updates.count == 3)
    #expect(it.mirror.problems == [])
  }

  // B10.
  @Test("edits by a renderer are notified after the current update")
  func reentrant() throws {
    let it = Batching([[0, 1]])
    var edits = [SampleItem(7), SampleItem(8)]
    var late: [Bool] = []
    let token = it.list.observe { _ in
      guard let item = edits.popLast() else { return }
      let update = it.list.performBatchUpdates {
        _ = try? it.list.insertCell(item, at: path(0, 0))
      }
      late.append(!update.isFinished)
      update.onFinish { late.append($0?.after.numbers[0].first == item.id) }
      #expect(it.list.targetSnapshot.numbers != it.numbers)
    }
    let other = ListMirror(it.list.snapshot)
    let otherToken = it.list.observe { update in
      #expect(it.list.snapshot.parts == update.after.parts)
      other.receive(update)
    }
    try it.list.deleteCell(at: path(0, 0))
    #expect(it.numbers == [[7, 8, 1]])
    #expect(late == [true, true, true, true])
    #expect(it.updates.count == 3)
    #expect(it.mirror.problems + other.problems == [])
    #expect(other.sections == it.list.snapshot.parts)
    token.cancel()
    otherToken.cancel()
  }

  @Test("edits by a view model follow the tree update")
  func reentrantHook() throws {
    let it = Batching([[0, 1, 2]])
    let module = it.module
    module.section.cell.register(EditingViewModel.self)
    let cell = try #require(it.list.cell(at: path(0, 1)) as? EditingViewModel)
    cell.onChange = { _ = try? it.list.deleteCell(at: path(0, 0)) }
    try it.list.replaceCell(at: path(0, 1), with: SampleItem(1, "x"))
    #expect(it.numbers == [[1, 2]])
    #expect(it.updates.map(\.changes.updates.count) == [1, 0])
    #expect(it.mirror.problems == [])
  }
}

/// A view model that edits the list when its model changes.
final class EditingViewModel: CellViewModel<SampleItem> {
  var onChange: () -> Void = {}
  override func modelDidChange(from old: SampleItem) { onChange() }
}
