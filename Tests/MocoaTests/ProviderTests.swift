import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

/// A provider of some modules that records its calls.
@MainActor
private final class Provider: ModuleProvider {
  let known: String
  let answer: Bool?
  var asked: [String] = []
  let register: (Module) -> Void

  init(
    _ known: String, answer: Bool? = nil,
    register: @escaping (Module) -> Void = { _ in }
  ) {
    self.known = known
    self.answer = answer
    self.register = register
  }

  func registerModule(at url: ModuleURL, in registry: ModuleRegistry) -> Bool {
    asked.append(url.description)
    guard url.description == known else { return answer ?? false }
    register(registry.define(url))
    return true
  }
}

/// A provider with an action of the test.
private struct AnyProvider: ModuleProvider {
  let perform: @MainActor (ModuleURL, ModuleRegistry) -> Bool

  func registerModule(at url: ModuleURL, in registry: ModuleRegistry) -> Bool {
    perform(url, registry)
  }
}

/// A provider that registers no modules until `knows` is set.
@MainActor
private final class LateProvider: ModuleProvider {
  var knows = false
  var asked = 0

  func registerModule(at url: ModuleURL, in registry: ModuleRegistry) -> Bool {
    asked += 1
    if knows { registry.define(url).register(AnySampleViewModel.self) }
    return knows
  }
}

@Suite("Providers of modules (F2, F6, F7)")
@MainActor
struct ProviderTests {
  private let registry = ModuleRegistry()

  private func url(_ text: String) throws -> ModuleURL { try ModuleURL(text) }

