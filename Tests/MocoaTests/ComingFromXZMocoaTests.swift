import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

/// One test for each row of the article "Coming from XZMocoa" (`Mocoa.docc/ComingFromXZMocoa.md`),
/// by feature number.
///
/// The code of the article must compile and behave as described.
@Suite("Coming from XZMocoa: each row of the article")
@MainActor
struct ComingFromXZMocoaTests {
  private let registry = ModuleRegistry()
  private let item = SampleItem(1)

  private func url(_ text: String) throws -> ModuleURL { try ModuleURL(text) }

  @Test("F1, F5: XZModule(url), doaminNamed:")
  func lookup() throws {
    #expect(registry.define("https://H/a/b").url.description == "mocoa://h/a/b")
    #expect(try registry.module(at: url("mocoa://h/a")).submodules.count == 1)
    #expect(registry.roots.first?.url.domain == "h")
  }

  @Test("F3, F4, F13: setModule:forPath:, moduleForURL:, setSubmodule:")
  func values() throws {
    registry.set(1, at: try url("mocoa://h/n"))
    #expect(registry.value(at: try url("mocoa://h/n")) as? Int == 1)
    registry.unregister(at: try url("mocoa://h/n"))
    #expect(registry.value(at: try url("mocoa://h/n")) == nil)
  }

  @Test("F6, F7: provider")
  func provider() throws {
    struct Provider: ModuleProvider {
      func registerModule(at url: ModuleURL, in registry: ModuleRegistry) -> Bool {
        registry.define(url).page("Any") { PageViewModel(url: $0.url) }
        return true
      }
    }
    registry.add(Provider())
    #expect(try registry.module(at: url("mocoa://h/x")).pageTitle == "Any")
  }

  @Test("F9–F11: modelClass, viewClass, viewModelClass, viewForm")
  func slots() {
    let cell = registry.define("mocoa://h/t").section.cell
    cell.model(SampleItem.self)
    cell.register(SampleViewModel.self)
    cell.setSlot("nib", for: TestPresentation.self, named: "nib", origin: .init(file: "", line: 0))
    #expect(cell.missingParts(for: TestPresentation.self).isEmpty)
  }

  @Test("F12, F14, F15: submodule…, subscripts, section, cell, header, footer, list")
  func submodules() throws {
    let table = registry.define("mocoa://h/t")
    #expect(table.defineSubmodule(kind: "k", name: "n") === table.define("k:n"))
    #expect(table.submodule(kind: "k", name: "m") == nil)
    #expect(table.section("100").header("h") === table.define("100/header:h"))
    #expect(table.list === table.define("list"))
  }

