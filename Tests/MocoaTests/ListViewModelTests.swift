import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

private func path(_ section: Int, _ item: Int) -> ItemPath {
  ItemPath(section: section, item: item)
}

/// A model that is decoded from records.
struct Album: CellModel, RecordDecodable, Equatable {
  var title: String
  var year: Int
  var itemID: ItemID { ItemID(title) }

  init(_ record: some FieldReadable) throws {
    title = try record.text("title")
    year = try record.integer("year")
  }
}

final class AlbumViewModel: CellViewModel<Album> {}

/// What a list told its renderers.
@MainActor
private final class Updates {
  var all: [ListUpdate] = []
}

@Suite("List view models: making what is looked at")
@MainActor
struct ListViewModelTests {
  private let module = ModuleRegistry()["mocoa://h/list"]

  init() {
    module.section.cell.register(SampleViewModel.self)
    module.section.header.register(SampleViewModel.self)
    module.section.footer.register(SampleViewModel.self)
  }

  private func list(_ parts: [FakeListSource.Part]) -> ListViewModel {
    ListViewModel(source: FakeListSource(parts), module: module)
  }

  @Test("nothing is made before it is looked at, and each cell once")
  func lazy() {
    let viewModel = ListViewModel(
      source: FakeListSource((0..<100).map { SampleItem($0) }), module: module)
    viewModel.ready()
    #expect(viewModel.children.isEmpty)
    #expect(viewModel.madeCell(at: path(0, 7)) == nil)
    let cell = viewModel.cell(at: path(0, 7))
    #expect(viewModel.cell(at: path(0, 7)) === cell)
    #expect(viewModel.madeCell(at: path(0, 7)) === cell)
    #expect(viewModel.madeCell(at: path(0, 8)) == nil)
    #expect(viewModel.madeCell(at: path(3, 0)) == nil)
    #expect(viewModel.children.count == 1)
    #expect(viewModel.section(at: 0).children.count == 1)
    #expect(cell.path == path(0, 7))
    #expect((cell as? SampleViewModel)?.model.id == 7)
    #expect((cell as? SampleViewModel)?.prepared == 1)
    #expect(cell.parent === viewModel.section(at: 0))
  }

  @Test("what is made before the list is ready is ready with it")
  func before() {
    let viewModel = list([.init(0, [SampleItem(1)])])
    let cell = viewModel.cell(at: path(0, 0))
    #expect(!cell.isReady)
    viewModel.ready()
    #expect(cell.isReady)
    #expect((cell as? SampleViewModel)?.prepared == 1)
  }

  @Test("children stand as header, footer, cells in order, whatever is looked at first")
  func order() {
    withEveryPermutation(of: [-2, -1, 0, 1, 2, 3]) { accesses in
      let viewModel = list([
        .init(0, header: SampleItem(-2), (0..<4).map { SampleItem($0) }, footer: SampleItem(-1))
      ])
      for access in accesses {
        switch access {
        case -2: _ = viewModel.header(ofSection: 0)
        case -1: _ = viewModel.footer(ofSection: 0)
        default: _ = viewModel.cell(at: path(0, access))
        }
      }
      let ids = viewModel.section(at: 0).children.map { ($0 as? SampleViewModel)?.model.id }
      if ids != [-2, -1, 0, 1, 2, 3] { Issue.record("\(accesses): \(ids)") }
    }
  }

  @Test("sections stand in order, whatever is looked at first")
  func sectionOrder() {
    withEveryPermutation(of: [0, 1, 2, 3]) { accesses in
      let viewModel = list((0..<4).map { .init($0, []) })
      for access in accesses { _ = viewModel.section(at: access) }
      let positions = viewModel.children.map { ($0 as? SectionViewModel)?.position }
      if positions != [0, 1, 2, 3] { Issue.record("\(accesses): \(positions)") }
    }
  }

