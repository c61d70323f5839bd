import Glibc
import Mocoa
import MocoaData
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser
@testable import MocoaFiles

@MainActor
@Suite("The manifest catalog")
struct ManifestCatalogTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func catalog(_ files: KeyValuePairs<String, String>, watching: Bool = false) throws
    -> (catalog: ManifestCatalog, registry: ModuleRegistry)
  {
    let paths = try files.map { try folder.write($0.key, $0.value) }
    let catalog = ManifestCatalog(paths: paths, isWatching: watching)
    return (catalog, Launch.registry(follows: watching, manifests: catalog))
  }

  @Test("bundled manifests are valid and registered")
  func bundled() throws {
    let catalog = ManifestCatalog()
    let registry = Launch.registry(manifests: catalog)
    #expect(ManifestCheck.check([], features: ProgramFeature.all()).flatMap(\.errorMessages) == [])
    let module = try registry.module(at: ModuleURL("mocoa://planets/:/planet"))
    #expect(catalog.errorMessages == [])
    #expect(module.registrations.first?.origin.description == "Resources/Modules/planets.json:10")
  }

  @Test(
    "opening an unrelated file does not read bundled manifests or samples"
  )
  func unneeded() throws {
    let catalog = ManifestCatalog()
    let registry = Launch.registry(manifests: catalog)
    let navigator = Navigator(registry: registry)
    let file = try folder.write("a.ndjson", "{\"kind\": \"planet\", \"name\": \"Vulcan\"}\n")
    let before = registry.revision
    try navigator.push(ModuleURL("mocoa://file/?path=\(file)"))
    #expect(catalog.entries.isEmpty && registry.revision == before)
    try navigator.push(ModuleURL("mocoa://home/"))
    #expect(catalog.entries.allSatisfy { $0.registration != nil } && catalog.entries.count == 2)
  }

  @Test("bundled manifests load for the files that they match")
  func bundledClaims() throws {
    let catalog = ManifestCatalog()
    _ = Launch.registry(manifests: catalog)
    #expect(catalog.manifest(forFile: "today.json") == nil && catalog.entries.isEmpty)
    #expect(catalog.manifest(forFile: "/var/today.journal.json.gz")?.url.domain == "journal")
    for (entry, bundled) in zip(catalog.entries, Resources.manifests) {
      #expect(entry.manifest?.sources == bundled.sources.map(SourcePattern.init))
    }
  }

  @Test("a new manifest is checked against bundled ones and the program")
  func later() throws {
    let catalog = ManifestCatalog(userFolder: folder.folder)
    let registry = Launch.registry(manifests: catalog)
    try folder.write("planets.json", #"{"url": "mocoa://planets/", "row": "{x}"}"#)
    try folder.write(
      "examples.json", #"{"url": "mocoa://contacts/group/contact", "row": "{x}", "header": "{x}"}"#)
    var told: [String] = []
    catalog.onChange = { text, isWrong in if isWrong { told.append(text) } }
    catalog.reload()
    #expect(told.count == 1, "\(told)")
    #expect(told.first?.contains("built-in module") == true)
    // The manifest of the user takes precedence over the bundled one.
    let list = try registry.module(at: ModuleURL("mocoa://planets/"))
    #expect(list.registrations.last?.origin.file == folder.path(of: "planets.json"))
  }

  @Test("reports broken manifests with file, line and column; the others work")
  func broken() throws {
    let (catalog, registry) = try catalog([
      "a.json": "{\n  \"url\": \"mocoa://a/\",\n  \"row\": \"{x:titel}  {y\"\n}",
      "b.json": #"{"url": "mocoa://b/", "row": "{x}"}"#,
      "c.json": "{",
      "d.json": #"{"url": "mocoa://b/", "row": "{x}"}"#,
      "e.json": #"{"url": "mocoa://home/", "row": "{x}"}"#,
      "f.json": #"{"url": "mocoa://f/", "row": "{x}", "opens": "mocoa://f/"}"#,
    ])
    func path(_ name: String) -> String { folder.path(of: name) }
    #expect(
      catalog.errorMessages == [
        "\(path("a.json")):3:14: row: unknown word \"titel\" at character 4 (did you mean \"title\"?)"
          + " (and 1 more: mocoa modules --check \(path("a.json")))",
        "\(path("c.json")):1:2: not JSON: expected a name or '}', found end of text",
        "\(path("d.json")):1:9: url: is the address of \(path("b.json")) already (choose another)",
        "\(path("e.json")):1:33: row: built-in module: a manifest can only add kinds",
        "\(path("f.json")):1:46: opens: navigation loop: mocoa://f/ → mocoa://f/ "
          + "(add a field, …?id={id})",
      ])
    #expect(throws: Never.self) { try registry.module(at: ModuleURL("mocoa://b/")) }
    #expect(throws: ModuleRegistry.ModuleLookupError.self) {
      try registry.module(at: ModuleURL("mocoa://a/"))
    }
    #expect(catalog.manifest(at: try ModuleURL("mocoa://b/"))?.title == "b")
  }

  @Test("does not read files that are too large or not regular")
  func noFiles() throws {
    let large = try folder.write("large.json", [UInt8](repeating: 0x20, count: (1 << 20) + 1))
    #expect(
      ManifestFile(path: large).errorMessages == [
        "\(large): manifest is too large (limit 1 MiB)"
      ])
    #expect(
      ManifestFile(path: folder.folder).errorMessages
        == ["\(folder.folder): is a folder (open a file in it)"])
    let nowhere = folder.path(of: "nowhere.json")
    #expect(ManifestFile(path: nowhere).errorMessages == ["\(nowhere): no such file"])
  }

  @Test("manifests claim matching files, first those of the command line")
  func claims() throws {
    try folder.write(
      "user.json", #"{"url": "mocoa://user/", "row": "{x}", "source": ["*.csv", "x.*"]}"#)
    let option = try folder.write(
      "option.txt", #"{"url": "mocoa://option/", "row": "{x}", "source": "x.json"}"#)
    let catalog = ManifestCatalog(paths: [option], userFolder: folder.folder)
    let registry = Launch.registry(manifests: catalog)
    #expect(catalog.errorMessages == [])
    #expect(catalog.manifest(forFile: "/a/x.json")?.url.domain == "option")
    #expect(catalog.manifest(forFile: "x.ndjson")?.url.domain == "user")
    #expect(catalog.manifest(forFile: "y.json") == nil)
    #expect(registry.roots.contains { $0.url.domain == "user" })
  }

  @Test("manifests of the user replace bundled ones at the same address")
  func overriding() throws {
    try folder.write("mine.json", #"{"url": "mocoa://planets/", "row": "{x}"}"#)
    let catalog = ManifestCatalog(userFolder: folder.folder)
    let registry = Launch.registry(manifests: catalog)
    #expect(catalog.errorMessages == [])
    let module = try registry.module(at: ModuleURL("mocoa://planets/:/:"))
    #expect(
      module.registrations.map(\.origin.file)
        == Array(repeating: folder.path(of: "mine.json"), count: 3))
    #expect(
      catalog.sample(of: try #require(catalog.manifest(at: ModuleURL("mocoa://planets/")))) == nil)
  }

  @Test("an address change activates the next manifest and removes old modules")
  func shadowing() throws {
    func text(_ url: String, _ row: String) -> String {
      #"{"url": "mocoa://\#(url)/", "row": "\#(row)", "kinds": {"\#(row)": {"row": "{x}"}}}"#
    }
    let option = try folder.write("option.txt", text("planets", "option"))
    try folder.write("user.json", text("planets", "user"))
    let catalog = ManifestCatalog(paths: [option], userFolder: folder.folder)
    let registry = Launch.registry(manifests: catalog)
    let planets = try registry.module(at: ModuleURL("mocoa://planets/"))
    func kinds() -> [String] {
      planets.section.submodules(kind: "").compactMap(\.segment?.name).filter { !$0.isEmpty }
    }
    #expect(kinds() == ["option"])
    // The manifest of the user is shadowed, so its changes must not affect the other one.
    try folder.write("user.json", text("elsewhere", "user"))
    catalog.reload()
    #expect(kinds() == ["option"])
    #expect(throws: Never.self) { try registry.module(at: ModuleURL("mocoa://elsewhere/")) }
    try folder.write("user.json", text("planets", "user"))
    catalog.reload()
    #expect(kinds() == ["option"])
    #expect(registry.addresses(where: { $0.hasPrefix("mocoa://elsewhere/") }) == [])
    try folder.write("option.txt", text("other", "option"))
    catalog.reload()
    #expect(kinds() == ["user"])
    #expect(planets.registration(in: .page)?.origin.file == folder.path(of: "user.json"))
    try folder.write("option.txt", text("planets", "option"))
    catalog.reload()
    #expect(kinds() == ["option"])
    #expect(registry.addresses(where: { $0.hasPrefix("mocoa://other/") }) == [])
    try folder.write("option.txt", text("other", "option"))
    try folder.write("user.json", text("elsewhere", "user"))
    catalog.reload()
    #expect(kinds() == ["planet", "dwarf"], "those of the bundled one")
  }

  @Test("manifests add and remove kinds but keep those of the program")
  func adding() throws {
    let path = try folder.write(
      "a.json", #"{"url": "mocoa://home/", "kinds": {"x": {"row": "{x}"}, "y": {"row": "{x}"}}}"#)
    let catalog = ManifestCatalog(paths: [path])
    let registry = Launch.registry(manifests: catalog)
    #expect(catalog.errorMessages == [])
    let home = try registry.module(at: ModuleURL("mocoa://home/"))
    let title = home.pageTitle
    try folder.write("a.json", #"{"url": "mocoa://home/", "kinds": {"y": {"row": "{x}"}}}"#)
    catalog.reload()
    #expect(home.section.submodule(name: "x") == nil)
    #expect(home.section.submodule(name: "y") != nil)
    try folder.write("a.json", #"{"url": "mocoa://a/", "row": "{x}"}"#)
    catalog.reload()
    #expect(home.section.submodule(name: "y") == nil)
    #expect(home.section.cell.registration(in: .viewModel) != nil)
    #expect(home.pageTitle == title)
    #expect(title != nil)
  }

  @Test("accepts a rejected manifest when its conflict ends")
  func refused() throws {
    func text(_ url: String, opens: String) -> String {
      #"{"url": "mocoa://\#(url)/", "row": "{x}", "opens": "mocoa://\#(opens)/"}"#
    }
    func write(_ name: String, _ text: String) throws { try folder.write("\(name).json", text) }
    try write("a", text("x", opens: "music"))
    let catalog = ManifestCatalog(userFolder: folder.folder)
    let registry = Launch.registry(manifests: catalog)
    func isThere(_ domain: String) -> Bool {
      registry.roots.contains { $0.url.domain == domain && $0.registration(in: .page) != nil }
    }
    func file(at domain: String) -> String? {
      catalog.entries.first { $0.manifest?.url.domain == domain }?.path
    }
    // The manifest is renamed by copying it.
    try write("b", text("x", opens: "music"))
    catalog.reload()
    #expect(file(at: "x") == folder.path(of: "a.json"))
    try #require(unlink(folder.path(of: "a.json")) == 0)
    catalog.reload()
    #expect(isThere("x") && file(at: "x") == folder.path(of: "b.json"))
    // Two manifests exchange their addresses at the same time.
    try write("a", text("y", opens: "music"))
    catalog.reload()
    #expect(catalog.entries.prefix(2).map(\.path) == ["a.json", "b.json"].map(folder.path))
    try write("c", text("z", opens: "y"))
    try write("a", text("y", opens: "z"))
    catalog.reload()
    #expect(isThere("y") && !isThere("z"), "they would lead round")
    try write("a", text("y", opens: "music"))
    catalog.reload()
    #expect(isThere("y") && isThere("z"))
  }

  @Test("reads a manifest from a pipe once")
  func pipe() throws {
    let path = folder.path(of: "pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    try folder.write("user.json", #"{"url": "mocoa://u/", "row": "{x}"}"#)
    let catalog = ManifestCatalog(userFolder: folder.folder)
    _ = Launch.registry(manifests: catalog)
    try #require(mkfifo(folder.path(of: "pipe.json"), 0o600) == 0)
    // The pipe has no writer, and reading must not block.
    catalog.reload()
    #expect(catalog.entries.filter { $0.origin == .user }.count == 1)
  }

  @Test("manifests draw matching files with section headers and page keys")
  func drawing() async throws {
    let data = try folder.write(
      "songs.json",
      """
      [{"id": 1, "t": "So What", "by": "Miles", "s": 562}, {"id": 2, "t": "Naima", "by": "John", "s": 3},
       {"id": 3, "t": "Nardis", "by": "Miles", "s": 60}]
      """)
    let (catalog, registry) = try catalog([
      "songs.manifest": """
      {"url": "mocoa://songs/", "source": "songs.json", "section": "by",
       "row": "{t:title left(10)} {s:detail right(5) ?warning if > 500}",
       "keys": {"v": "mocoa://music/?q={id}", "x": "mocoa://music/?q={nothing}"}}
      """
    ])
    #expect(catalog.errorMessages == [])
    let robot = try await BrowserRobot("mocoa://file/?path=\(data)", registry: registry)
    #expect(
      robot.rows.prefix(6).map { String($0.drop { $0 == " " }) } == [
        "mocoa ▸ songs.json" + String(repeating: " ", count: 37) + "1/3",
        "Miles ────────────────────────────────────────────────── 2", "▌ So What      562",
        "Nardis        60", "John ─────────────────────────────────────────────────── 1",
        "Naima          3",
      ])
    await robot.press(.character("x"))
    let remark = robot.rows.suffix(2).joined()
    #expect(remark.contains("this record lacks a field that the key needs"))
    await robot.press(.character("i"))
    #expect(robot.rows.contains { $0.contains("songs.manifest:2") })
    await robot.press(.character("q"), .character("v"))
    #expect(robot.rows.first?.contains("music") ?? false)
  }

  @Test("shows changes immediately and keeps the last valid version")
  func changing() async throws {
    let data = try folder.write(
      "songs.json", #"[{"id": 1, "t": "So What"}, {"id": 2, "t": "Naima"}]"#)
    func text(_ row: String) -> String {
      #"{"url": "mocoa://songs/", "source": "songs.json", "row": "\#(row)"}"#
    }
    let (catalog, registry) = try catalog(["songs.manifest": text("{t}")], watching: true)
    let robot = try await BrowserRobot("mocoa://file/?path=\(data)", registry: registry)
    robot.browser.tell(of: catalog)
    #expect(robot.rows[1] == " ▌ So What")
    var told = 0
    let onChange = catalog.onChange
    catalog.onChange = {
      onChange?($0, $1)
      told += 1
    }
    func change(to row: String) async throws {
      let before = told
      try folder.write("songs.manifest", text(row))
      await eventually("a change to \(row)") { told > before }
      await robot.wait(.milliseconds(40))
    }
    try await change(to: "{id}: {t}")
    #expect(robot.rows[1] == " ▌ 1: So What")
    #expect(robot.rows.suffix(2).joined().contains("manifest changed"))
    try await change(to: "{id:titel}")
    #expect(robot.rows.suffix(2).joined().contains("unknown word"))
    #expect(robot.rows[1] == " ▌ 1: So What")
    try await change(to: "{t}!")
    #expect(robot.rows[1] == " ▌ So What!")
  }

  @Test("adds and removes manifests with the files in the user's folder")
  func coming() async throws {
    // The folder may be created later.
    let modules = folder.path(of: "mocoa")
    let catalog = ManifestCatalog(userFolder: modules, isWatching: true)
    let registry = Launch.registry(follows: true, manifests: catalog)
    var told: [String] = []
    catalog.onChange = { text, _ in told.append(text) }
    func hasPage(_ domain: String) -> Bool {
      registry.roots.contains { $0.url.domain == domain && $0.registration(in: .page) != nil }
    }
    try #require(mkdir(modules, 0o755) == 0)
    defer {
      for name in ["a.json", "b.json"] { unlink("\(modules)/\(name)") }
      rmdir(modules)
    }
    try folder.write("mocoa/a.json", #"{"url": "mocoa://a/", "row": "{x}"}"#)
    await eventually("the first manifest") { hasPage("a") }
    try folder.write("mocoa/b.json", #"{"url": "mocoa://b/", "row": "{x"}"#)
    await eventually("one that is wrong") { told.count >= 2 }
    #expect(told.last?.contains("b.json:1:") == true && !hasPage("b"))
    try folder.write("mocoa/b.json", #"{"url": "mocoa://b/", "row": "{x}"}"#)
    await eventually("one that is right") { hasPage("b") }
    try #require(unlink(folder.path(of: "mocoa/a.json")) == 0)
    await eventually("one that goes") { !hasPage("a") }
    #expect(hasPage("b"))
    #expect(told.last == "\(folder.path(of: "mocoa/a.json")): manifest removed")
  }
}

extension ModuleRegistry {
  /// Returns the addresses of the registered modules that satisfy a condition.
  fileprivate func addresses(where isMeant: (String) -> Bool) -> [String] {
    roots.flatMap(\.subtree).map(\.url.description).filter(isMeant)
  }
}