  @Test("F16, F17: enumerateSubmodules, description")
  func enumeration() {
    let table = registry.define("mocoa://h/t")
    table.section.cell.register(SampleViewModel.self)
    table.forEach { _ in }
    for module in table.subtree where !module.isEmpty { #expect(module === table.section.cell) }
    #expect(table.treeDescription.hasPrefix("mocoa://h/t\n  :\n"))
  }

  @Test("F18, F30: instantiateViewModel:, initWithModel:ready:")
  func making() throws {
    let module = registry.define("mocoa://h/t")
    module.register(SampleViewModel.self)
    #expect(try module.makeViewModel(for: item, isReady: true).isReady)
    #expect(try registry.makeViewModel(at: module.url, for: item).module === module)
  }

  // F26: a list model replaces the hooks of XZMocoa that convert plain data to a list.
  private struct ByKind: ListModel {
    let items: [SampleItem]
    private var kinds: [String] { Set(items.map(\.moduleName)).sorted() }

    init(_ items: [SampleItem]) { self.items = items }

    var sectionCount: Int { kinds.count }

    func section(at position: Int) -> any SectionModel {
      let kind = kinds[position]
      return Section(
        id: ItemID(kind), moduleName: kind, items: items.filter { $0.moduleName == kind })
    }
  }

  @Test("F20–F26: mocoaName, numberOfSectionModels…, headerModel, transformers, fetched results")
  func models() {
    let table = registry.define("mocoa://h/t")
    #expect(item.moduleName == "")
    #expect(ListViewModel(data: [item, item], module: table).snapshot.itemCounts == [1, 1])
    let list = ListViewModel(
      model: ByKind([SampleItem(1, kind: "b"), SampleItem(2, kind: "a"), SampleItem(3, kind: "b")]),
      module: table)
    #expect(list.snapshot.identities == [[2], [1, 3]])
    #expect(list.snapshot.sections.map(\.moduleName) == ["a", "b"])
    #expect(ListViewModel(source: FakeListSource([item]), module: table).snapshot.itemCount == 1)
  }

  @Test("F31–F40: ready, prepare, addSubViewModel…, didRemoveSubViewModel, index, module")
  func hierarchy() throws {
    let (parent, child, other) = (ViewModel(), SampleViewModel(model: item), ViewModel())
    try parent.addChild(child)
    try parent.insertChild(other, at: 0)
    try parent.moveChild(at: 0, to: 1)
    parent.prepareIfNeeded()
    #expect(child.prepared == 1)
    child.removeFromParent()
    #expect(parent.children.count == 1)
    #expect(child.path == nil && child.module == nil)
  }

  @Test("F41–F45: emit:value:, didReceiveEmition:, XZMocoaEmitionNameUpdate")
  func emissions() throws {
    let (parent, child) = (TracingViewModel("parent"), ViewModel())
    try parent.addChild(child)
    parent.prepareIfNeeded()
    child.emit("name", value: 1)
    child.emit()
    child.emit(.redraw)
    #expect(parent.received.map(\.name) == ["name", .default, .redraw])
    #expect(parent.received.first?.source === child)
    #expect(parent.received.first?.target === child)
  }

  @Test("F46–F51: addTarget:action:forKeyEvents:, sendActionsForKeyEvents:, removeTarget:")
  func signals() {
    let viewModel = ViewModel()
    viewModel.prepareIfNeeded()
    var told: [String] = []
    let token = viewModel.observe(.title, initial: { _ in "now" }) { told.append($0) }
    viewModel.observe(.changed, by: registry) { _, _ in told.append("changed") }
    viewModel.send(.title, "later")
    viewModel.send(.changed)
    token.cancel()
    viewModel.removeObserver(registry)
    viewModel.send(.title, "never")
    viewModel.send(.changed)
    #expect(told == ["now", "later", "changed"])
  }

  private final class Mapped: CellViewModel<SampleItem> {
    var title = "" { didSet { send(.title, title, ifChangedFrom: oldValue) } }
    var shown = ""

    override class func mapModelKeys(_ map: inout ModelKeyMap<SampleItem>) {
      map.set(\Mapped.title, to: \.text)
      map.call(Mapped.show, with: \.id, \.text)
    }

    func show(_ id: Int, _ text: String) { shown = "\(id) \(text)" }
  }

  @Test("F52, F53: mappingModelKeys, model:didUpdateValuesForKeys:, @key, @bind, @ready, #module")
  func modelKeys() throws {
    let viewModel = Mapped(model: item)
    viewModel.prepareIfNeeded()
    #expect(viewModel.title == "1" && viewModel.shown == "1 1")
    var told: [String] = []
    let token = viewModel.observe(.title) { told.append($0) }
    try viewModel.update(with: SampleItem(1, "new"))
    viewModel.modelDidUpdate(\.text)
    #expect(told == ["new"] && viewModel.shown == "1 new")
    token.cancel()
  }

  @Test("F95, F17: XZLog, description")
  func log() {
    let registry = ModuleRegistry()
    var told: [String] = []
    let token = registry.observeActivity { told.append($0.kind) }
    registry.define("mocoa://h/").register(AnySampleViewModel.self)
    token.cancel()
    registry.define("mocoa://h/").register(AnySampleViewModel.self)
    #expect(told == ["module"])
    #expect(
      registry.define("mocoa://h/").treeDescription == "mocoa://h/  ViewModel AnySampleViewModel")
  }
}
