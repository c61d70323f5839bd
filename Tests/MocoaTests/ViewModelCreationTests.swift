import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("A module outside any list (F18)")
@MainActor
struct ViewModelCreationTests {
  private let registry = ModuleRegistry()
  private let url: ModuleURL

  init() throws { url = try ModuleURL("mocoa://h/card") }

  // F18, F30, scenario 17.
  @Test("converts data to a model and a view model")
  func make() throws {
    registry.define("mocoa://h/card").register(SampleViewModel.self).height(3)
    let module = try registry.module(at: url)
    let viewModel = try module.makeViewModel(SampleViewModel.self, for: SampleItem(7))
    #expect(viewModel.model.id == 7)
    #expect(!viewModel.isReady)
    #expect(viewModel.module === module)
    #expect(viewModel.resolution == nil)
    #expect(viewModel.height == 3)
    #expect(viewModel.path == nil)
    let ready = try registry.makeViewModel(at: url, for: SampleItem(8), isReady: true)
    #expect(ready.isReady)
    #expect((ready as? SampleViewModel)?.prepared == 1)
    let typed = try module.makeViewModel(
      SampleViewModel.self, for: SampleItem(8), isReady: true)
    #expect(typed.isReady && typed.prepared == 1)
  }

  @Test("decodes a record by the view model or the model type")
  func records() throws {
    let record = SampleRecord(["title": "Kind of Blue", "year": 1959])
    registry.define("mocoa://h/card").register(AlbumViewModel.self)
    let viewModel = try registry.makeViewModel(at: url, for: record)
    #expect((viewModel as? AlbumViewModel)?.model.year == 1959)
    let general = registry.define("mocoa://h/general")
    general.model(Album.self).register(AnySampleViewModel.self)
    #expect(try general.makeViewModel(for: record).element is Album)
  }

  @Test("decodes records in plain data, also in a list")
  func plainRecords() throws {
    let fields = FieldValue.object([
      .init(name: "title", value: .string("Olé")), .init(name: "year", value: .int(1961)),
    ])
    let list = registry.define("mocoa://h/list")
    list.section.cell.register(AlbumViewModel.self)
    let viewModel = ListViewModel(data: [fields, fields], module: list)
    #expect(viewModel.snapshot.itemCounts == [1, 1])
    let cell = viewModel.cell(at: ItemPath(section: 1, item: 0)) as? AlbumViewModel
    #expect(cell?.model.title == "Olé" && cell?.model.year == 1961)
    let wrong = ListViewModel(data: [FieldValue.int(1)], module: list)
    #expect(wrong.cell(at: ItemPath(section: 0, item: 0)) is PlaceholderViewModel)
  }

  @Test("creates a model if its type is registered")
  func models() throws {
    let record = SampleRecord(["title": "Kind of Blue", "year": 1959])
    let module = registry.define("mocoa://h/album")
    #expect(try module.model(of: record) is SampleRecord)
    #expect((try module.model(of: 7) as? PlainCellModel)?.value as? Int == 7)
    module.model(Album.self)
    #expect((try module.model(of: record) as? Album)?.year == 1959)
    let fields = FieldValue.object([.init(name: "title", value: .string("Olé"))])
    let error = #expect(throws: (any Error).self) { try module.model(of: fields) }
    #expect(error.map { "\($0)" } == "field \"year\" is missing")
  }

  @Test("passes other data as plain data")
  func plainData() throws {
    registry.define("mocoa://h/card").register(AnySampleViewModel.self)
    func value(_ data: (any Sendable)?) throws -> (any Sendable)? {
      let element = try registry.makeViewModel(at: url, for: data).element
      return try #require(element as? PlainCellModel).value
    }
    #expect(try value("text") as? String == "text")
    #expect(try value([1, 2]) as? [Int] == [1, 2])
    #expect(try value(nil) == nil)
  }

  @Test("throws an error with the reason in one line")
  func errors() throws {
    func error(_ text: String, _ data: (any Sendable)? = nil) throws -> String {
      let url = try ModuleURL(text)
      let error = #expect(throws: ViewModelCreationError.self) {
        try registry.makeViewModel(at: url, for: data)
      }
      return error?.description ?? ""
    }
    registry.define("mocoa://h/view").testView()
    registry.define("mocoa://h/card").register(AlbumViewModel.self)
    registry.set(1, at: try ModuleURL("mocoa://h/value"))
    #expect(try error("mocoa://h/nobody?x=1") == "mocoa://h/nobody: no such module")
    #expect(try error("mocoa://h/value") == "mocoa://h/value: a Int, not a module")
    #expect(try error("mocoa://h/view") == "mocoa://h/view: no view model registered")
    #expect(
      try error("mocoa://h/card", SampleItem(1))
        == "mocoa://h/card: model mismatch: expected a Album, found a SampleItem")
    #expect(
      try error("mocoa://h/card", SampleRecord(["title": "x"]))
        == "mocoa://h/card: model mismatch: field \"year\" is missing")
    let other = #expect(throws: ViewModelCreationError.self) {
      try registry.module(at: url).makeViewModel(
        SampleViewModel.self, for: SampleRecord(["title": "x", "year": 1]))
    }
    #expect(
      other?.description == "mocoa://h/card: expected a SampleViewModel, found a AlbumViewModel")
  }

  @Test("a debug placeholder has the reason and the data")
  func placeholders() throws {
    func reason(_ text: String) throws -> PlaceholderReason? {
      let viewModel = try registry.makeViewModel(
        at: ModuleURL(text), for: SampleItem(7), isReady: true, isDebugging: true)
      #expect(viewModel.element?.itemID == 7)
      #expect(viewModel.isReady)
      let placeholder = viewModel as? PlaceholderViewModel
      return placeholder?.placeholderReason(for: TestPresentation.self)
    }
    registry.define("mocoa://h/view").testView()
    registry.define("mocoa://h/card").register(AlbumViewModel.self)
    registry.set(1, at: try ModuleURL("mocoa://h/value"))
    #expect(try reason("mocoa://h/nobody") == .noModule)
    #expect(try reason("mocoa://h/value") == .notAModule(type: "Int"))
    #expect(try reason("mocoa://h/view") == .missingParts([.model, .viewModel]))
    #expect(try reason("mocoa://h/card") == .model("expected a Album, found a SampleItem"))
  }

  @Test("reports a missing view of the renderer")
  func noView() throws {
    let module = registry.define("mocoa://h/card")
    module.register(AnySampleViewModel.self)
    let viewModel = try module.makeViewModel(for: SampleItem(1))
    #expect(
      viewModel.placeholderReason(for: TestPresentation.self) == .missingParts([.model, .view]))
  }

  @Test("uses modules of a provider")
  func provider() throws {
    struct Provider: ModuleProvider {
      func registerModule(at url: ModuleURL, in registry: ModuleRegistry) -> Bool {
        registry.define(url).register(AnySampleViewModel.self)
        return true
      }
    }
    registry.add(Provider())
    #expect(try registry.makeViewModel(at: url) is AnySampleViewModel)
  }
}
