import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaQuery

@Suite("Lists that are edited while they are queried")
@MainActor
struct EditedListTests {
  @Test(
    "match a simple query after each random change",
    arguments: 1...24 as ClosedRange<UInt64>)
  func random(seed: UInt64) async throws {
    let run = EditedListRun(seed: seed, rows: 12)
    for step in 0..<60 {
      if run.pick(3) == 0 { try run.ask() } else { try run.change() }
      #expect(run.isSettled)
      run.check(step)
      run.checkPaths(step)
    }
  }

  @Test(
    "match a simple query if background threads evaluate long lists",
    arguments: [1, 2, 3, 4] as [UInt64])
  func threads(seed: UInt64) async throws {
    let run = EditedListRun(seed: seed, rows: 1500)
    run.list.immediateLimit = 100
    for step in 0..<24 {
      for _ in 0..<(1 + run.pick(3)) {
        if run.pick(3) == 0 { try run.ask() } else { try run.change() }
        run.checkPaths(step)
      }
      await eventually("it is compared and answered") { run.isSettled }
      run.check(step)
      run.checkPaths(step)
    }
  }

  /// Creates a list of six rows with a query.
  private func list(_ query: ListQuery) -> (ListViewModel, QueryResults) {
    let rows = (0..<6).map { EditedRow(id: $0, word: ["a", "b"][$0 % 2], number: 9 - $0) }
    let module = ModuleRegistry().define("mocoa://h/list")
    module.section.cell.register(EditedRowViewModel.self)
    let list = ListViewModel(source: SectionsSource([.init(id: 0, rows: rows)]), module: module)
    list.prepareIfNeeded()
    let queried = QueryResults(list.content)
    list.setSource(queried)
    queried.query = query
    return (list, queried)
  }

  @Test("reload and reconfigure equal items under a query")
  func wishes() throws {
    let (list, _) = list(ListQuery(filter: try Filter("word=b"), orders: [.init("number")]))
    var updates: [ListUpdate] = []
    let token = list.observe { updates.append($0) }
    let first = try #require(list.cell(at: ItemPath(section: 0, item: 0)) as? EditedRowViewModel)
    #expect(first.model.id == 5 && first.path == ItemPath(section: 0, item: 5))
    #expect(first.shownPath == ItemPath(section: 0, item: 0))
    try list.reconfigureCell(at: ItemPath(section: 0, item: 5))
    #expect(first.changes == 1)
    #expect(updates.last?.changes.updates.map(\.to) == [ItemPath(section: 0, item: 0)])
    try list.reloadCell(at: ItemPath(section: 0, item: 5))
    #expect(updates.last?.changes.reloads == [ItemPath(section: 0, item: 0)])
    let second = list.cell(at: ItemPath(section: 0, item: 0))
    #expect(second !== first && first.path == nil)
    list.reload()
    #expect(list.cell(at: ItemPath(section: 0, item: 0)) !== second)
    #expect(list.snapshot.editedTexts == [["", "5b4", "3b6", "1b8"]])
    withExtendedLifetime(token) {}
  }

  @Test("display another derived list while a change of the first is pending")
  func otherExcerpt() throws {
    let (list, queried) = list(ListQuery(filter: try Filter("word=b")))
    let other = QueryResults(list.content)
    other.query.filter = try Filter("word=a")
    var updates: [ListUpdate] = []
    let token = list.observe { updates.append($0) }
    list.performBatchUpdates {
      queried.query.filter = nil
      list.setSource(other)
      #expect(list.contentPath(of: ItemPath(section: 0, item: 0)) == nil)
    }
    #expect(list.snapshot.editedTexts == [["", "0a9", "2a7", "4a5"]])
    #expect(updates.count > 1)
    for (former, next) in zip(updates, updates.dropFirst()) {
      #expect(former.after.editedTexts == next.before.editedTexts)
      #expect(next.changes.countsBefore == next.before.itemCounts)
    }
    withExtendedLifetime(token) {}
  }

  @Test("edits of a section use content indexes; edits of a group throw")
  func sections() throws {
    let (list, queried) = list(ListQuery(filter: try Filter("word=b")))
    let section = list.section(at: 0)
    #expect(section.position == 0)
    try section.deleteCell(at: 1)
    #expect(list.content.snapshot.editedTexts == [["", "0a9", "2a7", "3b6", "4a5", "5b4"]])
    #expect(list.snapshot.editedTexts == [["", "3b6", "5b4"]])
    queried.query.group = "word"
    let group = list.section(at: 0)
    #expect(group.position == -1)
    #expect(throws: ListEditError.sectionDerived) { try group.deleteCell(at: 0) }
  }

