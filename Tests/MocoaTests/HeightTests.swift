import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Heights of view models")
@MainActor
struct HeightTests {
  private let registry = notesRegistry()
  private var module: Module { registry.define("mocoa://notes/") }

  // F79, F83, scenarios 54, 56.
  @Test("a list has the height of its elements; missing ones have none")
  func sum() {
    let list = ListViewModel(
      source: FakeListSource([
        .init(0, header: note(1, "head"), [note(1), note(2, "two\nlines"), note(3, kind: "odd")]),
        .init(1, [note(4)]),
      ]), module: module)
    #expect(list.height == 0)
    #expect(list.header(ofSection: 0)?.height == 1)
    #expect(list.header(ofSection: 1) == nil)
    #expect(list.footer(ofSection: 0) == nil)
    for item in 0..<3 { _ = list.cell(at: path(0, item)) }
    _ = list.cell(at: path(1, 0))
    #expect(list.cell(at: path(0, 2)).height == 0)
    #expect(list.section(at: 0).height == 1 + 1 + 2)
    #expect(list.section(at: 1).height == 1)
    #expect(list.height == 5)
  }

  // F79, scenario 56.
  @Test("setting a height sends no notification and changes the sum")
  func setting() {
    let list = ListViewModel(source: FakeListSource([note(1)]), module: module)
    list.prepareIfNeeded()
    let updates = Updates()
    let token = list.observe { updates.all.append($0) }
    list.cell(at: path(0, 0)).height = 44
    #expect(updates.all.isEmpty)
    #expect(list.height == 44)
    list.cell(at: path(0, 0)).height = -1
    #expect(list.height == 0)
    token.cancel()
  }

  @Test("a fixed module height wins, except for unsupported elements")
  func fixed() {
    module.section.cell("note").height(3)
    let list = ListViewModel(
      data: [[note(1), note(2, kind: "odd")], [PlainCellModel]()] as [[any CellModel]],
      module: module)
    let cell = list.cell(at: path(0, 0))
    #expect(cell.height == 3)
    cell.height = 7
    #expect(cell.height == 3)
    #expect(module.section.cell("note").height == 3)
    #expect(list.cell(at: path(0, 1)).height == 0)
    #expect(module.section.cell("note").registrations.map(\.slot) == [.viewModel, .height])
    registry.define("mocoa://notes/").section.cell("album").register(AlbumViewModel.self).height(2)
    let broken = ListViewModel(
      model: SectionedList([Section(id: 0, items: [SampleRecord(["id": 1], kind: "album")])]),
      module: module)
    #expect(broken.cell(at: path(0, 0)) is PlaceholderViewModel)
    #expect(broken.height == 0)
  }
}