  // F2, F7, scenario 13.
  @Test("are called once for a known module, repeatedly for unknown ones")
  func once() throws {
    let provider = Provider("mocoa://h/known")
    registry.add(provider)
    let known = try registry.module(at: url("mocoa://h/known?x=1"))
    #expect(try registry.module(at: url("mocoa://h/known")) === known)
    for _ in 0..<2 {
      #expect(throws: ModuleRegistry.ModuleLookupError.self) {
        try registry.module(at: url("mocoa://h/other"))
      }
    }
    #expect(provider.asked == ["mocoa://h/known", "mocoa://h/other", "mocoa://h/other"])
  }

  @Test("are called in order, until one registers the module")
  func order() throws {
    // The second provider returns `true` without registering anything.
    let providers = [
      Provider("mocoa://h/a"), Provider("mocoa://h/-", answer: true), Provider("mocoa://h/b"),
      Provider("mocoa://h/c"),
    ]
    providers.forEach { registry.add($0) }
    _ = try registry.module(at: url("mocoa://h/b"))
    #expect(providers.map(\.asked.count) == [1, 1, 1, 0])
    #expect(registry.addresses == ["mocoa://h/", "mocoa://h/b"])
  }

  @Test("are not called for registered modules, but for implicit ancestors")
  func steps() throws {
    registry.define("mocoa://h/a/b").register(AnySampleViewModel.self)
    let provider = Provider("mocoa://h/a") { $0.testView() }
    registry.add(provider)
    _ = try registry.module(at: url("mocoa://h/a/b"))
    #expect(provider.asked.isEmpty)
    #expect(!(try registry.module(at: url("mocoa://h/a"))).isEmpty)
    #expect(provider.asked == ["mocoa://h/a"])
    // No provider knows the root. It exists nevertheless.
    #expect(try registry.module(at: url("mocoa://h/")).submodules.count == 1)
  }

  @Test("may set a value at a path")
  func value() throws {
    registry.add(
      AnyProvider { url, registry in
        registry.set(7, at: url)
        return true
      })
    #expect(registry.value(at: try url("mocoa://h/size")) as? Int == 7)
    #expect(
      throws: ModuleRegistry.ModuleLookupError.notAModule(try url("mocoa://h/n"), type: "Int")
    ) {
      try registry.module(at: url("mocoa://h/n"))
    }
  }

  @Test("are not called recursively for their own lookup")
  func recursion() throws {
    var asked = 0
    registry.add(
      AnyProvider { url, registry in
        asked += 1
        // A provider that first looks up the module and its parent.
        _ = try? registry.module(at: url)
        if let parent = url.parent { _ = try? registry.module(at: parent) }
        return false
      })
    #expect(throws: ModuleRegistry.ModuleLookupError.self) {
      try registry.module(at: url("mocoa://h/a/b"))
    }
    #expect(asked == 3)
  }

  // F7.
  @Test("are called for the cells of a list, in lookup order")
  func cells() throws {
    let list = registry.define("mocoa://h/list")
    let provider = Provider("mocoa://h/list/:/album") { $0.register(AnySampleViewModel.self) }
    registry.add(provider)
    let found = Resolution.resolve(.cell, named: "album", section: "s", in: list)
    #expect(found.resolved?.url.description == "mocoa://h/list/:/album")
    #expect(
      provider.asked == [
        "mocoa://h/list/s/album", "mocoa://h/list/s/:", "mocoa://h/list/:/album",
      ])
    // The provided module stays registered.
    #expect(Resolution.resolve(.cell, named: "album", section: "", in: list).resolved != nil)
    #expect(provider.asked.count == 3)
  }

  @Test("are called for the section classes of a list")
  func sections() throws {
    final class Special: SectionViewModel {}
    registry.add(Provider("mocoa://h/list/s") { $0.register(Special.self) })
    let list = ListViewModel(
      source: FakeListSource([.init(0, name: "s", [SampleItem(1)])]),
      module: registry.define("mocoa://h/list"))
    #expect(list.section(at: 0) is Special)
    #expect(list.section(at: 0).module?.url.description == "mocoa://h/list/s")
  }

  @Test("are called once for an unknown kind, until the cache is cleared")
  func askAgain() {
    let learner = LateProvider()
    registry.add(learner)
    let list = ListViewModel(
      source: FakeListSource((0..<50).map { SampleItem($0, kind: "k") }),
      module: registry.define("mocoa://h/list"))
    for item in 0..<50 {
      #expect(list.cell(at: path(0, item)) is PlaceholderViewModel)
    }
    // Lookups of the default section's class, the name and the default.
    #expect(learner.asked == 3)
    learner.knows = true
    #expect(list.resolution(.cell, named: "k", section: "").resolved == nil)
    registry.invalidateResolutions()
    #expect(list.resolution(.cell, named: "k", section: "").resolved != nil)
  }

  @Test("are not called below a detached module")
  func nowhere() {
    let provider = Provider("mocoa://h/a", answer: false)
    registry.add(provider)
    let nowhere = registry.define("no url")
    _ = Resolution.resolve(.cell, named: "x", section: "", in: nowhere)
    #expect(provider.asked.isEmpty)
  }

  // In XZMocoa this is an exclusivity violation, which ends the program.
  @Test("may read the list for which they are called")
  func looking() {
    final class Looker: ModuleProvider {
      weak var list: ListViewModel?
      var looked = 0

      func registerModule(at url: ModuleURL, in registry: ModuleRegistry) -> Bool {
        looked += 1
        guard looked < 100 else { return false }
        _ = list?.resolution(.cell, named: "other", section: "")
        _ = list?.cell(at: ItemPath(section: 0, item: 0))
        return false
      }
    }
    let looker = Looker()
    registry.add(looker)
    let source = FakeListSource((0..<2).map { note($0) })
    let list = ListViewModel(source: source, module: registry.define("mocoa://h/list"))
    looker.list = list
    let path = ItemPath(section: 0, item: 0)
    let cell = list.cell(at: path)
    #expect(looker.looked > 0 && looker.looked < 100)
    #expect(list.cell(at: path) === cell)
    #expect(list.section(at: 0).children.count == 1, "it was made once, by whoever came first")
  }

  @Test("may change the list for which they are called")
  func changing() {
    final class Changer: ModuleProvider {
      weak var list: ListViewModel?
      var hasChanged = false

      func registerModule(at url: ModuleURL, in registry: ModuleRegistry) -> Bool {
        guard let list, !hasChanged else { return false }
        hasChanged = true
        list.performBatchUpdates {
          _ = try? list.insertCell(note(9), at: ItemPath(section: 0, item: 0))
        }
        return false
      }
    }
    let changer = Changer()
    registry.add(changer)
    let list = ListViewModel(
      source: FakeListSource((0..<2).map { note($0) }), module: registry.define("mocoa://h/list"))
    changer.list = list
    let first = list.cell(at: ItemPath(section: 0, item: 0))
    #expect(first.element?.itemID == 0 && first.path == nil, "it was asked for before the change")
    for (item, id) in [(0, 9), (1, 0), (2, 1)] as [(Int, ItemID)] {
      #expect(list.cell(at: ItemPath(section: 0, item: item)).element?.itemID == id)
    }
  }

  @Test("an activity observer may read the list of a miss")
  func lookingAtMisses() {
    let source = FakeListSource((0..<2).map { note($0) })
    let list = ListViewModel(source: source, module: registry.define("mocoa://h/list"))
    var misses = 0
    let token = registry.observeActivity { event in
      guard case .miss = event else { return }
      misses += 1
      for item in 0..<2 { _ = list.cell(at: ItemPath(section: 0, item: item)) }
    }
    _ = list.cell(at: ItemPath(section: 0, item: 0))
    #expect(misses == 1)
    #expect(list.section(at: 0).children.count == 2)
    token.cancel()
  }

  @Test("a module registered on a miss is found by the next lookup")
  func registeringOnMiss() {
    let registry = registry
    let list = ListViewModel(data: [1], module: registry.define("mocoa://h/list"))
    let token = registry.observeActivity { event in
      guard case .miss = event else { return }
      registry.define("mocoa://h/list").section.cell.register(AnySampleViewModel.self)
    }
    #expect(list.resolution(.cell, named: "", section: "").resolved == nil)
    #expect(list.resolution(.cell, named: "", section: "").resolved != nil)
    token.cancel()
  }
}
