import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

/// The rows of the article "Coming from XZMocoa" about lists and pages, by their feature numbers.
@Suite("Coming from XZMocoa: lists and pages")
@MainActor
struct ComingFromXZMocoaListsTests {
  private let registry = ModuleRegistry()
  private let list: ListViewModel

  init() {
    let table = registry.define("mocoa://h/t")
    table.section.cell.register(SampleViewModel.self).height(2)
    list = ListViewModel(
      model: SectionedList(items: [SampleItem(1), SampleItem(2), SampleItem(3)]), module: table)
    list.prepareIfNeeded()
  }

  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  @Test("F70, F71, F79: sectionViewModelAtIndex:, cellViewModelAtIndexPath:, numberOfCells, height")
  func structure() {
    #expect(list.snapshot.itemCounts == [3])
    #expect(list.section(at: 0).parent === list)
    #expect(list.cell(at: path(1)).parent === list.section(at: 0))
    #expect(list.cell(at: path(1)).height == 2)
  }

  @Test("F72–F75: reloadData, insertSection, deleteCell, moveCell, reloadCell")
  func editing() throws {
    let moved = list.cell(at: path(0))
    try list.moveCell(at: path(0), to: path(2))
    #expect(list.cell(at: path(2)) === moved && moved.path == path(2))
    try list.reloadCell(at: path(2))
    #expect(list.cell(at: path(2)) !== moved)
    let kept = list.cell(at: path(1))
    try list.reconfigureCell(at: path(1))
    #expect(list.cell(at: path(1)) === kept)
    try list.deleteCell(at: path(0))
    try list.insertSection(Section(id: 9, items: [SampleItem(4)]), at: 0)
    list.reload()
    #expect(list.snapshot.identities == [[4], [3, 1]])
    #expect(throws: ListEditError.self) { try list.deleteCell(at: path(7)) }
  }

  @Test("F77, §3: the delegate's events, performBatchUpdates:completion:")
  func batches() async {
    var counts: [Int] = []
    let token = list.observe { counts.append($0.changes.deletions.map(\.range.count).reduce(0, +)) }
    var finished = 0
    let batch = list.performBatchUpdates {
      list.setModel(SectionedList(items: [SampleItem(3)]))
    }
    batch.onFinish { _ in finished += 1 }
    #expect(counts == [2] && finished == 1)
    let update = await batch.result
    #expect(update?.after.identities == [[3]])
    token.cancel()
  }

  @Test("F84: selectCellAtIndexPath:, didSelect, didDeselect")
  func selection() {
    list.select(path(0))
    list.select(path(2))
    #expect(list.selection.contains(path(2)) && !list.selection.contains(path(0)))
    list.selectionMode = .multiple
    list.select(path(0))
    #expect(list.cell(at: path(0)).isSelected && list.cell(at: path(2)).isSelected)
  }

  @Test("F63–F66: pages by URL, push, present, addChild, tabs, options, results")
  func pages() throws {
    registry.define("mocoa://h/p").page("Page") { PageViewModel(options: $0) }
    registry.define("mocoa://h/t").page("List", showing: SectionedList(items: [SampleItem(1)]))
    let navigator = Navigator(registry: registry)
    let url = try ModuleURL("mocoa://h/p?a=1&b")
    let page = try navigator.push(url, options: ["a": 2, "c": nil])
    #expect(try page.options.int("a") == 2 && page.options.contains("b"))
    #expect(try navigator.push(ModuleURL("mocoa://h/t")) is ListPageViewModel)
    var answers: [Int?] = []
    let over = try navigator.present(url) { answers.append($0 as? Int) }
    over.finish(with: 7)
    _ = try navigator.present(url) { answers.append($0 as? Int) }
    navigator.dismiss()
    #expect(answers == [7, nil])
    #expect(try page.embed(url).parent === page)
    #expect(page.embedModule(url) is PlaceholderViewModel)
    let failures = navigator.openTabs([url, try ModuleURL("mocoa://h/bad"), url])
    #expect(failures.map(\.description) == ["mocoa://h/bad: no such module"])
  }

  @Test("F90–F95: placeholders, XZLog")
  func placeholders() {
    let placeholder = PlaceholderViewModel(element: SampleItem(1, kind: "x"))
    #expect(placeholder.reason(for: TestPresentation.self) == .noModule)
    #expect(list.resolution(.cell, named: "x", section: "").candidates.count == 2)
    registry.define("mocoa://h/t").section.cell.register(SampleViewModel.self)
    _ = registry.define("not a url")
    #expect(registry.replacements.count == 1 && registry.rejectedRegistrations.count == 1)
  }
}
