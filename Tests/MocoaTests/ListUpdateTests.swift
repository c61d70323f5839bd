import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("List view models: updates of a source")
@MainActor
struct ListUpdateTests {
  let module = ModuleRegistry().define("mocoa://h/list")

  init() {
    for section in [module.section, module.section("other")] {
      section.cell.register(SampleViewModel.self)
      section.header.register(SampleViewModel.self)
      section.footer.register(SampleViewModel.self)
    }
    module.section.cell("any").register(AnySampleViewModel.self)
  }

  func items(_ numbers: some Sequence<Int>) -> [SampleItem] {
    numbers.map { SampleItem($0) }
  }

  func make(_ source: FakeListSource) -> ListViewModel {
    let viewModel = ListViewModel(source: source, module: module)
    viewModel.prepareIfNeeded()
    return viewModel
  }

  /// Returns all cells of a list, by the number of their item.
  func cells(_ viewModel: ListViewModel) -> [Int: AnyCellViewModel] {
    var cells: [Int: AnyCellViewModel] = [:]
    var path = viewModel.snapshot.firstPath
    while let current = path {
      let cell = viewModel.cell(at: current)
      if let item = cell.element as? SampleItem { cells[item.id] = cell }
      path = viewModel.snapshot.path(after: current)
    }
    return cells
  }

  /// Returns the first violated invariant of a list's tree, or `nil` if it is valid.
  func violation(_ viewModel: ListViewModel) -> String? {
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
        if viewModel.existingCell(at: path) !== cell { return "cell \(path) is not the one made" }
        if cell.element?.itemID != viewModel.snapshot.id(at: path) { return "cell \(path): item" }
        if cell.parent !== section { return "cell \(path): parent" }
      }
    }
    return nil
  }

  // F40, F72.
  @Test("an append keeps existing view models and creates none")
  func append() {
    let source = FakeListSource(items(0..<3))
    let viewModel = make(source)
    let made = cells(viewModel)
    source.show(items(0..<1_000))
    #expect(viewModel.snapshot.itemCount == 1_000)
    #expect(viewModel.section(at: 0).children.count == 3)
    for (id, cell) in made { #expect(viewModel.existingCell(at: path(0, id)) === cell) }
  }

  // B1, B21.
  @Test("cells stay with their items for every edit of a section")
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
          where viewModel.existingCell(at: path(0, place)) !== made[id] {
            Issue.record("\(new): item \(id) has another cell")
          }
          for id in old where !new.contains(id) && made[id]?.parent != nil {
            Issue.record("\(new): the cell of \(id) stays")
          }
        }
      }
    }
  }

  @Test("cells stay with their items for random edits of sections")
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
          // Items of deleted and inserted sections are implied, so their cells are created again.
          let carried =
            after.contains(sections[place.section]) && sections.contains(after[new.section])
          if (cell === before[id]) != carried { Issue.record("round \(round): cell of \(id)") }
        }
      }
    }
  }

  // B3, scenario 74.
  @Test("an update passes the new and the old model to the cell")
  func update() throws {
    let source = FakeListSource([SampleItem(1, "a"), SampleItem(2, "b"), SampleItem(3, "c")])
    let viewModel = make(source)
    let made = cells(viewModel)
    let cell = try #require(made[2] as? SampleViewModel)
    source.show([SampleItem(1, "a"), SampleItem(2, "B"), SampleItem(3, "c")])
    #expect(viewModel.existingCell(at: path(0, 1)) === cell)
    #expect(cell.model.text == "B")
    #expect(cell.former == ["b"])
    #expect(cell.prepared == 1)
    #expect((made[1] as? SampleViewModel)?.former == [])
    // Moved and updated at the same time.
    source.show([SampleItem(3, "c"), SampleItem(1, "a"), SampleItem(2, "BB")])
    #expect(viewModel.existingCell(at: path(0, 2)) === cell)
    #expect(cell.former == ["b", "B"])
    #expect(cell.path == path(0, 2))
  }

  // B19, scenario 65.
  @Test("a cell that changes sections keeps its instance")
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
    #expect(viewModel.existingCell(at: path(1, 2)) === first)
    #expect(viewModel.existingCell(at: path(1, 0)) === second)
    #expect(first?.parent === viewModel.section(at: 1))
    #expect(first?.former == [])
    #expect(second?.former == ["b"])
    #expect(second?.model.text == "B")
    #expect(violation(viewModel) == nil)
  }

  @Test("a cell whose kind has another module is created again")
  func kindChange() {
    let source = FakeListSource([SampleItem(1), SampleItem(2)])
    let viewModel = make(source)
    let made = cells(viewModel)
    source.show([SampleItem(1, kind: "any"), SampleItem(2)])
    #expect(viewModel.existingCell(at: path(0, 0)) == nil)
    #expect(made[1]?.parent == nil)
    #expect(viewModel.cell(at: path(0, 0)) is AnySampleViewModel)
    #expect(viewModel.existingCell(at: path(0, 1)) === made[2])
    // A kind with the same module keeps the cell.
    source.show([SampleItem(1, kind: "any"), SampleItem(2, kind: "unknown")])
    #expect(viewModel.existingCell(at: path(0, 1)) === made[2])
    #expect(violation(viewModel) == nil)
  }

  @Test("a reload creates the cell again")
  func reload() {
    let source = FakeListSource(items(0..<2))
    let viewModel = make(source)
    let made = cells(viewModel)
    source.show(items(0..<2), reloads: [path(0, 1)])
    #expect(viewModel.existingCell(at: path(0, 0)) === made[0])
    #expect(viewModel.existingCell(at: path(0, 1)) == nil)
    #expect(made[1]?.parent == nil)
    #expect(viewModel.cell(at: path(0, 1)) !== made[1])
  }

  @Test("a placeholder is updated, and replaced if the model fits")
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

  @Test("a removed element has no path in the list")
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

  @Test("a deleted section removes its cells; later sections move up")
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
    #expect(viewModel.existingCell(at: path(0, 1)) === made[3])
    #expect(made[3]?.path == path(0, 1))
    source.show(sections: [])
    #expect(viewModel.children.isEmpty)
  }

  @Test("moved sections keep their view models, renamed ones do not")
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
    #expect(viewModel.existingCell(at: path(0, 0)) === made[2])
    #expect(viewModel.existingCell(at: path(1, 0)) === made[0])
    #expect(violation(viewModel) == nil)
  }

  // B4.
  @Test("headers and footers are updated with their models")
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

  // F77.
  @Test("notifies a renderer once for each change, after the tree")
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

  @Test("a released list stops observing its source")
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
    observers.notify(ListUpdate(before: before, after: snapshot, changes: changes))
  }

  func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }
}
