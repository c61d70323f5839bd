import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

func path(_ section: Int, _ item: Int) -> ItemPath {
  ItemPath(section: section, item: item)
}

/// A model that is decoded from records.
struct Album: CellModel, RecordDecodable, Equatable {
  var title: String
  var year: Int
  var itemID: ItemID { ItemID(title) }

  init(_ record: some FieldReadable) throws {
    title = try record.string("title")
    year = try record.integer("year")
  }
}

final class AlbumViewModel: CellViewModel<Album> {}

/// The updates that a list sent to its renderers.
@MainActor
final class Updates {
  var all: [ListUpdate] = []
}

@Suite("List view models: creation on access")
@MainActor
struct ListViewModelTests {
  private let module = ModuleRegistry().define("mocoa://h/list")

  init() {
    module.section.cell.register(SampleViewModel.self)
    module.section.header.register(SampleViewModel.self)
    module.section.footer.register(SampleViewModel.self)
  }

  private func list(_ parts: [FakeListSource.Part]) -> ListViewModel {
    ListViewModel(source: FakeListSource(parts), module: module)
  }

  // F40, F70, F71.
  @Test("creates nothing before the first access, and each cell once")
  func lazy() {
    let viewModel = ListViewModel(
      source: FakeListSource((0..<100).map { SampleItem($0) }), module: module)
    viewModel.prepareIfNeeded()
    #expect(viewModel.children.isEmpty)
    #expect(viewModel.existingCell(at: path(0, 7)) == nil)
    let cell = viewModel.cell(at: path(0, 7))
    #expect(viewModel.cell(at: path(0, 7)) === cell)
    #expect(viewModel.existingCell(at: path(0, 7)) === cell)
    #expect(viewModel.existingCell(at: path(0, 8)) == nil)
    #expect(viewModel.existingCell(at: path(3, 0)) == nil)
    #expect(viewModel.children.count == 1)
    #expect(viewModel.section(at: 0).children.count == 1)
    #expect(cell.path == path(0, 7))
    #expect((cell as? SampleViewModel)?.model.id == 7)
    #expect((cell as? SampleViewModel)?.prepared == 1)
    #expect(cell.parent === viewModel.section(at: 0))
  }

  // F71, F76.
  @Test("view models created early become ready with the list")
  func before() {
    let viewModel = list([.init(0, [SampleItem(1)])])
    let cell = viewModel.cell(at: path(0, 0))
    #expect(!cell.isReady)
    viewModel.prepareIfNeeded()
    #expect(cell.isReady)
    #expect((cell as? SampleViewModel)?.prepared == 1)
  }

  // F70, B21, scenario 54.
  @Test("children are header, footer and cells, in any order of access")
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

  // B21.
  @Test("sections are in order, in any order of access")
  func sectionOrder() {
    withEveryPermutation(of: [0, 1, 2, 3]) { accesses in
      let viewModel = list((0..<4).map { .init($0, []) })
      for access in accesses { _ = viewModel.section(at: access) }
      let positions = viewModel.children.map { ($0 as? SectionViewModel)?.position }
      if positions != [0, 1, 2, 3] { Issue.record("\(accesses): \(positions)") }
    }
  }

  // F23, B13, B22, scenario 54.
  @Test("a header or footer exists exactly if its model does")
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

  // F21, F22, F24, scenario 49.
  @Test("shows plain data by its rules")
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

  // F40, F90, scenario 50.
  @Test("a section uses the class of its module or of a default")
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

  // F82, scenario 89.
  @Test("finds a module that was registered late")
  func late() {
    let viewModel = ListViewModel(
      source: FakeListSource([SampleItem(1, kind: "x"), SampleItem(2, kind: "x")]),
      module: ModuleRegistry().define("mocoa://h/late"))
    #expect(viewModel.cell(at: path(0, 0)) is PlaceholderViewModel)
    viewModel.module.section.cell("x").register(SampleViewModel.self)
    #expect(viewModel.cell(at: path(0, 1)) is SampleViewModel)
  }

  // MARK: - Models

  @Test("decodes records; a failed record is a placeholder with the reason")
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

  // F90, B23.
  @Test("a model mismatch is a placeholder that names both types")
  func mismatch() throws {
    let viewModel = ListViewModel(data: [1], module: module)
    let cell = try #require(viewModel.cell(at: path(0, 0)) as? PlaceholderViewModel)
    #expect(
      cell.reason(for: TestPresentation.self)
        == .model("expected a SampleItem, found a PlainCellModel"))
  }

  @Test("decodes the model type of a module for every view model")
  func modelSlot() throws {
    module.section.cell("album").model(Album.self).register(AnySampleViewModel.self)
    let record = SampleRecord(["title": "Blue", "year": 1959], kind: "album")
    let broken = SampleRecord(["title": "Blue"], kind: "album")
    let viewModel = ListViewModel(
      model: SectionedList([Section(id: 0, items: [record, broken])]), module: module)
    #expect(viewModel.cell(at: path(0, 0)).element is Album)
    #expect(viewModel.cell(at: path(0, 1)) is PlaceholderViewModel)
  }

  @Test("a placeholder summarizes its data within the limit")
  func summary() throws {
    let record = SampleRecord([
      "id": 71, "title": "Live", "deep": .array(Array(repeating: 5, count: 10_000)),
    ])
    let placeholder = PlaceholderViewModel(element: record)
    #expect(placeholder.summary(limit: 26) == "Live · {\"id\": 71, \"title\": \"Live\"…")
    #expect(placeholder.reason(for: TestPresentation.self) == .noModule)
    #expect(PlaceholderViewModel(element: SampleItem(1)).summary(limit: 6) == "Sample")
    #expect(PlaceholderViewModel(element: SampleItem(1)).summary(limit: -1).count < 2)
    #expect(placeholder.summary(limit: -1).count < 20)
  }

  // MARK: - Searching

  @Test("finds an item by its identity among the first ten thousand")
  func find() {
    let viewModel = ListViewModel(
      source: FakeListSource([.init(0, []), .init(1, (0..<10_010).map { SampleItem($0) })]),
      module: module)
    #expect(viewModel.firstPath(matchingID: "7") == path(1, 7))
    #expect(viewModel.firstPath(matchingID: "9999") == path(1, 9_999))
    #expect(viewModel.firstPath(matchingID: "10000") == nil)
    #expect(viewModel.firstPath(matchingID: "x") == nil)
    #expect(viewModel.firstPath { ($0 as? SampleItem)?.text == "12" } == path(1, 12))
    #expect(viewModel.children.isEmpty)
    #expect(list([]).firstPath(matchingID: "1") == nil)
  }
}
