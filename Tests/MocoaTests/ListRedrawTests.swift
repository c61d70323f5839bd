import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

extension ListUpdateTests {
  // F43, F44, F45, scenarios 33, 34, 36.
  @Test("one update names the redrawn element, and parents are not notified")
  func redraw() throws {
    let source = FakeListSource([
      .init(0, []), .init(1, header: SampleItem(7), items(0..<3), footer: SampleItem(8)),
    ])
    let page = TracingViewModel("page")
    let viewModel = ListViewModel(source: source, module: module)
    try page.addChild(viewModel)
    page.prepareIfNeeded()
    let updates = Updates()
    let token = viewModel.observe { updates.all.append($0) }
    let cell = viewModel.cell(at: path(1, 2))
    let child = ViewModel()
    try cell.addChild(child)

    let senders: [(ViewModel?, ListUpdate.Redraw)] = [
      (cell, .item(path(1, 2))), (child, .item(path(1, 2))),
      (viewModel.header(ofSection: 1), .header(section: 1)),
      (viewModel.footer(ofSection: 1), .footer(section: 1)),
      (viewModel.section(at: 1), .section(1)),
    ]
    for (sender, redraw) in senders {
      updates.all = []
      try #require(sender).emit(.redraw)
      #expect(updates.all.count == 1)
      let update = try #require(updates.all.first)
      #expect(update.redraws == [redraw])
      #expect(update.changes.isEmpty)
      #expect(update.after.itemCount == 3)
    }
    #expect(viewModel.existingCell(at: path(1, 2)) === cell)
    #expect(page.received.isEmpty)
    cell.emit("other")
    #expect(page.received.map(\.name) == ["other"])
    #expect(page.received.first?.source === cell)
    #expect(page.received.first?.target === viewModel)
    token.cancel()
  }

  @Test("a redraw has the current path of the item")
  func redrawAfterMove() {
    let source = FakeListSource(items(0..<3))
    let viewModel = make(source)
    let cell = viewModel.cell(at: path(0, 0))
    source.show(items([5, 1, 0]))
    let updates = Updates()
    let token = viewModel.observe { updates.all.append($0) }
    cell.emit(.redraw)
    #expect(updates.all.map(\.redraws) == [[.item(path(0, 2))]])
    token.cancel()
  }

  // F44, scenario 37.
  @Test("forwards a redraw of a child without section or cell")
  func redrawOfOthers() throws {
    let page = TracingViewModel("page")
    let viewModel = ListViewModel(source: FakeListSource(items(0..<1)), module: module)
    try page.addChild(viewModel)
    page.prepareIfNeeded()
    let updates = Updates()
    let token = viewModel.observe { updates.all.append($0) }
    let child = ViewModel()
    try viewModel.addChild(child)
    child.emit(.redraw)
    #expect(page.received.map(\.name) == [.redraw])
    #expect(page.received.first?.source === child)
    #expect(updates.all.isEmpty)
    // A child of a section, but not one of its elements: the list draws nothing for it.
    let other = ViewModel()
    try viewModel.section(at: 0).addChild(other)
    other.emit(.redraw)
    #expect(updates.all.map(\.redraws) == [[.section(0)]])
    token.cancel()
  }

  @Test("a manually added child stays when items change")
  func addedByHand() throws {
    let source = FakeListSource(items(0..<2))
    let viewModel = make(source)
    _ = cells(viewModel)
    let section = viewModel.section(at: 0)
    let (child, sibling) = (ViewModel(), ViewModel())
    try section.insertChild(child, at: 1)
    try viewModel.addChild(sibling)
    source.show(items([1, 0]))
    #expect(section.children.map { ($0 as? SampleViewModel)?.model.id } == [1, nil, 0])
    #expect(section.children[1] === child)
    source.show(sections: [.init(1, []), .init(0, items([1, 0]))])
    _ = viewModel.section(at: 0)
    #expect(viewModel.children.map { ($0 as? SectionViewModel)?.position } == [0, 1, nil])
    #expect(violation(viewModel) == nil)
  }

