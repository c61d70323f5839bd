import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@MainActor
@Suite("Unregistering a manifest")
struct ManifestRegistrationTests {
  private let registry = ModuleRegistry()

  private func manifest(_ url: FieldValue = "mocoa://a/", kinds: [String] = ["k"]) throws
    -> Manifest
  {
    let row = object(["row": "{x}"])
    return try Manifest(
      decoding: object([
        "url": url, "row": "{x}", "header": "{section}",
        "kinds": .object(kinds.map { .init(name: $0, value: row) }),
      ])
    )
  }

  private func register(
    _ manifest: Manifest, replacing former: ManifestRegistration? = nil, line: Int = 1
  ) -> ManifestRegistration {
    manifest.register(
      in: registry, replacing: former, file: "a.json", line: { _ in line },
      makePage: { PageViewModel(url: $0.url) })
  }

  @Test("removes all its registrations without a trace")
  func all() throws {
    let registration = register(try manifest(kinds: ["album"]))
    #expect(registration.list.pageTitle == "a")
    #expect(registration.list.registration(in: .page)?.origin.description == "a.json:1")
    registration.unregister()
    #expect(registry.roots.isEmpty)
    #expect(throws: ModuleRegistry.ModuleLookupError.self) {
      try registry.module(at: ModuleURL("mocoa://a/"))
    }
  }

  @Test("keeps earlier and later registrations of others")
  func others() throws {
    let list = registry.define("mocoa://a/")
    let cell = list.section.cell("album")
    cell.model(SampleItem.self)
    cell.testView()
    let registration = register(try manifest(kinds: ["album", "song"]))
    list.section.header.register(AnySampleViewModel.self)
    list.page("Another") { PageViewModel(url: $0.url) }
    registration.unregister()
    #expect(cell.registrations.map(\.slot) == [.model, .view])
    #expect(cell.slot(for: TestPresentation.self) != nil)
    #expect(list.section.header.registration(in: .viewModel)?.type == "AnySampleViewModel")
    #expect(list.section.header.height == nil)
    #expect(list.pageTitle == "Another")
    #expect(list.section.submodule(name: "song") == nil)
    #expect(list.section.submodule() == nil)
  }

  @Test("keeps the registrations of its next version")
  func versions() throws {
    let former = register(try manifest(kinds: ["album", "song"]))
    let list = former.list
    let next = register(try manifest(kinds: ["song"]), replacing: former)
    #expect(list.section.submodule(name: "album") == nil)
    #expect(list.section.cell("song").height == 1)
    #expect(list.pageTitle == "a")
    former.unregister()
    #expect(list.section.cell("song").height == 1)
    #expect(try registry.module(at: ModuleURL("mocoa://a/")) === list)
    next.unregister()
    #expect(registry.roots.isEmpty)
  }

  @Test("removes its former address and page, so that providers are called")
  func moving() throws {
    let former = register(try manifest())
    let next = register(try manifest("mocoa://b/c"), replacing: former)
    #expect(registry.addresses.allSatisfy { $0.hasPrefix("mocoa://b/") })
    #expect(next.list.section.cell.height == 1)
  }

  @Test("keeps a list that was named earlier")
  func named() throws {
    let list = registry.define("mocoa://a/")
    let next = register(try manifest(kinds: ["x"]), replacing: register(try manifest()))
    next.unregister()
    #expect(registry.addresses == ["mocoa://a/"])
    #expect(try registry.module(at: list.url) === list)
  }
}
