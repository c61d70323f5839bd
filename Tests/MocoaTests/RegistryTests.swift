import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("The registry of modules")
@MainActor
struct RegistryTests {
  private let registry = ModuleRegistry()

  private func url(_ text: String) throws -> ModuleURL { try ModuleURL(text) }

  // F8, F12, F13, F15, B11, scenarios 6, 8.
  @Test("lookups by URL and by parents return the same modules")
  func oneTree() throws {
    let list = registry.define("mocoa://h/t")
    #expect(registry.define("mocoa://h/t/:/:") === list.section.cell)
    #expect(registry.define("mocoa://h/t/100/header:") === list.section("100").header)
    #expect(registry.define("mocoa://h/t/100/header:x") === list.section("100").header("x"))
    #expect(registry.define("mocoa://h/t/100/footer:") === list.section("100").footer)
    #expect(registry.define("mocoa://h/t/100/footer:y") === list.section("100").footer("y"))
    #expect(registry.define("mocoa://h/t/:/album") === list.section.cell("album"))
    #expect(list.section.cell("") === list.section.cell)
    #expect(
      list.defineSubmodule(try ModuleSegment(kind: "k", name: "n"))
        === registry.define("x://H:1/t/k:n?q#f"))
    #expect(registry.define("mocoa://h/t/kind") !== registry.define("mocoa://h/t/kind:"))
    #expect(registry.define("mocoa://h/a") !== registry.define("mocoa://g/a"))
    #expect(try registry.module(at: url("mocoa://h/t/100")) === list.section("100"))
  }

  // F6, F8, scenario 1.
  @Test("a registration creates the ancestors")
  func ancestors() throws {
    let module = registry.define("mocoa://h/a/k:b/c")
    #expect(module.url.description == "mocoa://h/a/k:b/c")
    #expect(module.parent === registry.define("mocoa://h/a/k:b"))
    #expect(module.segment?.name == "c")
    let root = try #require(registry.roots.first)
    #expect(registry.roots.count == 1)
    #expect(root.parent == nil)
    #expect(root.segment == nil)
    var all: [String] = []
    root.forEach { all.append($0.url.description) }
    #expect(all == ["mocoa://h/", "mocoa://h/a", "mocoa://h/a/k:b", "mocoa://h/a/k:b/c"])
    var empty: [Bool] = []
    root.forEach { empty.append($0.isEmpty) }
    #expect(empty == [true, true, true, true])
  }

  // F5, F6, B12, scenario 12.
  @Test("a lookup creates nothing")
  func lookupCreatesNothing() throws {
    registry.define("mocoa://h/a").section("s").cell.register(AnySampleViewModel.self)
    let before = registry.addresses
    let revision = registry.revision
    for text in [
      "mocoa://h/", "mocoa://h/a", "mocoa://h/a/s", "mocoa://h/a/s/:", "mocoa://h/a/s/x",
      "mocoa://h/b/c/d", "mocoa://other/", "mocoa://other/x",
    ] {
      _ = try? registry.module(at: url(text))
      _ = registry.value(at: try url(text))
    }
    let list = try registry.module(at: url("mocoa://h/a"))
    #expect(list.submodule(try ModuleSegment(name: "nobody")) == nil)
    for section in ["", "s", "t"] {
      for kind in [ElementKind.cell, .header, .footer] {
        _ = Resolution.resolve(kind, named: "x", section: section, in: list)
      }
    }
    #expect(registry.addresses == before)
    #expect(registry.revision == revision)
    #expect(throws: ModuleRegistry.ModuleLookupError.notFound(try url("mocoa://h/b"))) {
      try registry.module(at: url("mocoa://h/b?x=1#y"))
    }
  }

  // F53, scenario 4.
  @Test("an invalid URL is recorded and leads nowhere")
  func illegalLiteral() throws {
    let module = registry.define("mocoa://h/a b")
    module.register(AnySampleViewModel.self)
    #expect(registry.rejectedRegistrations.count == 1)
    #expect(
      try #require(registry.rejectedRegistrations.first).hasPrefix("mocoa://h/a b: segment 1"))
    #expect(registry.roots.isEmpty)
    let list = registry.define("mocoa://h/list")
    list.section("no name").cell("a/b").register(AnySampleViewModel.self)
    #expect(list.submodules.isEmpty)
  }

  @Test("a module that is too deep is recorded and not found")
  func depth() throws {
    let deepest = registry.define("mocoa://h" + String(repeating: "/x", count: 64))
    #expect(registry.rejectedRegistrations.isEmpty)
    let below = deepest.cell("a")
    below.register(AnySampleViewModel.self)
    #expect(deepest.submodules.isEmpty)
    #expect(
      registry.rejectedRegistrations
        == ["\(deepest.url): 65 levels (a module has at most 64)"])
    let url = deepest.url.appending(.default).appending(.default)
    registry.define(url).register(AnySampleViewModel.self)
    #expect(registry.addresses.count == 65)
    #expect(registry.rejectedRegistrations.count == 2)
  }

  @Test("records each rejection once, up to a limit")
  func refusals() {
    let section = registry.define("mocoa://h/").section
    for _ in 0..<10 { section.cell("a b").register(AnySampleViewModel.self) }
    #expect(registry.rejectedRegistrations.count == 1)
    for number in 0..<1000 { section.cell("a \(number)").register(AnySampleViewModel.self) }
    #expect(registry.rejectedRegistrations.count == 256)
  }

  @Test("records the newest two registrations of a slot")
  func newest() throws {
    let module = registry.define("mocoa://h/a")
    module.testView()
    for rows in 0..<1000 {
      module.height(rows)
      module.setSlot(
        rows, for: OtherPresentation.self, named: "\(rows)", origin: .init(file: "f", line: 1))
    }
    #expect(module.registrations.count == 5)
    #expect(module.registrations.suffix(4).map(\.type) == ["998", "998", "999", "999"])
    #expect(module.replacements.map(\.old.type) == ["998", "998"])
    #expect(module.registration(in: .height)?.type == "999")
    let place = try url("mocoa://h/value")
    for value in 0..<1000 { registry.set(value, at: place) }
    #expect(registry.define(place).registrations.count == 2)
  }

  // F1.
  @Test("domains ignore case, names do not")
  func letterCase() {
    #expect(registry.define("mocoa://Host/a") === registry.define("mocoa://hOST/a"))
    #expect(registry.define("mocoa://h/a") !== registry.define("mocoa://h/A"))
  }

  // F9.
  @Test("registrations have their origin; the last one counts")
  func registrations() throws {
    let module = registry.define("mocoa://h/a")
    let revision = registry.revision
    module.register(AnySampleViewModel.self)
    module.register(SampleViewModel.self).module.model(SampleItem.self)
    module.page("A page") { PageViewModel(url: $0.url) }
    module.register(SectionViewModel.self)
    module.setSlot("v", for: TestPresentation.self, named: "V", origin: .init(file: "f", line: 3))
    #expect(
      module.registrations.map(\.slot) == [
        .viewModel, .viewModel, .model, .page, .section, .view,
      ]
    )
    #expect(
      module.registrations.map(\.type)
        == [
          "AnySampleViewModel", "SampleViewModel", "SampleItem", "A page", "SectionViewModel", "V",
        ])
    let lines = module.registrations.map(\.origin.line)
    #expect(lines.prefix(2).count == 2 && lines[0] + 1 == lines[1])
    #expect(module.registrations[0].origin.file.hasSuffix("RegistryTests.swift"))
    #expect(module.registrations[5].origin.description == "f:3")
    #expect(registry.revision == revision + 6)
    #expect(module.registryRevision == registry.revision)
    #expect(module.pageTitle == "A page")
    #expect(module.slot(for: TestPresentation.self) == "v")
    #expect(!module.isEmpty)
    let resolution = Resolution.resolve(.cell, named: "", section: "", in: module)
    #expect(resolution.resolved == nil)
  }

  // F10.
  @Test("each renderer has its own slot")
  func presentations() {
    let module = registry.define("mocoa://h/a")
    module.setSlot(
      7, for: OtherPresentation.self, named: "Seven", origin: .init(file: "f", line: 1))
    #expect(module.slot(for: OtherPresentation.self) == 7)
    #expect(module.slot(for: TestPresentation.self) == nil)
    #expect(module.missingParts(for: OtherPresentation.self) == [.model, .viewModel])
    #expect(module.missingParts(for: TestPresentation.self) == [.model, .view, .viewModel])
  }

  // F3, F4, scenario 14.
  @Test("a path may have a value instead of a module")
  func values() throws {
    let place = try url("mocoa://h/settings/size")
    registry.set(42, at: place)
    let revision = registry.revision
    #expect(registry.value(at: place) as? Int == 42)
    let error = ModuleRegistry.ModuleLookupError.notAModule(place, type: "Int")
    #expect(throws: error) { try registry.module(at: place) }
    #expect(error.description == "mocoa://h/settings/size: a Int, not a module")
    let parent = try registry.module(at: url("mocoa://h/settings"))
    #expect(parent.submodule(try ModuleSegment(name: "size")) == nil)
    registry.set(nil, at: place)
    #expect(registry.revision > revision)
    #expect(registry.value(at: place) == nil)
    #expect(try registry.module(at: place).isEmpty)
  }
}