  // F39, scenario 64.
  @Test("a manually removed section or cell is created again on access")
  func removeByHand() {
    let viewModel = make(
      FakeListSource([.init(0, header: SampleItem(7), items(0..<2), footer: SampleItem(8))]))
    let cell = viewModel.cell(at: path(0, 1))
    let header = viewModel.header(ofSection: 0)
    let footer = viewModel.footer(ofSection: 0)
    cell.removeFromParent()
    header?.removeFromParent()
    footer?.removeFromParent()
    #expect(viewModel.existingCell(at: path(0, 1)) == nil)
    #expect(viewModel.cell(at: path(0, 1)) !== cell)
    #expect(viewModel.header(ofSection: 0) !== header)
    #expect(viewModel.footer(ofSection: 0) !== footer)
    #expect(cell.path == nil)
    let section = viewModel.section(at: 0)
    let kept = viewModel.cell(at: path(0, 0))
    section.removeFromParent()
    #expect(kept.path == nil)
    #expect(viewModel.children.isEmpty)
    #expect(viewModel.section(at: 0) !== section)
    #expect(violation(viewModel) == nil)
  }
}

extension ListUpdateTests {
  @Test("several redraws of one row are one")
  func repeatedRedraws() throws {
    let viewModel = make(
      FakeListSource([.init(0, header: SampleItem(7), items(0..<2))]))
    let (cell, other) = (viewModel.cell(at: path(0, 0)), viewModel.cell(at: path(0, 1)))
    let header = try #require(viewModel.header(ofSection: 0))
    let updates = Updates()
    let token = viewModel.observe { updates.all.append($0) }
    viewModel.performBatchUpdates {
      for sender in [other, cell, cell, other, header, cell, header] { sender.emit(.redraw) }
    }
    #expect(
      updates.all.map(\.redraws) == [[.item(path(0, 1)), .item(path(0, 0)), .header(section: 0)]])
    token.cancel()
  }
}

extension ListUpdateTests {
  /// A view model that requests a redraw whenever its model changes.
  final class EagerViewModel: CellViewModel<SampleItem> {
    override func modelDidChange(from old: SampleItem) { emit(.redraw) }
  }

  // F78.
  @Test("a redraw requested during an update is part of it")
  func redrawDuringUpdate() {
    module.section.cell("eager").register(EagerViewModel.self)
    let source = FakeListSource([SampleItem(1, "a", kind: "eager")])
    let viewModel = make(source)
    _ = viewModel.cell(at: ItemPath(section: 0, item: 0))
    let updates = Updates()
    let token = viewModel.observe { updates.all.append($0) }
    source.show([SampleItem(2, kind: "eager"), SampleItem(1, "b", kind: "eager")])
    #expect(updates.all.count == 1)
    #expect(updates.all.first?.redraws == [.item(ItemPath(section: 0, item: 1))])
    #expect(updates.all.first?.before.itemCount == 1)
    token.cancel()
  }
}

extension ListUpdateTests {
  /// A section view model that consumes the emissions of its cells.
  private final class DeafSection: SectionViewModel {
    override func didReceive(_ emission: Emission) {}
  }

  // F43, F44, scenario 32.
  @Test("a section class may consume emissions of cells, including redraws")
  func consumed() throws {
    module.section.register(DeafSection.self)
    let page = TracingViewModel("page")
    let viewModel = ListViewModel(source: FakeListSource(items(0..<1)), module: module)
    try page.addChild(viewModel)
    page.prepareIfNeeded()
    let updates = Updates()
    let token = viewModel.observe { updates.all.append($0) }
    viewModel.cell(at: path(0, 0)).emit("x")
    viewModel.cell(at: path(0, 0)).emit(.redraw)
    #expect(page.received.isEmpty)
    #expect(updates.all.isEmpty)
    token.cancel()
  }

  // F41, F43.
  @Test("requests redraws only after the list is ready")
  func redrawBeforeReady() {
    let viewModel = ListViewModel(
      source: FakeListSource([.init(0, header: SampleItem(7), items(0..<1))]), module: module)
    let updates = Updates()
    let token = viewModel.observe { updates.all.append($0) }
    let senders: [ViewModel?] = [
      viewModel.cell(at: path(0, 0)), viewModel.header(ofSection: 0), viewModel.section(at: 0),
    ]
    for sender in senders { sender?.emit(.redraw) }
    #expect(updates.all.isEmpty)
    viewModel.prepareIfNeeded()
    for sender in senders { sender?.emit(.redraw) }
    #expect(
      updates.all.map(\.redraws) == [[.item(path(0, 0))], [.header(section: 0)], [.section(0)]])
    token.cancel()
  }
}