  @Test("a header or footer exists exactly when its model does")
  func ends() {
    for header in [nil, SampleItem(1)] {
      for footer in [nil, SampleItem(2)] {
        let viewModel = list([.init(0, header: header, [], footer: footer)])
        #expect((viewModel.header(ofSection: 0) != nil) == (header != nil))
        #expect((viewModel.footer(ofSection: 0) != nil) == (footer != nil))
        #expect(viewModel.header(ofSection: 0) === viewModel.header(ofSection: 0))
        #expect(viewModel.footer(ofSection: 0)?.path == nil)
        let children = viewModel.children.first?.children.count ?? 0
        #expect(children == (header == nil ? 0 : 1) + (footer == nil ? 0 : 1))
      }
    }
  }

  @Test("plain data is shown by its rules")
  func plainData() {
    #expect(ListViewModel(data: nil, module: module).snapshot.itemCounts == [])
    #expect(ListViewModel(data: "x", module: module).snapshot.itemCounts == [1])
    #expect(ListViewModel(data: [1, 2, 3], module: module).snapshot.itemCounts == [1, 1, 1])
    let viewModel = ListViewModel(
      data: [[SampleItem(1), SampleItem(2)], [SampleItem(3)]], module: module)
    #expect(viewModel.snapshot.itemCounts == [2, 1])
    #expect((viewModel.cell(at: path(1, 0)) as? SampleViewModel)?.model.id == 3)
    #expect(viewModel.phase == .finished)
  }

  @Test("a section has the class of its module, else of the default section, else the plain one")
  func sectionClass() {
    final class Named: SectionViewModel {}
    final class Default: SectionViewModel {}
    module.section("a").register(Named.self)
    let plain = list([.init(0, name: "a", []), .init(1, name: "b", []), .init(2, [])])
    #expect(plain.section(at: 0) is Named)
    #expect(plain.section(at: 0).module === module.section("a"))
    #expect(!(plain.section(at: 1) is Named))
    #expect(plain.section(at: 1).module == nil)
    module.section.register(Default.self)
    let viewModel = list([.init(0, name: "a", []), .init(1, name: "b", []), .init(2, [])])
    #expect(viewModel.section(at: 0) is Named)
    #expect(viewModel.section(at: 1) is Default)
    #expect(viewModel.section(at: 1).module === module.section)
    #expect(viewModel.section(at: 1).moduleName == "b")
    #expect(viewModel.section(at: 2) is Default)
  }

  @Test("a module registered late is found by what is looked at next")
  func late() {
    let viewModel = ListViewModel(
      source: FakeListSource([SampleItem(1, kind: "x"), SampleItem(2, kind: "x")]),
      module: ModuleRegistry()["mocoa://h/late"])
    #expect(viewModel.cell(at: path(0, 0)) is PlaceholderViewModel)
    viewModel.module.section.cell("x").register(SampleViewModel.self)
    #expect(viewModel.cell(at: path(0, 1)) is SampleViewModel)
  }

  // MARK: - Models

  @Test(
    "a record is decoded for a model that can be; what cannot be is a placeholder that says why")
  func decoding() throws {
    module.section.cell("album").register(AlbumViewModel.self)
    let records = [
      SampleRecord(["id": 1, "title": "Blue", "year": 1959], kind: "album"),
      SampleRecord(["id": 2, "title": "Blue"], kind: "album"),
      SampleRecord(["id": 3, "title": "Blue", "year": "x"], kind: "album"),
    ]
    let viewModel = ListViewModel(
      model: SectionedList([Section(id: 0, items: records)]), module: module)
    let cell = try #require(viewModel.cell(at: path(0, 0)) as? AlbumViewModel)
    #expect(cell.model.year == 1959)
    #expect(cell.resolution?.resolved === module.section.cell("album"))
    func reason(_ item: Int) throws -> PlaceholderReason {
      let cell = try #require(viewModel.cell(at: path(0, item)) as? PlaceholderViewModel)
      #expect(cell.element?.itemID == ItemID(item + 1))
      return cell.reason(for: TestPresentation.self)
    }
    #expect(try reason(1) == .model("field \"year\" is missing"))
    #expect(try reason(2) == .model("field \"year\" is not a whole number: \"x\""))
  }

