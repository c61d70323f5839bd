import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

/// Returns an object from its fields.
func object(_ fields: KeyValuePairs<String, FieldValue>) -> FieldValue {
  .object(fields.map { .init(name: $0.key, value: $0.value) })
}

@MainActor
@Suite("Manifests")
struct ManifestTests {
  static let music = object([
    "$schema": "manifest.schema.json", "url": "mocoa://music2/", "title": "Music",
    "source": .array(["*.json", "music-?.ndjson"]), "id": "number", "kind": "type",
    "section": "artist", "header": "{section:heading}", "footer": "{count}", "row": "{name:title}",
    "kinds": object([
      "album": object([
        "row": .array(["{name:title}", "  {year}"]), "height": 3, "opens": "mocoa://album/?id={id}",
        "keys": object(["o": "mocoa://other/?id={id}"]),
      ])
    ]),
  ])

  private func problems(_ value: FieldValue) -> [String] {
    do throws(ManifestError) {
      _ = try Manifest(decoding: value, reservedKeys: ["q", "j"])
      return []
    } catch {
      return error.diagnostics.map(\.description)
    }
  }

  @Test("support all members")
  func whole() throws {
    let manifest = try Manifest(decoding: Self.music)
    #expect(manifest.url.description == "mocoa://music2/")
    #expect(manifest.title == "Music")
    #expect(manifest.sources.map(\.text) == ["*.json", "music-?.ndjson"])
    #expect(
      [manifest.idField, manifest.kindField, manifest.sectionField] == ["number", "type", "artist"])
    #expect(manifest.header?.text == "{section:heading}")
    #expect(manifest.footer?.text == "{count}")
    #expect(manifest.defaultKind?.template.lines.map(\.text) == ["{name:title}"])
    #expect(manifest.defaultKind?.height == 1)
    let album = try #require(manifest.kinds.first)
    #expect(album.name == "album")
    #expect(album.kind.height == 3)
    #expect(album.kind.template.lines.map(\.text) == ["{name:title}", "  {year}"])
    #expect(album.kind.template.opens?.text == "mocoa://album/?id={id}")
    #expect(album.kind.template.keys.map(\.key) == ["o"])
  }

  @Test("need only an address and a row")
  func least() throws {
    let manifest = try Manifest(decoding: object(["url": "mocoa://a/b", "row": "{x}"]))
    #expect(manifest.title == "b")
    #expect(manifest.header == nil)
    let sections = try Manifest(
      decoding: object(["url": "mocoa://a/", "row": "{x}", "section": "s"])
    )
    #expect(sections.title == "a")
    #expect(sections.header != nil)
  }

  struct Mistake: CustomTestStringConvertible {
    let value: FieldValue
    let messages: [String]
    var testDescription: String { messages.first ?? "none" }

    init(_ members: KeyValuePairs<String, FieldValue>, _ messages: String...) {
      (value, self.messages) = (object(members), messages)
    }

    init(_ value: FieldValue, _ messages: String...) {
      (self.value, self.messages) = (value, messages)
    }
  }

  nonisolated static let mistakes: [Mistake] = [
    Mistake(.array([]), "expected an object, found a list"),
    Mistake(.null, "expected an object, found null"),
    Mistake(
      [:], #"needs a "url", as in "url": "mocoa://invoices/""#,
      #"missing "row" (or "kinds" with a "row" each)"#),
    Mistake(["url": 3, "row": "{x}"], "url: expected a string, found a number"),
    Mistake(["url": "", "row": "{x}"], "url: is empty"),
    Mistake(
      ["url": "music", "row": "{x}"],
      #"url: illegal URL: no "://" (a module URL looks like mocoa://domain/path)"#),
    Mistake(
      ["url": "mocoa://a/b c", "row": "{x}"],
      #"url: illegal URL: segment 1 "b c" contains a space; letters, digits, _, - and . are allowed"#
    ),
    Mistake(
      ["url": .string("mocoa://a" + String(repeating: "/x", count: 20_000)), "row": "{x}"],
      "url: illegal URL: 20000 levels (a module has at most 64)"),
    Mistake(
      ["url": .string("mocoa://a" + String(repeating: "/x", count: 63)), "row": "{x}"],
      "url: illegal URL: its rows would be at 65 levels (a module has at most 64)"),
    Mistake(
      ["url": "mocoa://a/?b=c", "row": "{x}"],
      "url: illegal URL: the address of a module has no ? and no #"),
    Mistake(
      ["url": "mocoa://a/", "rwo": "{x}"], #"rwo: unknown field (did you mean "row"?)"#,
      #"missing "row" (or "kinds" with a "row" each)"#),
    Mistake(["url": "mocoa://a/", "row": "{x}", "colour": "red"], "colour: unknown field"),
    Mistake(["url": "mocoa://a/", "row": "{x}", "a b": 1], #"["a b"]: unknown field"#),
    Mistake(["url": "mocoa://a/", "row": "{x}", "row": "{y}"], "row: is given twice"),
    Mistake(
      ["url": "mocoa://a/", "row": "{x}", "title": .null], "title: expected a string, found null"),
    Mistake(
      ["url": "mocoa://a/", "row": "{x}", "source": 3],
      "source: expected a string or a list of strings, found a number"),
    Mistake(["url": "mocoa://a/", "row": "{x}", "source": .array([])], "source: is empty"),
    Mistake(
      ["url": "mocoa://a/", "row": "{x}", "source": .array(["a", .bool(true)])],
      "source[1]: expected a string, found a Boolean"),
    Mistake(
      ["url": "mocoa://a/", "row": "{x:titel}"],
      #"row: unknown word "titel" at character 4 (did you mean "title"?)"#),
    Mistake(
      ["url": "mocoa://a/", "row": .array(["{x}", "{y"])],
      "row[1]: expected }, found the end of the template at character 3"),
    Mistake(
      ["url": "mocoa://a/", "row": object([:])],
      "row: expected a string or a list of strings, found an object"),
    Mistake(
      ["url": "mocoa://a/", "row": .array(Array(repeating: "{x}", count: 21))],
      "row: has more than 20 lines"),
    Mistake(
      ["url": "mocoa://a/", "row": "{x}", "height": 0],
      "height: expected a number of rows, 1 to 20, found 0"),
    Mistake(
      ["url": "mocoa://a/", "row": "{x}", "height": "2"],
      #"height: expected a number of rows, 1 to 20, found "2""#),
    Mistake(
      ["url": "mocoa://a/", "row": .array(["{x}", "{y}"]), "height": 1],
      "height: is less than the 2 lines of the row"),
    Mistake(
      ["url": "mocoa://a/", "row": "{x}", "opens": "nowhere"],
      #"opens: illegal URL: no "://" (a module URL looks like mocoa://domain/path)"#),
    Mistake(
      ["url": "mocoa://a/", "row": "{x}", "opens": "mocoa://b/{id}"],
      "opens: fields are allowed only in the query (…?id={id}) at character 11"
    ),
    Mistake(
      ["url": "mocoa://a/", "row": "{x}", "keys": .array([])],
      "keys: expected an object with one URL for each key, found a list"),
    Mistake(
      ["url": "mocoa://a/", "row": "{x}", "keys": object(["F5": "mocoa://b/"])],
      #"keys.F5: not a key (use one character, for example "o")"#),
    Mistake(
      ["url": "mocoa://a/", "row": "{x}", "keys": object(["q": "mocoa://b/"])],
      "keys.q: reserved key (choose another)"),
    Mistake(
      ["url": "mocoa://a/", "row": "{x}", "keys": object(["o": "mocoa://b/", "o": "mocoa://c/"])],
      "keys.o: is given twice"),
    Mistake(["url": "mocoa://a/", "kinds": object([:])], "kinds: is empty"),
    Mistake(["url": "mocoa://a/", "kinds": 1], "kinds: expected an object, found a number"),
    Mistake(
      ["url": "mocoa://a/", "kinds": object(["b": 1])],
      "kinds.b: expected an object, found a number"),
    Mistake(
      ["url": "mocoa://a/", "kinds": object(["b": object([:])])], #"kinds.b: needs a "row""#),
    Mistake(
      ["url": "mocoa://a/", "kinds": object(["b": object(["row": "{x}", "title": "t"])])],
      "kinds.b.title: unknown field"),
    Mistake(
      ["url": "mocoa://a/", "kinds": object(["b c": object(["row": "{x}"])])],
      #"kinds["b c"]: is not a valid name: it contains a space; letters, digits, _, - and . are allowed"#
    ),
    Mistake(
      ["url": "mocoa://a/", "kinds": object(["": object(["row": "{x}"])])],
      #"kinds[""]: empty kind name (use "row" for the default kind)"#),
    Mistake(
      ["url": "mocoa://a/", "kinds": object(["b": object(["row": "{x}"])]), "height": 2],
      #"height: requires "row""#),
    Mistake(
      ["url": 1, "id": 2, "row": "{", "kinds": object(["b": object(["row": 3])])],
      "url: expected a string, found a number", "id: expected a string, found a number",
      "row: expected the name of a field, found the end of the template at character 2",
      "kinds.b.row: expected a string or a list of strings, found a number"),
  ]

  @Test("with mistakes are rejected with all mistakes", arguments: mistakes)
  func mistake(_ mistake: Mistake) {
    #expect(problems(mistake.value) == mistake.messages)
  }

  @Test("register in the same modules as code, with file and line")
  func registering() throws {
    let registry = ModuleRegistry()
    let manifest = try Manifest(decoding: Self.music)
    let list = manifest.register(
      in: registry, file: "music.json", line: { $0.description.utf8.count }
    ).list
    #expect(list === (try registry.module(at: ModuleURL("mocoa://music2/"))))
    let resolution = Resolution.resolve(.cell, named: "album", section: "", in: list)
    let module = try #require(resolution.resolved)
    #expect(module.url.description == "mocoa://music2/:/album")
    #expect(module.height == 3)
    #expect(module.registrations.map(\.origin.description).allSatisfy { $0 == "music.json:11" })
    #expect(
      Resolution.resolve(.cell, named: "ep", section: "", in: list).resolved === list.section.cell)
    #expect(
      Resolution.resolve(.header, named: "", section: "", in: list).resolved === list.section.header
    )
  }

  @Test("replace the registrations of their previous version")
  func replacing() throws {
    let registry = ModuleRegistry()
    let former = try Manifest(decoding: Self.music)
    let before = former.register(in: registry, file: "a.json", line: { _ in 1 })
    let list = before.list
    let new = try Manifest(decoding: object(["url": "mocoa://music2/", "row": "{year}"]))
    let revision = registry.revision
    new.register(in: registry, replacing: before, file: "a.json", line: { _ in 2 })
    #expect(registry.revision > revision)
    #expect(
      Resolution.resolve(.cell, named: "album", section: "", in: list).resolved
        === list.section.cell)
    #expect(Resolution.resolve(.header, named: "", section: "", in: list).resolved == nil)
    #expect(list.section.cell.slot(for: TemplatePresentation.self)?.lines.map(\.text) == ["{year}"])
  }

  @Test("show records by kind, and unreadable records with the reason")
  func cells() throws {
    let registry = ModuleRegistry()
    let module = try Manifest(decoding: Self.music)
      .register(in: registry, file: "music.json", line: { _ in 1 }).list
    let records = [
      SampleRecord(["id": 1, "name": "Blue", "year": 1971], kind: "album"),
      SampleRecord(["id": 2, "name": "Hejira"], kind: "other"),
      SampleRecord(["raw": "{oops"], problem: "no value"),
    ]
    let list = ListViewModel(
      model: SectionedList([Section(id: 0, items: records)]), module: module)
    func cell(_ item: Int) -> AnyCellViewModel { list.cell(at: ItemPath(section: 0, item: item)) }
    #expect(
      cell(0).content
        == TextContent(lines: [
          .init([.init("Blue", .title)]),
          .init([.init("  ", .detail), .init("1971", .text, isJoined: true)]),
        ]))
    #expect(cell(0).destination?.description == "mocoa://album/?id=1")
    #expect(
      (cell(0) as? TemplateCellViewModel)?.destination(ofKey: "o")?.description
        == "mocoa://other/?id=1")
    #expect((cell(0) as? TemplateCellViewModel)?.destination(ofKey: "x") == nil)
    #expect(cell(1).content == TextContent([.init("Hejira", .title)]))
    #expect(cell(1).destination == nil)
    #expect(cell(2).content?.lines.first?.leading.first == .init("✗ no value", .warning))
    #expect(throws: ModelError.self) { try TemplateCellViewModel.make(from: SampleItem(1)) }
  }

  @Test("that change resolve cells again, and keep what is valid")
  func resolvingAgain() throws {
    let registry = ModuleRegistry()
    let former = try Manifest(decoding: Self.music)
    let before = former.register(in: registry, file: "a.json", line: { _ in 1 })
    let module = before.list
    let records = [
      SampleRecord(["id": 1, "name": "Blue", "year": 1971], kind: "album"),
      SampleRecord(["id": 2, "name": "Hejira", "year": 1976], kind: "other"),
    ]
    let list = ListViewModel(model: SectionedList([Section(id: 0, items: records)]), module: module)
    list.prepareIfNeeded()
    let cells = [0, 1].map { list.cell(at: ItemPath(section: 0, item: $0)) }
    var redraws: [ListUpdate.Redraw] = []
    let token = list.observe { redraws += $0.redraws }
    defer { token.cancel() }
    let new = try Manifest(decoding: object(["url": "mocoa://music2/", "row": "{year}"]))
    new.register(in: registry, replacing: before, file: "a.json", line: { _ in 1 })
    list.refreshResolutions()
    #expect(redraws == [.section(0)])
    #expect(list.cell(at: ItemPath(section: 0, item: 0)) !== cells[0])
    #expect(list.cell(at: ItemPath(section: 0, item: 1)) === cells[1])
    #expect(
      list.cell(at: ItemPath(section: 0, item: 0)).content == TextContent([.init("1971", .text)]))
    #expect(cells[1].content == TextContent([.init("1976", .text)]))
  }

  @Test("with cyclic rows are rejected")
  func cycles() throws {
    func manifest(_ name: String, opens: String) throws -> Manifest {
      try Manifest(
        decoding: object([
          "url": .string("mocoa://\(name)/"), "row": "{x}", "opens": .string(opens),
        ])
      )
    }
    let a = try manifest("a", opens: "mocoa://b/")
    let b = try manifest("b", opens: "mocoa://c/?x=1")
    let c = try manifest("c", opens: "mocoa://a/")
    #expect(ManifestCycle.diagnostic(for: c, among: [a, c]) == nil)
    #expect(
      ManifestCycle.diagnostic(for: c, among: [a, b, c])?.description
        == "opens: navigation loop: mocoa://c/ → mocoa://a/ → mocoa://b/ → mocoa://c/ "
        + "(add a field, …?id={id})")
    let own = try manifest("d", opens: "mocoa://d/")
    #expect(ManifestCycle.diagnostic(for: own, among: [own]) != nil)
    let tree = try manifest("e", opens: "mocoa://e/?path={child}")
    #expect(ManifestCycle.diagnostic(for: tree, among: [tree]) == nil)
  }

  @Test(
    "apply to files that match their patterns",
    arguments: [
      ("*.json", "/a/b.json", true), ("*.json", "b.json", true), ("*.json", "b.jsonl", false),
      ("b.json", "/a/b.json", true), ("b.json", "/a/bb.json", false), ("b?.json", "bé.json", true),
      ("b?.json", "b.json", false), ("a/*.json", "/x/a/b.json", true),
      ("a/*.json", "/xa/b.json", false),
      ("a/*.json", "/x/a/c/b.json", false), ("/a/*.json", "/a/b.json", true),
      ("/a/*.json", "/x/a/b.json", false), ("*a*b*", "xaxbx", true), ("*a*b*", "xbxax", false),
      ("", "x", false), ("*", "", true),
    ])
  func patterns(pattern: String, path: String, fits: Bool) {
    #expect(SourcePattern(pattern).matches(path) == fits)
  }

  @Test("match patterns with many stars in linear time")
  func manyStars() {
    let stars = String(repeating: "*a", count: 200)
    #expect(!SourcePattern(stars + "b").matches(String(repeating: "a", count: 5000)))
  }

  @Test("decode every value without a trap", arguments: 0..<20)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let names = [
      "$schema", "url", "title", "source", "id", "kind", "section", "header", "footer", "row",
      "height", "opens", "keys", "kinds", "x", "", "q", "\u{0}", "é\u{301}",
    ]
    func value(_ depth: Int) -> FieldValue {
      switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &generator) {
      case 0: return .null
      case 1: return .bool(true)
      case 2: return .int(Int64.random(in: .min ... .max, using: &generator))
      case 3: return .double(.infinity)
      case 4: return "{x:title}"
      case 5: return "mocoa://a/?x={y}"
      case 6: return .string(String(repeating: "{", count: 20))
      case 7: return .array((0..<3).map { _ in value(depth - 1) })
      default:
        return .object(
          (0..<6).map { _ in
            .init(name: names.randomElement(using: &generator) ?? "", value: value(depth - 1))
          })
      }
    }
    for _ in 0..<300 {
      do throws(ManifestError) {
        _ = try Manifest(decoding: value(4))
      } catch {
        #expect(!error.diagnostics.isEmpty)
      }
    }
  }
}

@Suite("The path in a message about a file")
struct ManifestPathTests {
  @Test("is one line, for all names")
  func oneLine() {
    let path = ManifestPath([.field("roles"), .field("a\n\"b\r\\"), .field(""), .index(2)])
    #expect(path.description == #"roles["a\n\"b\r\\"][""][2]"#)
    #expect(ManifestPath([.field("größe"), .field("a b")]).description == #"größe["a b"]"#)
  }
}
