import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Unregistering (B11: impossible in XZMocoa)")
@MainActor
struct UnregisteringTests {
  private let registry = ModuleRegistry()

  private func find(_ text: String) throws -> Module { try registry.module(at: ModuleURL(text)) }

  @Test("a slot makes later lookups use a fallback")
  func slot() {
    let list = registry.define("mocoa://h/list")
    list.section.cell.register(AnySampleViewModel.self)
    let named = list.section.cell("n")
    named.register(SampleViewModel.self).height(3)
    named.testView()
    func winner() -> Module? {
      Resolution.resolve(.cell, named: "n", section: "", in: list).resolved
    }
    #expect(winner() === named)
    let revision = registry.revision
    named.unregister(.viewModel)
    #expect(registry.revision > revision)
    #expect(winner() === list.section.cell)
    #expect(named.registrations.map(\.slot) == [.height, .view])
    #expect(named.missingParts(for: TestPresentation.self) == [.model, .viewModel])
    named.unregister(.view, .height)
    #expect(named.isEmpty)
    #expect(named.slot(for: TestPresentation.self) == nil)
    #expect(named.height == nil)
    list.section.cell.unregister(.viewModel)
    #expect(winner() == nil)
  }

  @Test("the view of one renderer keeps that of another")
  func view() {
    let module = registry.define("mocoa://h/a")
    module.testView()
    module.setSlot(7, for: OtherPresentation.self, named: "7", origin: .init(file: "f", line: 1))
    module.unregisterView(for: TestPresentation.self)
    #expect(module.slot(for: TestPresentation.self) == nil)
    #expect(module.slot(for: OtherPresentation.self) == 7)
    #expect(module.registrations.map(\.type) == ["7"])
  }

  @Test("works for every slot", arguments: Module.Slot.allCases)
  func slots(slot: Module.Slot) throws {
    let module = registry.define("mocoa://h/a")
    switch slot {
    case .model: module.model(SampleItem.self)
    case .view: module.testView()
    case .viewModel: module.register(AnySampleViewModel.self)
    case .height: module.height(2)
    case .section: module.register(SectionViewModel.self)
    case .page: module.page("P") { PageViewModel(url: $0.url) }
    case .value: registry.set(1, at: module.url)
    }
    #expect(!module.isEmpty)
    #expect(module.registrations.map(\.slot) == [slot])
    module.unregister(slot)
    #expect(module.isEmpty)
    #expect(module.registrations.isEmpty)
    // The module was named, so it still exists.
    #expect(try find("mocoa://h/a") === module)
  }

  @Test("a module removes its implicit ancestors")
  func module() throws {
    registry.define("mocoa://h/a/b/c").testView()
    registry.define("mocoa://h/a/b/d").testView()
    registry.define("mocoa://g/").testView()
    registry.unregister(at: try ModuleURL("mocoa://h/a/b/c"))
    #expect(throws: ModuleRegistry.ModuleLookupError.self) { try find("mocoa://h/a/b/c") }
    #expect(registry.addresses.contains("mocoa://h/a/b/d"))
    registry.unregister(at: try ModuleURL("mocoa://h/a/b/d"))
    #expect(registry.addresses == ["mocoa://g/"])
    #expect(throws: ModuleRegistry.ModuleLookupError.self) { try find("mocoa://h/") }
    // Unregistering a missing module has no effect and creates nothing.
    registry.unregister(at: try ModuleURL("mocoa://h/nobody"))
    #expect(registry.addresses == ["mocoa://g/"])
  }

  @Test("a module keeps its submodules, and itself as their ancestor")
  func below() throws {
    let module = registry.define("mocoa://h/a")
    module.testView()
    module.section.cell.testView()
    module.unregister()
    #expect(module.isEmpty)
    #expect(try find("mocoa://h/a") === module)
    #expect(try find("mocoa://h/a/:/:") === module.section.cell)
  }

  @Test("removes a whole subtree")
  func subtree() throws {
    let module = registry.define("mocoa://h/a")
    for section in 0..<30 {
      for cell in 0..<30 { module.section("\(section)").cell("\(cell)").testView() }
    }
    registry.define("mocoa://h/b").testView()
    module.unregisterSubtree()
    #expect(registry.addresses == ["mocoa://h/", "mocoa://h/b"])
    #expect(module.submodules.isEmpty)
  }

  @Test("and registering again returns the same module to open lists")
  func again() throws {
    let module = registry.define("mocoa://h/list")
    module.section.cell("n").register(AnySampleViewModel.self)
    let list = ListViewModel(
      source: FakeListSource([SampleItem(1, kind: "n")]), module: module)
    #expect(list.resolution(.cell, named: "n", section: "").resolved != nil)
    module.unregisterSubtree()
    #expect(list.resolution(.cell, named: "n", section: "").resolved == nil)
    #expect(
      list.resolution(.cell, named: "n", section: "").placeholderReason(for: TestPresentation.self)
        == .noModule)
    registry.define("mocoa://h/list/:/n").register(SampleViewModel.self)
    #expect(try find("mocoa://h/list") === module)
    #expect(list.resolution(.cell, named: "n", section: "").resolved === module.section.cell("n"))
    list.reload()
    #expect(list.cell(at: path(0, 0)) is SampleViewModel)
  }

  @Test("a retained module may register again and is found")
  func held() throws {
    let cell = registry.define("mocoa://h/list").section.cell
    cell.testView()
    registry.define("mocoa://h/").unregisterSubtree()
    #expect(registry.roots.isEmpty)
    cell.testView()
    #expect(try find("mocoa://h/list/:/:") === cell)
    #expect(registry.addresses.count == 4)
    #expect(registry.roots.count == 1)
  }

  // F3, F14, scenario 14.
  @Test("sets, replaces and removes a value without creating modules")
  func values() throws {
    let url = try ModuleURL("mocoa://h/x")
    registry.set(nil, at: url)
    #expect(registry.roots.isEmpty)
    registry.set(1, at: url)
    registry.set("two", at: url)
    #expect(registry.replacements.map(\.new.type) == ["String"])
    #expect(registry.value(at: url) as? String == "two")
    registry.unregister(at: url)
    #expect(registry.value(at: url) == nil)
    #expect(throws: ModuleRegistry.ModuleLookupError.notFound(url)) { try registry.module(at: url) }
  }

  @Test("a value instead of a cell's module is the reason")
  func valueOfCell() {
    let list = registry.define("mocoa://h/list")
    registry.set(1, at: list.section.cell("n").url)
    let found = Resolution.resolve(.cell, named: "n", section: "", in: list)
    #expect(found.candidates.map(\.outcome) == [.notAModule(type: "Int"), .notRegistered])
    #expect(found.candidates.first?.outcome.description == "a Int, not a module")
    #expect(found.placeholderReason(for: TestPresentation.self) == .notAModule(type: "Int"))
    #expect(
      PlaceholderReason.notAModule(type: "Int").description
        == "Int is a value, not a module")
  }
}