  @Test("a model of another type is a placeholder that names both types")
  func mismatch() throws {
    let viewModel = ListViewModel(data: [1], module: module)
    let cell = try #require(viewModel.cell(at: path(0, 0)) as? PlaceholderViewModel)
    #expect(
      cell.reason(for: TestPresentation.self)
        == .model("expected a SampleItem, found a PlainCellModel"))
  }

  @Test("the model type of a module is decoded, whatever its view model takes")
  func modelSlot() throws {
    module.section.cell("album").model(Album.self).register(AnySampleViewModel.self)
    let record = SampleRecord(["title": "Blue", "year": 1959], kind: "album")
    let broken = SampleRecord(["title": "Blue"], kind: "album")
    let viewModel = ListViewModel(
      model: SectionedList([Section(id: 0, items: [record, broken])]), module: module)
    #expect(viewModel.cell(at: path(0, 0)).element is Album)
    #expect(viewModel.cell(at: path(0, 1)) is PlaceholderViewModel)
  }

  @Test("a placeholder sums up its data within the limit")
  func summary() throws {
    let record = SampleRecord([
      "id": 71, "title": "Live", "deep": .list(Array(repeating: 5, count: 10_000)),
    ])
    let placeholder = PlaceholderViewModel(element: record)
    #expect(placeholder.summary(limit: 26) == "Live · {\"id\": 71, \"title\": \"Live\"…")
    #expect(placeholder.reason(for: TestPresentation.self) == .noModule)
    #expect(PlaceholderViewModel(element: SampleItem(1)).summary(limit: 6) == "Sample")
    #expect(PlaceholderViewModel(element: SampleItem(1)).summary(limit: -1).count < 2)
    #expect(placeholder.summary(limit: -1).count < 20)
  }

  // MARK: - Finding

  @Test("an item is found by how its identity is written, among the first ten thousand")
  func find() {
    let viewModel = ListViewModel(
      source: FakeListSource([.init(0, []), .init(1, (0..<10_010).map { SampleItem($0) })]),
      module: module)
    #expect(viewModel.firstPath(ofIdentity: "7") == path(1, 7))
    #expect(viewModel.firstPath(ofIdentity: "9999") == path(1, 9_999))
    #expect(viewModel.firstPath(ofIdentity: "10000") == nil)
    #expect(viewModel.firstPath(ofIdentity: "x") == nil)
    #expect(viewModel.firstPath { ($0 as? SampleItem)?.text == "12" } == path(1, 12))
    #expect(viewModel.children.isEmpty)
    #expect(list([]).firstPath(ofIdentity: "1") == nil)
  }
}

@Suite("List view models: following a source")
@MainActor
struct ListUpdateTests {
  private let module = ModuleRegistry()["mocoa://h/list"]

  init() {
    for section in [module.section, module.section("other")] {
      section.cell.register(SampleViewModel.self)
      section.header.register(SampleViewModel.self)
      section.footer.register(SampleViewModel.self)
    }
    module.section.cell("any").register(AnySampleViewModel.self)
  }

  private func items(_ numbers: some Sequence<Int>) -> [SampleItem] {
    numbers.map { SampleItem($0) }
  }

  private func make(_ source: FakeListSource) -> ListViewModel {
    let viewModel = ListViewModel(source: source, module: module)
    viewModel.ready()
    return viewModel
  }

  /// All cells of a list, by the number of their item.
  private func cells(_ viewModel: ListViewModel) -> [Int: AnyCellViewModel] {
    var cells: [Int: AnyCellViewModel] = [:]
    var path = viewModel.snapshot.firstPath
    while let current = path {
      let cell = viewModel.cell(at: current)
      if let item = cell.element as? SampleItem { cells[item.id] = cell }
      path = viewModel.snapshot.path(after: current)
    }
    return cells
  }

