import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

/// Registers what it knows when it is asked, and remembers what it was asked for.
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

  func provide(_ url: ModuleURL, to registry: ModuleRegistry) -> Bool {
    asked.append(url.description)
    guard url.description == known else { return answer ?? false }
    register(registry.register(at: url))
    return true
  }
}

/// Does whatever the test says.
private struct AnyProvider: ModuleProvider {
  let perform: @MainActor (ModuleURL, ModuleRegistry) -> Bool

  func provide(_ url: ModuleURL, to registry: ModuleRegistry) -> Bool { perform(url, registry) }
}

/// Knows nothing at first, and everything later.
@MainActor
private final class Learner: ModuleProvider {
  var knows = false
  var asked = 0

  func provide(_ url: ModuleURL, to registry: ModuleRegistry) -> Bool {
    asked += 1
    if knows { registry.register(at: url).register(AnySampleViewModel.self) }
    return knows
  }
}

@Suite("Providers of modules (F2, F6, F7)")
@MainActor
struct ProviderTests {
  private let registry = ModuleRegistry()

  private func url(_ text: String) throws -> ModuleURL { try ModuleURL(text) }

  // F2, F7, scenario 13.
  @Test("a provider is asked once for what it knows, and again for what it does not")
  func once() throws {
    let provider = Provider("mocoa://h/known")
    registry.add(provider)
    let known = try registry.module(at: url("mocoa://h/known?x=1"))
    #expect(try registry.module(at: url("mocoa://h/known")) === known)
    for _ in 0..<2 {
      #expect(throws: ModuleRegistry.LookupError.self) {
        try registry.module(at: url("mocoa://h/other"))
      }
    }
    #expect(provider.asked == ["mocoa://h/known", "mocoa://h/other", "mocoa://h/other"])
  }

  @Test("providers are asked in order, until one has made the module")
  func order() throws {
    // The second says it knows everything, but registers nothing.
    let providers = [
      Provider("mocoa://h/a"), Provider("mocoa://h/-", answer: true), Provider("mocoa://h/b"),
      Provider("mocoa://h/c"),
    ]
    providers.forEach { registry.add($0) }
    _ = try registry.module(at: url("mocoa://h/b"))
    #expect(providers.map(\.asked.count) == [1, 1, 1, 0])
    #expect(registry.addresses == ["mocoa://h/", "mocoa://h/b"])
  }

  @Test("what is registered is not asked for, what only leads to others is")
  func steps() throws {
    registry["mocoa://h/a/b"].register(AnySampleViewModel.self)
    let provider = Provider("mocoa://h/a") { $0.testView() }
    registry.add(provider)
    _ = try registry.module(at: url("mocoa://h/a/b"))
    #expect(provider.asked.isEmpty)
    #expect(!(try registry.module(at: url("mocoa://h/a"))).isEmpty)
    #expect(provider.asked == ["mocoa://h/a"])
    // Nobody knows the root; it is there all the same.
    #expect(try registry.module(at: url("mocoa://h/")).submodules.count == 1)
  }

  @Test("a provider may keep a value at a path")
  func value() throws {
    registry.add(
      AnyProvider { url, registry in
        registry.set(7, at: url)
        return true
      })
    #expect(registry.value(at: try url("mocoa://h/size")) as? Int == 7)
    #expect(throws: ModuleRegistry.LookupError.notAModule(try url("mocoa://h/n"), type: "Int")) {
      try registry.module(at: url("mocoa://h/n"))
    }
  }

  @Test("a provider that looks up what it is asked for is not asked without end")
  func recursion() throws {
    var asked = 0
    registry.add(
      AnyProvider { url, registry in
        asked += 1
        // One that first asks whether it is there, and whether what is above it is.
        _ = try? registry.module(at: url)
        if let parent = url.parent { _ = try? registry.module(at: parent) }
        return false
      })
    #expect(throws: ModuleRegistry.LookupError.self) {
      try registry.module(at: url("mocoa://h/a/b"))
    }
    #expect(asked == 3)
  }

  // F7.
  @Test("a list asks providers for its cells, in the order in which it looks for modules")
  func cells() throws {
    let list = registry["mocoa://h/list"]
    let provider = Provider("mocoa://h/list/:/album") { $0.register(AnySampleViewModel.self) }
    registry.add(provider)
    let found = Resolution.resolve(.cell, named: "album", section: "s", in: list)
    #expect(found.resolved?.url.description == "mocoa://h/list/:/album")
    #expect(
      provider.asked == [
        "mocoa://h/list/s/album", "mocoa://h/list/s/:", "mocoa://h/list/:/album",
      ])
    // What was provided is there from now on.
    #expect(Resolution.resolve(.cell, named: "album", section: "", in: list).resolved != nil)
    #expect(provider.asked.count == 3)
  }

  @Test("a list asks providers for the class of its sections")
  func sections() throws {
    final class Special: SectionViewModel {}
    registry.add(Provider("mocoa://h/list/s") { $0.register(Special.self) })
    let list = ListViewModel(
      source: FakeListSource([.init(0, name: "s", [SampleItem(1)])]),
      module: registry["mocoa://h/list"])
    #expect(list.section(at: 0) is Special)
    #expect(list.section(at: 0).module?.url.description == "mocoa://h/list/s")
  }

  @Test("a list asks once for a kind that nobody knows, until it is told to ask again")
  func askAgain() {
    let learner = Learner()
    registry.add(learner)
    let list = ListViewModel(
      source: FakeListSource((0..<50).map { SampleItem($0, kind: "k") }),
      module: registry["mocoa://h/list"])
    for item in 0..<50 {
      #expect(list.cell(at: path(0, item)) is PlaceholderViewModel)
    }
    // The default section's class, the name and the default.
    #expect(learner.asked == 3)
    learner.knows = true
    #expect(list.resolution(.cell, named: "k", section: "").resolved == nil)
    registry.askAgain()
    #expect(list.resolution(.cell, named: "k", section: "").resolved != nil)
  }

  @Test("what is nowhere has no provider asked for what is below it")
  func nowhere() {
    let provider = Provider("mocoa://h/a", answer: false)
    registry.add(provider)
    let nowhere = registry["no url"]
    _ = Resolution.resolve(.cell, named: "x", section: "", in: nowhere)
    #expect(provider.asked.isEmpty)
  }

  // In the original way this is an exclusivity violation, which ends the program.
  @Test("a provider may look at the list that it is asked for")
  func looking() {
    final class Looker: ModuleProvider {
      weak var list: ListViewModel?
      var looked = 0

      func provide(_ url: ModuleURL, to registry: ModuleRegistry) -> Bool {
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
    let list = ListViewModel(source: source, module: registry["mocoa://h/list"])
    looker.list = list
    let path = ItemPath(section: 0, item: 0)
    let cell = list.cell(at: path)
    #expect(looker.looked > 0 && looker.looked < 100)
    #expect(list.cell(at: path) === cell)
    #expect(list.section(at: 0).children.count == 1, "it was made once, by whoever came first")
  }

  @Test("a provider may change the list that it is asked for; each item has a cell of its own then")
  func changing() {
    final class Changer: ModuleProvider {
      weak var list: ListViewModel?
      var hasChanged = false

      func provide(_ url: ModuleURL, to registry: ModuleRegistry) -> Bool {
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
      source: FakeListSource((0..<2).map { note($0) }), module: registry["mocoa://h/list"])
    changer.list = list
    let first = list.cell(at: ItemPath(section: 0, item: 0))
    #expect(first.element?.itemID == 0 && first.path == nil, "it was asked for before the change")
    for (item, id) in [(0, 9), (1, 0), (2, 1)] as [(Int, ItemID)] {
      #expect(list.cell(at: ItemPath(section: 0, item: item)).element?.itemID == id)
    }
  }

  @Test("who observes activity may look at the list whose miss is told")
  func lookingAtMisses() {
    let source = FakeListSource((0..<2).map { note($0) })
    let list = ListViewModel(source: source, module: registry["mocoa://h/list"])
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

  @Test("what an observer registers on a miss is found the next time")
  func registeringOnMiss() {
    let registry = registry
    let list = ListViewModel(data: [1], module: registry["mocoa://h/list"])
    let token = registry.observeActivity { event in
      guard case .miss = event else { return }
      registry["mocoa://h/list"].section.cell.register(AnySampleViewModel.self)
    }
    #expect(list.resolution(.cell, named: "", section: "").resolved == nil)
    #expect(list.resolution(.cell, named: "", section: "").resolved != nil)
    token.cancel()
  }
}
