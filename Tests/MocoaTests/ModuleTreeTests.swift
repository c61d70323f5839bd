import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@Suite("The tree of modules: paths, enumeration, description (F12–F17)")
@MainActor
struct ModuleTreeTests {
  private let registry = ModuleRegistry()

  // F12, scenario 9.
  @Test("a path may have empty components, and bare names are names")
  func steps() {
    let table = registry.define("mocoa://h/t")
    let module = table.define("//a/:x/k:/")
    #expect(module.url.description == "mocoa://h/t/a/x/k:")
    #expect(table.define("a/x").defineSubmodule(kind: "k") === module)
    #expect(table.define("") === table)
    #expect(table.define(":") === table.section)
    #expect(table.list.url.description == "mocoa://h/t/list")
    #expect(registry.rejectedRegistrations.isEmpty)
  }

  @Test("an invalid component leads nowhere and is recorded once")
  func illegalSteps() {
    let table = registry.define("mocoa://h/t")
    table.define("a/b c/d e").register(AnySampleViewModel.self)
    table.define("x:y:z").cell("q").register(AnySampleViewModel.self)
    #expect(registry.rejectedRegistrations.count == 2)
    #expect(registry.rejectedRegistrations.first?.hasPrefix("mocoa://h/t/a: \"b c\" ") == true)
    #expect(registry.addresses == ["mocoa://h/", "mocoa://h/t", "mocoa://h/t/a"])
  }

  // F12, scenario 10.
  @Test("looking up a submodule creates none")
  func existing() {
    let table = registry.define("mocoa://h/t")
    table.section("s").header("h").testView()
    let before = registry.addresses
    #expect(table.submodule(name: "s") === table.section("s"))
    #expect(table.submodule(name: "other") == nil)
    #expect(table.submodule(kind: "header", name: "s") == nil)
    #expect(table.submodule(name: "no name") == nil)
    #expect(registry.addresses == before)
  }

  // F16.
  @Test("returns submodules in order of registration, of one or all kinds")
  func enumeration() {
    let section = registry.define("mocoa://h/t").section
    for name in ["z", "b", "a"] { section.cell(name).testView() }
    section.header.testView()
    section.header("x").testView()
    #expect(
      section.submodules.map { $0.segment?.description } == ["z", "b", "a", "header:", "header:x"])
    #expect(section.submodules(kind: "header").map { $0.segment?.name } == ["", "x"])
    #expect(section.submodules(kind: "").count == 3)
    #expect(section.submodules(kind: "footer").isEmpty)
  }

  // F16.
  @Test("an enumeration can stop early")
  func stopping() {
    let table = registry.define("mocoa://h/t")
    for name in ["a", "b", "c"] { table.section(name).cell.testView() }
    var visited: [String] = []
    for module in table.subtree {
      // Registrations during the enumeration do not affect it.
      table.section("late").testView()
      visited.append(module.segment?.description ?? "")
      if module.segment?.name == "b" { break }
    }
    #expect(visited == ["t", "a", ":", "b"])
    #expect(table.subtree.count == 8)
  }

  // F17.
  @Test("the description has one line for each module")
  func description() {
    let music = registry.define("mocoa://music/")
    music.page("Music") { PageViewModel(url: $0.url) }
    let album = music.section.cell("album")
    album.register(AnySampleViewModel.self)
    album.register(SampleViewModel.self).height(2)
    album.testView("First")
    album.testView("AlbumCell")
    music.section.header.model(SampleItem.self)
    registry.set(3, at: music.define("limits/rows").url)
    #expect(
      music.treeDescription == """
        mocoa://music/  Page Music
          :
            album  ViewModel SampleViewModel · Height 2 · View AlbumCell
            header:  Model SampleItem
          limits
            rows  Value Int
        """)
  }

  // F9: XZMocoa does not report this.
  @Test("a replacement records both origins")
  func replacements() throws {
    let module = registry.define("mocoa://h/a")
    module.register(AnySampleViewModel.self)
    #expect(registry.replacements.isEmpty)
    module.register(SampleViewModel.self)
    module.testView("One")
    module.setSlot(
      7, for: OtherPresentation.self, named: "Seven", origin: .init(file: "o", line: 1))
    // Views of two renderers do not conflict.
    #expect(module.replacements.count == 1)
    module.testView("Two")
    #expect(module.replacements.map(\.old.type) == ["AnySampleViewModel", "One"])
    #expect(module.replacements.map(\.new.type) == ["SampleViewModel", "Two"])
    #expect(registry.replacements == module.replacements)
    let line = try #require(registry.replacements.first).description
    #expect(line.hasPrefix("mocoa://h/a: ViewModel SampleViewModel ("))
    #expect(line.contains(") replaces AnySampleViewModel ("))
    #expect(line.contains("ModuleTreeTests.swift:"))
    #expect(module.registration(in: .viewModel)?.type == "SampleViewModel")
    #expect(module.registration(in: .page) == nil)
  }
}