  /// What is wrong with the tree of a list; nil when nothing is.
  private func violation(_ viewModel: ListViewModel) -> String? {
    var last = -1
    for case let section as SectionViewModel in viewModel.children {
      if section.position <= last { return "section \(section.position) after \(last)" }
      last = section.position
      var lastItem = -1
      for case let cell as AnyCellViewModel in section.children {
        guard let path = cell.path else { continue }
        if path.section != section.position { return "cell \(path) in section \(section.position)" }
        if path.item <= lastItem { return "cell \(path) after \(lastItem)" }
        lastItem = path.item
        if viewModel.madeCell(at: path) !== cell { return "cell \(path) is not the one made" }
        if cell.element?.itemID != viewModel.snapshot.id(at: path) { return "cell \(path): item" }
        if cell.parent !== section { return "cell \(path): parent" }
      }
    }
    return nil
  }

  @Test("an append keeps all that was made, and makes nothing")
  func append() {
    let source = FakeListSource(items(0..<3))
    let viewModel = make(source)
    let made = cells(viewModel)
    source.show(items(0..<1_000))
    #expect(viewModel.snapshot.itemCount == 1_000)
    #expect(viewModel.section(at: 0).children.count == 3)
    for (id, cell) in made { #expect(viewModel.madeCell(at: path(0, id)) === cell) }
  }

  @Test("cells stay with their items over every edit of a small section")
  func everyEdit() {
    let old = Array(0..<4)
    withEverySubset(of: 4) { kept in
      let survivors = old.filter { kept[$0] }
      for added in 0...1 {
        withEveryPermutation(of: survivors + (10..<(10 + added))) { new in
          let source = FakeListSource(items(old))
          let viewModel = make(source)
          let made = cells(viewModel)
          source.show(items(new))
          if let violation = violation(viewModel) { Issue.record("\(new): \(violation)") }
          if viewModel.section(at: 0).children.count != survivors.count {
            Issue.record("\(new): \(viewModel.section(at: 0).children.count) cells")
          }
          for (place, id) in new.enumerated()
          where viewModel.madeCell(at: path(0, place)) !== made[id] {
            Issue.record("\(new): item \(id) has another cell")
          }
          for id in old where !new.contains(id) && made[id]?.parent != nil {
            Issue.record("\(new): the cell of \(id) stays")
          }
        }
      }
    }
  }

  @Test("cells stay with their items over random edits of several sections")
  func randomEdits() {
    var generator = SeededGenerator(seed: 3)
    for round in 0..<60 {
      func parts() -> [FakeListSource.Part] {
        var numbers = Array(0..<12).shuffled(using: &generator).prefix(9)
        return Array(0..<4).shuffled(using: &generator).prefix(3).map { id in
          let count = Int.random(in: 0...numbers.count, using: &generator)
          defer { numbers = numbers.dropFirst(count) }
          return .init(id, items(numbers.prefix(count)))
        }
      }
      let source = FakeListSource(parts())
      let viewModel = make(source)
      for _ in 0..<6 {
        let before = cells(viewModel)
        let sections = viewModel.snapshot.sections.map(\.id)
        let places = before.compactMapValues(\.path)
        source.show(sections: parts())
        let after = viewModel.snapshot.sections.map(\.id)
        if let violation = violation(viewModel) { Issue.record("round \(round): \(violation)") }
        let now = cells(viewModel)
        for (id, cell) in now {
          guard let place = places[id], let new = cell.path else { continue }
          // Items of deleted and inserted sections are implied, and so made anew.
          let carried =
            after.contains(sections[place.section]) && sections.contains(after[new.section])
          if (cell === before[id]) != carried { Issue.record("round \(round): cell of \(id)") }
        }
      }
    }
  }

  @Test("an update gives the same cell its new model, and tells it the old one")
  func update() throws {
    let source = FakeListSource([SampleItem(1, "a"), SampleItem(2, "b"), SampleItem(3, "c")])
    let viewModel = make(source)
    let made = cells(viewModel)
    let cell = try #require(made[2] as? SampleViewModel)
    source.show([SampleItem(1, "a"), SampleItem(2, "B"), SampleItem(3, "c")])
    #expect(viewModel.madeCell(at: path(0, 1)) === cell)
    #expect(cell.model.text == "B")
    #expect(cell.former == ["b"])
    #expect(cell.prepared == 1)
    #expect((made[1] as? SampleViewModel)?.former == [])
    // Moved and changed at once.
    source.show([SampleItem(3, "c"), SampleItem(1, "a"), SampleItem(2, "BB")])
    #expect(viewModel.madeCell(at: path(0, 2)) === cell)
    #expect(cell.former == ["b", "B"])
    #expect(cell.path == path(0, 2))
  }

  @Test("a cell that moves to another section keeps its instance, and is told only of a change")
  func crossSection() throws {
    let source = FakeListSource([
      .init(0, [SampleItem(1, "a"), SampleItem(2, "b")]), .init(1, [SampleItem(3)]),
    ])
    let viewModel = make(source)
    let made = cells(viewModel)
    let (first, second) = (made[1] as? SampleViewModel, made[2] as? SampleViewModel)
    source.show(sections: [
      .init(0, []), .init(1, [SampleItem(2, "B"), SampleItem(3), SampleItem(1, "a")]),
    ])
    #expect(viewModel.madeCell(at: path(1, 2)) === first)
    #expect(viewModel.madeCell(at: path(1, 0)) === second)
    #expect(first?.parent === viewModel.section(at: 1))
    #expect(first?.former == [])
    #expect(second?.former == ["b"])
    #expect(second?.model.text == "B")
    #expect(violation(viewModel) == nil)
  }

  @Test("a cell whose kind has another module is made anew")
  func kindChange() {
    let source = FakeListSource([SampleItem(1), SampleItem(2)])
    let viewModel = make(source)
    let made = cells(viewModel)
    source.show([SampleItem(1, kind: "any"), SampleItem(2)])
    #expect(viewModel.madeCell(at: path(0, 0)) == nil)
    #expect(made[1]?.parent == nil)
    #expect(viewModel.cell(at: path(0, 0)) is AnySampleViewModel)
    #expect(viewModel.madeCell(at: path(0, 1)) === made[2])
    // A kind that leads to the same module keeps the cell.
    source.show([SampleItem(1, kind: "any"), SampleItem(2, kind: "unknown")])
    #expect(viewModel.madeCell(at: path(0, 1)) === made[2])
    #expect(violation(viewModel) == nil)
  }

  @Test("a reload makes the cell anew")
  func reload() {
    let source = FakeListSource(items(0..<2))
    let viewModel = make(source)
    let made = cells(viewModel)
    source.show(items(0..<2), reloads: [path(0, 1)])
    #expect(viewModel.madeCell(at: path(0, 0)) === made[0])
    #expect(viewModel.madeCell(at: path(0, 1)) == nil)
    #expect(made[1]?.parent == nil)
    #expect(viewModel.cell(at: path(0, 1)) !== made[1])
  }

  @Test("a placeholder keeps up with its item, and gives way to a model that fits")
  func placeholder() throws {
    module.section.cell("album").register(AlbumViewModel.self)
    let source = RecordSource([SampleRecord(["id": 1, "title": "Blue"], kind: "album")])
    let viewModel = ListViewModel(source: source, module: module)
    let placeholder = try #require(viewModel.cell(at: path(0, 0)) as? PlaceholderViewModel)
    source.update(SampleRecord(["id": 1, "title": "Blue", "year": 1959], kind: "album"))
    #expect(placeholder.parent == nil)
    #expect((viewModel.cell(at: path(0, 0)) as? AlbumViewModel)?.model.year == 1959)
    source.update(SampleRecord(["id": 1, "title": "Blue", "year": "?"], kind: "album"))
    let again = try #require(viewModel.cell(at: path(0, 0)) as? PlaceholderViewModel)
    #expect(
      again.reason(for: TestPresentation.self)
        == .model("field \"year\" is not a whole number: \"?\""))
  }