  @Test("a section that a query hides can be edited")
  func hiddenSections() throws {
    let (list, queried) = list(ListQuery())
    let new = EditedSection(
      part: .init(id: 7, rows: [EditedRow(id: 10, word: "c", number: 1)]))
    try list.insertSection(new, at: 0)
    let section = list.section(at: 0)
    queried.query.filter = try Filter("word=a")
    #expect(section.parent == nil)
    try section.insertCell(EditedRow(id: 11, word: "a", number: 2), at: 1)
    #expect(list.snapshot.editedTexts == [["", "11a2"], ["", "0a9", "2a7", "4a5"]])
    queried.query.group = "word"
    try section.performBatchUpdates { try section.deleteCell(at: 0) }
    queried.query = ListQuery()
    #expect(list.snapshot.editedTexts.first == ["", "11a2"])
    try list.deleteSection(at: 0)
    #expect(throws: ListEditError.detached) { try section.deleteCell(at: 0) }
  }

  @Test("the selection stays on its item after an insertion before it")
  func selection() throws {
    let (list, queried) = list(ListQuery(filter: try Filter("word=b"), orders: [.init("number")]))
    #expect(list.select(ItemPath(section: 0, item: 2)))
    try list.insertCell(EditedRow(id: 9, word: "b", number: 5), at: ItemPath(section: 0, item: 0))
    #expect(list.selection.contains(ItemPath(section: 0, item: 3)) && list.selection.count == 1)
    queried.query = ListQuery()
    let path = try #require(
      list.selection.runs.first.map { ItemPath(section: 0, item: $0.range.lowerBound) })
    #expect((list.snapshot.element(at: path) as? EditedRow)?.id == 1)
  }

  @Test("continue with a query that an observer sets during an update")
  func reentrant() throws {
    let (list, queried) = list(ListQuery(orders: [.init("number")]))
    var texts: [[[String]]] = []
    let asking = list.observe { [weak list] update in
      guard let list, update.after.itemCount == 5, queried.query.filter == nil else { return }
      queried.query.filter = try? Filter("word=a")
      _ = try? list.deleteCell(at: ItemPath(section: 0, item: 0))
    }
    var shown = list.snapshot.editedTexts
    let telling = list.observe { update in
      #expect(update.before.editedTexts == shown)
      shown = update.after.editedTexts
      texts.append(shown)
    }
    try list.deleteCell(at: ItemPath(section: 0, item: 1))
    #expect(texts.first == [["", "5b4", "4a5", "3b6", "2a7", "0a9"]])
    #expect(texts.last == [["", "4a5", "2a7"]])
    withExtendedLifetime((asking, telling)) {}
  }

  // MARK: - Bindings

  @Test("show the values of a binding, with and without a query")
  func binding() async throws {
    let binding = ListBinding<EditedRow>(.manual)
    let list = binding.list
    list.prepareIfNeeded()
    let rows = (0..<4).map { EditedRow(id: $0, word: ["a", "b"][$0 % 2], number: 9 - $0) }
    binding.update(rows)
    #expect(list.content.snapshot.itemCount == 4 && list.source.snapshot.itemCount == 4)
    let queried = QueryResults(list.content)
    list.setSource(queried)
    queried.query = ListQuery(filter: try Filter("word=a"), orders: [.init("number")])
    #expect(list.snapshot.editedTexts == [["", "2a7", "0a9"]])
    #expect(binding.items == rows)
    let cell = list.cell(at: ItemPath(section: 0, item: 0))
    #expect(cell.path.flatMap(binding.item(at:)) == rows[2])
    binding.beginLoading()
    #expect(list.phase == .loading(fraction: nil))
    binding.update(rows + [EditedRow(id: 7, word: "a", number: 8)])
    #expect(list.snapshot.editedTexts == [["", "2a7", "7a8", "0a9"]])
    binding.sender.update([EditedRow(id: 8, word: "a", number: 1)])
    binding.sender.finish()
    await eventually("it arrives") { list.content.snapshot.itemCount == 1 }
    #expect(list.snapshot.editedTexts == [["", "8a1"]])
    let last = list.cell(at: ItemPath(section: 0, item: 0))
    binding.reload()
    #expect(list.cell(at: ItemPath(section: 0, item: 0)) !== last)
    binding.unbind()
    queried.query = ListQuery()
    #expect(list.snapshot.editedTexts == [["", "8a1"]])
    binding.update(rows)
    #expect(list.snapshot.editedTexts == [["", "8a1"]])
  }

  @Test("a version of a history replaces edits, also under a query")
  func history() throws {
    let source = SectionsSource([.init(id: 0, rows: [EditedRow(id: 0, word: "a", number: 1)])])
    let history = ListHistory(of: source)
    let list = ListViewModel(source: history, module: ModuleRegistry().define("mocoa://h/list"))
    list.prepareIfNeeded()
    let queried = QueryResults(list.content)
    list.setSource(queried)
    queried.query.filter = try Filter("word=a")
    source.show([.init(id: 0, rows: [EditedRow(id: 1, word: "a", number: 2)])])
    try list.insertCell(EditedRow(id: 2, word: "a", number: 3), at: ItemPath(section: 0, item: 0))
    #expect(list.snapshot.editedTexts == [["", "2a3", "1a2"]])
    #expect(history.step(by: -1))
    #expect(list.snapshot.editedTexts == [["", "0a1"]])
    history.showLatest()
    #expect(list.snapshot.editedTexts == [["", "1a2"]])
  }
}
