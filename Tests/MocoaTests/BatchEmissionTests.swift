import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Batch updates: emissions")
@MainActor
struct BatchEmissionTests {
  private let it = Batching([[0, 1, 2]])
  private let page = TracingViewModel("page")

  init() throws {
    try page.addChild(it.list)
    page.prepareIfNeeded()
  }

  // F41.
  @Test("emissions of a batch follow it in order")
  func order() throws {
    let cells = it.makeCells()
    it.list.performBatchUpdates {
      cells[2]?.emit("a", value: 1)
      it.list.emit("b")
      it.list.performBatchUpdates { cells[0]?.emit("c") }
      #expect(page.received.isEmpty)
    }
    #expect(page.received.map(\.name) == ["a", "b", "c"])
    #expect(page.received.first?.value as? Int == 1)
    #expect(page.received.first?.source === cells[2])
    #expect(page.received.first?.target === it.list)
    cells[0]?.emit("d")
    #expect(page.received.last?.name == "d")
  }

  /// Scenario 84.
  @Test("a deleted cell's emission is delivered, its redraw is not")
  func deleted() throws {
    var cells = it.makeCells()
    weak let gone = cells[1]
    try it.list.performBatchUpdates {
      cells[1]?.emit("bye")
      cells[1]?.emit(.redraw)
      cells[2]?.emit(.redraw)
      cells = [:]
      try it.list.deleteCell(at: path(0, 1))
    }
    #expect(page.received.map(\.name) == ["bye"])
    #expect(it.updates.map(\.redraws) == [[.item(path(0, 1))]])
    page.received = []
    #expect(gone == nil)
  }

  // F43, F44, B10.
  @Test("a redraw is part of the update, with the item's new path")
  func redraw() throws {
    let cells = it.makeCells()
    let update = try it.list.performBatchUpdates {
      cells[0]?.emit(.redraw)
      it.list.section(at: 0).emit(.redraw)
      try it.list.moveCell(at: path(0, 0), to: path(0, 2))
    }
    #expect(it.updates.map(\.redraws) == [[.item(path(0, 2)), .section(0)]])
    #expect(update.outcome?.redraws.count == 2)
    // Without other changes, the redraw is sent alone and is not a change.
    let nothing = it.list.performBatchUpdates { cells[0]?.emit(.redraw) }
    #expect(it.updates.last?.redraws == [.item(path(0, 2))])
    #expect(it.updates.count == 2)
    #expect(nothing.cameToNothing)
    #expect(page.received.isEmpty)
  }

  @Test("emissions during the tree update follow the notification of renderers")
  func changing() throws {
    it.module.section.cell.register(EditingViewModel.self)
    let cell = try #require(it.list.cell(at: path(0, 1)) as? EditingViewModel)
    cell.onChange = { [unowned cell] in
      cell.emit("changed")
      cell.emit(.redraw)
    }
    it.mirror.onUpdate = { [page] _ in #expect(page.received.isEmpty) }
    try it.list.replaceCell(at: path(0, 1), with: SampleItem(1, "x"))
    #expect(page.received.map(\.name) == ["changed"])
    #expect(it.updates.map(\.redraws) == [[.item(path(0, 1))]])
  }

  @Test("a batch in an emission handler emits after the pending emissions")
  func batchInEmission() throws {
    let cells = it.makeCells()
    page.onReceive = { [it] emission in
      guard emission.name == "a" else { return }
      it.list.performBatchUpdates {
        cells[0]?.emit("c")
        _ = try? it.list.deleteCell(at: path(0, 2))
      }
      #expect(it.numbers == [[0, 1]])
    }
    it.list.performBatchUpdates {
      cells[0]?.emit("a")
      cells[0]?.emit("b")
    }
    #expect(page.received.map(\.name) == ["a", "b", "c"])
    page.onReceive = { _ in }
  }

  @Test("an outer list defers emissions of an inner one, but no redraws")
  func listInList() throws {
    let outer = Batching([[5]])
    let top = TracingViewModel("top")
    try top.addChild(outer.list)
    top.prepareIfNeeded()
    try outer.list.cell(at: path(0, 0)).addChild(page)
    let cells = it.makeCells()
    outer.list.performBatchUpdates {
      it.list.performBatchUpdates { cells[0]?.emit("a") }
      cells[0]?.emit("b")
      #expect(page.received.isEmpty)
    }
    #expect(page.received.map(\.name) == ["a", "b"])
    #expect(top.received.count == 2)
    outer.list.performBatchUpdates { cells[1]?.emit(.redraw) }
    #expect(it.updates.map(\.redraws) == [[.item(path(0, 1))]])
  }
}