  @Test("what is removed from a list has no place in it any more")
  func removedPath() {
    let source = FakeListSource([.init(0, items(0..<3)), .init(1, items(3..<4))])
    let viewModel = make(source)
    let made = cells(viewModel)
    source.show(sections: [.init(0, items([0, 2]))], reloads: [path(0, 1)])
    #expect(made[0]?.path == path(0, 0))
    #expect(made[1]?.path == nil)
    #expect(made[2]?.path == nil)
    #expect(made[3]?.parent?.parent == nil)
    #expect(made[3]?.path == nil)
  }

  @Test("a deleted section goes with its cells; those after it move up")
  func deleteSection() {
    let source = FakeListSource([.init(0, items(0..<2)), .init(1, items(2..<4))])
    let viewModel = make(source)
    let made = cells(viewModel)
    let (first, second) = (viewModel.section(at: 0), viewModel.section(at: 1))
    source.show(sections: [.init(1, items(2..<4))])
    #expect(first.parent == nil)
    #expect(viewModel.children.count == 1)
    #expect(viewModel.section(at: 0) === second)
    #expect(second.position == 0)
    #expect(viewModel.madeCell(at: path(0, 1)) === made[3])
    #expect(made[3]?.path == path(0, 1))
    source.show(sections: [])
    #expect(viewModel.children.isEmpty)
  }

