import CAllocations
import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("Cost of resolving the module of a cell")
@MainActor
struct ResolutionCostTests {
  private let registry = ModuleRegistry()

  @Test("looks up each of ten thousand kinds once for all cells")
  func kinds() {
    let module = registry.define("mocoa://h/list")
    for kind in 0..<10_000 { module.section.cell("k\(kind)").register(AnySampleViewModel.self) }
    let list = ListViewModel(source: FakeListSource([SampleItem]()), module: module)
    let names = (0..<10_000).map { "k\($0)" }
    for round in 0..<4 {
      for name in names {
        let found = list.resolution(.cell, named: name, section: "")
        if found.resolved?.segment?.name != name { Issue.record("round \(round): \(name)") }
      }
      #expect(list.resolutionMissCount == 10_000)
    }
    // A registration at any address may change each of them.
    registry.define("mocoa://h/other").testView()
    _ = list.resolution(.cell, named: "k1", section: "")
    _ = list.resolution(.cell, named: "k1", section: "")
    #expect(list.resolutionMissCount == 10_001)
  }

  @Test(
    "returns a cached result without allocating memory",
    .enabled("sanitizers count nothing") { mocoa_allocation_count() >= 0 })
  func allocations() {
    let module = registry.define("mocoa://h/list")
    module.section.cell("album").register(AnySampleViewModel.self)
    let list = ListViewModel(source: FakeListSource([SampleItem]()), module: module)
    func resolve() -> Bool { list.resolution(.cell, named: "album", section: "").resolved != nil }
    #expect(resolve())
    let before = mocoa_allocation_count()
    var isFound = true
    for _ in 0..<1_000 { isFound = resolve() && isFound }
    let count = mocoa_allocation_count() - before
    #expect(isFound && count == 0)
    // Verifies that allocations are counted.
    let array = Array(repeating: count, count: 100)
    #expect(array.count == 100 && mocoa_allocation_count() > before)
  }

  @Test("names from data do not evict registered names")
  func names() {
    let module = registry.define("mocoa://h/list")
    module.section.cell.register(AnySampleViewModel.self)
    for kind in 0..<2_000 { module.section.cell("k\(kind)").register(AnySampleViewModel.self) }
    let list = ListViewModel(source: FakeListSource([SampleItem]()), module: module)
    for kind in 0..<2_000 { _ = list.resolution(.cell, named: "k\(kind)", section: "") }
    for made in 0..<5_000 { _ = list.resolution(.cell, named: "unknown \(made)", section: "") }
    #expect(list.resolutionMissCount == 7_000)
    for kind in 0..<2_000 { _ = list.resolution(.cell, named: "k\(kind)", section: "") }
    #expect(list.resolutionMissCount == 7_000)
  }

  @Test("finds and unregisters ten thousand submodules by URL")
  func lookups() throws {
    let parent = registry.define("mocoa://h/p")
    let modules = try (0..<10_000).map { parent.defineSubmodule(try ModuleSegment(name: "m\($0)")) }
    for (number, module) in modules.enumerated() {
      let found = try registry.module(at: ModuleURL("mocoa://h/p/m\(number)"))
      if found !== module { Issue.record("\(number)") }
    }
    #expect(parent.submodules.count == 10_000)
    parent.unregisterSubtree()
    #expect(parent.submodules.isEmpty)
  }
}