  @Test("sections keep their view models when they move; one with another name is made anew")
  func moveSections() {
    let source = FakeListSource([.init(0, items(0..<1)), .init(1, []), .init(2, items(2..<3))])
    let viewModel = make(source)
    let made = cells(viewModel)
    let sections = (0..<3).map { viewModel.section(at: $0) }
    source.show(sections: [
      .init(2, items(2..<3)), .init(0, items(0..<1)), .init(1, name: "other", []),
    ])
    #expect(viewModel.section(at: 0) === sections[2])
    #expect(viewModel.section(at: 1) === sections[0])
    #expect(viewModel.section(at: 2) !== sections[1])
    #expect(viewModel.section(at: 2).moduleName == "other")
    #expect(viewModel.madeCell(at: path(0, 0)) === made[2])
    #expect(viewModel.madeCell(at: path(1, 0)) === made[0])
    #expect(violation(viewModel) == nil)
  }

  @Test("headers and footers follow their models")
  func ends() throws {
    let source = FakeListSource([.init(0, header: SampleItem(9, "a"), items(0..<1))])
    let viewModel = make(source)
    let header = try #require(viewModel.header(ofSection: 0) as? SampleViewModel)
    source.show(sections: [
      .init(0, header: SampleItem(9, "b"), items(0..<1), footer: SampleItem(8))
    ])
    #expect(viewModel.header(ofSection: 0) === header)
    #expect(header.former == ["a"])
    let footer = try #require(viewModel.footer(ofSection: 0))
    source.show(sections: [.init(0, header: SampleItem(9, "b", kind: "any"), items(0..<1))])
    #expect(footer.parent == nil)
    #expect(viewModel.footer(ofSection: 0) == nil)
    #expect(viewModel.header(ofSection: 0) === header)
    module.section.header("new").register(AnySampleViewModel.self)
    source.show(sections: [.init(0, header: SampleItem(9, "b", kind: "new"), items(0..<1))])
    #expect(header.parent == nil)
    #expect(viewModel.header(ofSection: 0) is AnySampleViewModel)
    source.show(sections: [.init(0, items(0..<1))])
    #expect(viewModel.header(ofSection: 0) == nil)
    #expect(viewModel.section(at: 0).children.isEmpty)
  }

  @Test("a renderer is told after the tree has changed, once for each change")
  func told() {
    let source = FakeListSource(items(0..<1))
    let viewModel = make(source)
    let updates = Updates()
    let token = viewModel.observe { update in
      #expect(viewModel.snapshot.itemCount == update.after.itemCount)
      updates.all.append(update)
    }
    source.show(items(0..<2))
    source.phase = .loading(fraction: 0.5)
    #expect(viewModel.phase == .loading(fraction: 0.5))
    #expect(updates.all.map(\.changes.isEmpty) == [false, true])
    #expect(updates.all.first?.before.itemCount == 1)
    token.cancel()
    source.show(sections: [])
    #expect(updates.all.count == 2)
  }

  @Test("a list that is let go stops following its source")
  func release() {
    let source = FakeListSource(items(0..<1))
    weak var gone: ListViewModel?
    do {
      let viewModel = make(source)
      _ = cells(viewModel)
      gone = viewModel
    }
    #expect(gone == nil)
    source.show(sections: [])
  }

  // MARK: - Redrawing

  @Test("who asks to be drawn again is named in one update, and nobody above hears of it")
  func redraw() throws {
    let source = FakeListSource([
      .init(0, []), .init(1, header: SampleItem(7), items(0..<3), footer: SampleItem(8)),
    ])
    let page = TracingViewModel("page")
    let viewModel = ListViewModel(source: source, module: module)
    try page.addChild(viewModel)
    page.ready()
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
    #expect(viewModel.madeCell(at: path(1, 2)) === cell)
    #expect(page.received.isEmpty)
    cell.emit("other")
    #expect(page.received.map(\.name) == ["other"])
    #expect(page.received.first?.source === cell)
    #expect(page.received.first?.target === viewModel)
    token.cancel()
  }

  @Test("a redraw names the place where the item stands now")
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

  @Test("a redraw of a child that is no section, or no cell, is passed on")
  func redrawOfOthers() throws {
    let page = TracingViewModel("page")
    let viewModel = ListViewModel(source: FakeListSource(items(0..<1)), module: module)
    try page.addChild(viewModel)
    page.ready()
    let updates = Updates()
    let token = viewModel.observe { updates.all.append($0) }
    let child = ViewModel()
    try viewModel.addChild(child)
    child.emit(.redraw)
    #expect(page.received.map(\.name) == [.redraw])
    #expect(page.received.first?.source === child)
    #expect(updates.all.isEmpty)
    // Below a section, but in no place of it: the list draws nothing for it.
    let other = ViewModel()
    try viewModel.section(at: 0).addChild(other)
    other.emit(.redraw)
    #expect(updates.all.map(\.redraws) == [[.section(0)]])
    token.cancel()
  }

  @Test("a child added by hand stays where it is when items come and go")
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

  @Test("a section or cell removed by hand is made anew when it is looked at")
  func removeByHand() {
    let viewModel = make(
      FakeListSource([.init(0, header: SampleItem(7), items(0..<2), footer: SampleItem(8))]))
    let cell = viewModel.cell(at: path(0, 1))
    let header = viewModel.header(ofSection: 0)
    let footer = viewModel.footer(ofSection: 0)
    cell.removeFromParent()
    header?.removeFromParent()
    footer?.removeFromParent()
    #expect(viewModel.madeCell(at: path(0, 1)) == nil)
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

/// A source of one record.
@MainActor
private final class RecordSource: ListSource {
  private(set) var snapshot: ListSnapshot
  var phase: ListPhase { .finished }
  private let observers = Observers<ListUpdate>()

  init(_ records: [SampleRecord]) {
    snapshot = Self.snapshot(records)
  }

  private static func snapshot(_ records: [SampleRecord]) -> ListSnapshot {
    ListSnapshot(SectionedList([Section(id: 0, items: records)]))
  }

  func update(_ record: SampleRecord) {
    let before = snapshot
    snapshot = Self.snapshot([record])
    var changes = ChangeSet.unchanged(snapshot)
    changes.updates = [.init(from: path(0, 0), to: path(0, 0))]
    observers.send(ListUpdate(before: before, after: snapshot, changes: changes))
  }

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }
}
