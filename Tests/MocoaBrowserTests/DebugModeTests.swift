import Mocoa
import MocoaData
import MocoaModel
import MocoaTerminal
import MocoaTestSupport
import Testing

@testable import MocoaBrowser

@MainActor
@Suite("Debug mode: the log, the inspector, the clipboard")
struct DebugModeTests {
  /// A page with a list that the test changes.
  @MainActor
  struct Stage {
    let registry = ModuleRegistry()
    let source: FakeListSource
    let robot: BrowserRobot

    init(
      _ items: [SampleItem], debug: Bool = true, columns: Int = 80, rows: Int = 24
    ) async throws {
      let source = FakeListSource([.init(0, header: SampleItem(9, "head"), items)])
      let list = registry.define("mocoa://h/")
      list.section.header.register(SampleHeadingViewModel.self)
      list.section.cell("note").register(SampleCellViewModel.self)
      list.page("Test") { options in
        ListPageViewModel(options: options, list: ListViewModel(source: source, module: list))
      }
      self.source = source
      robot = try await BrowserRobot(
        "mocoa://h/", debug: debug, columns: columns, rows: rows, registry: registry)
    }

    /// The rows of the screen without leading blanks.
    var rows: [String] {
      robot.rows.map { row in String(row.drop { $0 == " " }) }
    }

    func show(_ items: [SampleItem]) async {
      source.show(sections: [.init(0, header: SampleItem(9, "head"), items)])
      await look()
    }

    /// Waits for a frame that no key caused.
    func look() async { await robot.wait(.milliseconds(40)) }
  }

  // MARK: - The log

  @Test("keeps the cursor visible when placeholders appear above it")
  func cursor() async throws {
    let registry = notesRegistry()
    let notes = registry.define("mocoa://notes/")
    let items = (0..<9).map { note($0, kind: $0 < 8 ? "odd" : "note") }
    notes.page("Notes") { options in
      ListPageViewModel(
        options: options, list: ListViewModel(source: FakeListSource(items), module: notes))
    }
    let robot = try await BrowserRobot("mocoa://notes/", columns: 60, rows: 5, registry: registry)
    #expect(robot.rows[1].hasPrefix(" ▌ item 8"))
    await robot.type("d")
    #expect(robot.browser.listScreen?.currentCell?.isDisplayed == true)
    #expect(robot.rows.contains { $0.hasPrefix(" ▌") })
  }

  @Test("logs events, newest last, and updates while open")
  func log() async throws {
    let stage = try await Stage([note(1), note(2)], columns: 100)
    stage.robot.browser.now = { 0 }
    await stage.show([note(1)])
    await stage.robot.type("~")
    let time = "\(LocalTime(0))"
    #expect(stage.rows[0].hasPrefix("mocoa ▸ h ▸ log"))
    #expect(stage.rows.contains("\(time)  batch     mocoa://h/: items −1, by source"))
    await stage.show([note(1), note(3)])
    #expect(stage.rows.contains("\(time)  batch     mocoa://h/: items +1, by source"))
    // A repeated event is counted.
    let cell = try #require(stage.robot.browser.listScreen?.currentCell)
    cell.emit(.redraw)
    cell.emit(.redraw)
    await stage.look()
    #expect(
      stage.rows.contains(
        "\(time)  emission  redraw: SampleCellViewModel 0.0 ▸ SectionViewModel, consumed  ×2"))
    await stage.robot.type("~")
    #expect(stage.rows[0].hasPrefix("mocoa ▸ h  "))
  }

  @Test("logs an unregistered kind once, with control characters replaced")
  func misses() async throws {
    let evil = "e\u{1B}[31m\u{202E}"
    let stage = try await Stage([note(1, kind: "odd"), note(2, kind: "odd"), note(3, kind: evil)])
    await stage.robot.type("~")
    let misses = stage.rows.filter { $0.contains("  miss  ") }
    #expect(misses.count == 2)
    #expect(misses.first?.contains("mocoa://h/:/odd: not registered; mocoa://h/:/:") == true)
    #expect(misses.last?.contains("␛[31m") == true)
    #expect(stage.robot.backend.screen?.invariantViolation() == nil)
  }

  @Test("shows the text of an event below its time in narrow windows")
  func narrow() async throws {
    let stage = try await Stage([note(1, kind: "odd")], columns: 20, rows: 5)
    stage.robot.browser.now = { 0 }
    await stage.show([note(1)])
    await stage.robot.type("~")
    #expect(
      stage.rows[1...3] == ["\(LocalTime(0))  batch", "mocoa://h/: items", "~1, by source"])
    await stage.robot.type("g")
    #expect(stage.rows[1].hasSuffix("miss"))
    await stage.show([note(2)])
    #expect(stage.rows[1].hasSuffix("miss"), "who reads is not taken to the end")
  }

  @Test("limits the number of log events and counts dropped ones")
  func bounded() async throws {
    let stage = try await Stage([note(1)])
    let cell = try #require(stage.robot.browser.listScreen?.currentCell)
    for number in 0..<1500 { cell.emit(.init("n\(number)")) }
    let journal = stage.robot.browser.journal
    #expect(journal.entries.count <= ActivityLog.limit)
    #expect(journal.dropped + journal.entries.count >= 1500)
    await stage.robot.type("~g")
    #expect(stage.rows[1].hasPrefix("\(journal.dropped) older events dropped"))
    await stage.robot.type("jjj")
    let seen = stage.rows[1]
    // More events are dropped; the view stays at the same event while it exists.
    let before = journal.dropped
    var number = 1500
    while journal.dropped == before {
      cell.emit(.init("n\(number)"))
      number += 1
    }
    await stage.look()
    #expect(stage.rows[1] != seen, "what was read is among those dropped")
    await stage.robot.type("G")
    #expect(stage.rows[21...22].contains { $0.contains("n\(number - 1): ") })
  }

  // MARK: - The inspector

  @Test("shows the surroundings and the state of the inspected cell")
  func tree() async throws {
    let stage = try await Stage([note(1), note(2, kind: "odd")], columns: 100)
    await stage.robot.type("i")
    let start = try #require(stage.rows.firstIndex { $0.hasPrefix("tree") })
    #expect(
      stage.rows[start..<(start + 4)].map { $0.drop { $0 == " " } } == [
        "tree           ListPageViewModel  ready · shown",
        "ListViewModel  ready · 2 items · 1 section, 1 loaded",
        "SectionViewModel  ready · section 0 · 3 loaded",
        "▸       SampleCellViewModel  ready · item 0 · displayed · highlighted · 1 row",
      ])
  }

  @Test("Tab inspects headers, placeholders, the section, the list and the page")
  func neighbours() async throws {
    let stage = try await Stage([note(1), note(2, kind: "odd")])
    await stage.robot.type("i")
    func heading() -> String { stage.rows[1] }
    #expect(heading() == "SampleCellViewModel at section 0, row 0 ─ kind \"note\"")
    await stage.robot.press(KeyPress(.tab))
    #expect(heading() == "placeholder at section 0, row 1 ─ kind \"odd\"")
    await stage.robot.press(KeyPress(.backTab), KeyPress(.backTab))
    #expect(heading() == "SampleHeadingViewModel, header of section 0")
    #expect(stage.rows.contains("requested    mocoa://h/:/header:"))
    await stage.robot.press(KeyPress(.backTab))
    #expect(heading() == "SectionViewModel ─ section 0")
    await stage.robot.press(KeyPress(.backTab))
    #expect(heading() == "ListViewModel")
    await stage.robot.press(KeyPress(.backTab))
    #expect(heading() == "ListPageViewModel")
    #expect(stage.rows.contains { $0.hasPrefix("registered   Page        Test  (") })
    await stage.robot.press(KeyPress(.backTab))
    #expect(stage.rows.last?.hasPrefix("no other") == true)
    // After the last view model, the page is next.
    for _ in 0..<5 { await stage.robot.press(KeyPress(.tab)) }
    #expect(heading().hasPrefix("placeholder at section 0, row 1"))
    await stage.robot.press(KeyPress(.tab))
    #expect(heading() == "ListPageViewModel")
  }

  @Test("follows the inspected cell through changes until it is removed")
  func follows() async throws {
    let stage = try await Stage([note(1), note(2)])
    await stage.robot.type("ji")
    #expect(stage.rows[1].hasPrefix("SampleCellViewModel at section 0, row 1"))
    await stage.show([note(5), note(1), note(2, "other")])
    #expect(stage.rows[1].hasPrefix("SampleCellViewModel at section 0, row 2"))
    #expect(stage.rows.contains { $0.contains("other") })
    // A cell of another kind has another view model.
    await stage.show([note(2, kind: "odd"), note(5)])
    #expect(stage.rows[1] == "placeholder at section 0, row 0 ─ kind \"odd\"")
    await stage.show([note(5)])
    #expect(stage.rows[1] == "removed; last known state")
    #expect(stage.rows[2] == "placeholder at section 0, row 0 ─ kind \"odd\"")
    await stage.robot.type("q")
    #expect(stage.rows[2] == "▌ item 5")
  }

  @Test("reads a replaced view model only on an update")
  func updates() async throws {
    let stage = try await Stage([note(1), note(2)])
    let page = try #require(stage.robot.browser.listPage)
    let path = ItemPath(section: 0, item: 1)
    let inspection = Inspection(of: page.list.cell(at: path), on: page, keys: .standard)
    #expect(inspection.lines.isEmpty)
    inspection.update()
    let lines = inspection.lines
    #expect(!lines.isEmpty && inspection.suggestion == nil)
    stage.source.show(sections: [.init(0, [note(1), note(2, kind: "odd")])])
    #expect(inspection.lines == lines && inspection.suggestion == nil)
    #expect(page.list.existingViewModel(for: .item(path)) == nil)
    inspection.update()
    #expect(inspection.lines != lines && inspection.suggestion != nil)
    #expect(page.list.existingViewModel(for: .item(path)) is PlaceholderViewModel)
  }

  @Test("inspects the page if it has no cell, even a placeholder page")
  func pages() async throws {
    let stage = try await Stage([])
    await stage.robot.type("i")
    #expect(stage.rows[1] == "ListPageViewModel")
    #expect(stage.rows.contains("url          mocoa://h/"))
    await stage.robot.type("q:mocoa://nowhere/?a=1")
    await stage.robot.press(KeyPress(.enter))
    await stage.robot.type("i")
    #expect(stage.rows[1] == "placeholder page")
    #expect(stage.rows.contains("reason       mocoa://nowhere/: no such module"))
    #expect(stage.rows.contains("options      a = 1"))
  }

  // MARK: - The clipboard

  @Test("y copies the row without control characters")
  func copiesRows() async throws {
    let stage = try await Stage([note(1, "a\u{1B}[31m\tb")])
    await stage.robot.type("yy")
    #expect(stage.robot.backend.copied == ["a␛[31m␉b"])
    #expect(stage.rows.last == "copied row · 8 characters")
    await stage.show([])
    await stage.robot.type("yy")
    #expect(stage.rows.last == "nothing to copy")
    await stage.show([note(1, String(repeating: "x", count: 75_000))])
    await stage.robot.type("yy")
    #expect(
      stage.rows.last == "! cannot copy 75000 bytes: the terminal limit is 74994")
    await stage.show([note(1)])
    stage.robot.backend.hasClipboard = false
    await stage.robot.type("yy")
    #expect(stage.rows.last == "! cannot copy: the terminal has no clipboard")
    #expect(stage.robot.backend.copied.count == 1)
  }

  @Test("copies and writes registrations for a placeholder, without overwriting files")
  func copiesRegistrations() async throws {
    let robot = try await BrowserRobot("mocoa://music/", debug: true, columns: 80, rows: 24)
    let folder = try TemporaryFolder()
    robot.browser.folder = folder.folder
    await robot.type("Gi")
    #expect(
      robot.rows.last?.hasPrefix(
        " q close  y copy manifest  Y copy Swift  w write bootleg.json") == true)
    await robot.type("yY")
    #expect(robot.backend.copied.count == 2)
    #expect(
      robot.backend.copied.last == """
        registry.define("mocoa://music/")
          .section.cell("bootleg")
          .register(BootlegCellViewModel.self)
          .view(BootlegCell.self)

        """)
    await robot.type("w")
    #expect(robot.rows.last?.hasPrefix(" saved bootleg.json ") == true)
    await robot.type("w")
    #expect(robot.rows.last?.hasPrefix(" saved bootleg-2.json ") == true)
    let text = try folder.text(of: "bootleg.json")
    #expect(text == robot.backend.copied.first)
    #expect(text == (try folder.text(of: "bootleg-2.json")))
    let manifest = try Manifest(decoding: JSON.parse(Array(text.utf8)))
    #expect(manifest.kinds.map(\.name) == ["bootleg"])
    #expect(manifest.defaultKind == nil)
    #expect(manifest.kindField == "kind")
    #expect(!text.contains("{kind"))
    robot.browser.folder = folder.path(of: "nowhere")
    await robot.type("w")
    #expect(robot.rows.last == " ! bootleg.json: cannot be written: No such file or directory")
    // The written manifest replaces the placeholder.
    let catalog = ManifestCatalog(paths: [folder.path(of: "bootleg.json")])
    let registry = Launch.registry(manifests: catalog)
    #expect(catalog.errorMessages == [])
    let filled = try await BrowserRobot("mocoa://music/", debug: true, registry: registry)
    await filled.type("G")
    #expect(!filled.rows.contains { $0.contains("placeholder") })
    #expect(filled.rows.contains { $0.contains("Plugged Nickel") && $0.contains("1965") })
    #expect(filled.browser.listScreen?.currentCell is TemplateCellViewModel)
  }

  @Test("offers only Swift for other models, and nothing for regular cells")
  func noManifest() async throws {
    let stage = try await Stage([note(1), note(2, kind: "odd")])
    await stage.robot.type("iw")
    #expect(stage.rows.last == "nothing to register")
    await stage.robot.press(KeyPress(.tab))
    await stage.robot.type("y")
    #expect(stage.rows.last == "no manifest can show this item (Y copies Swift code)")
    await stage.robot.type("Y")
    #expect(stage.robot.backend.copied.last?.contains(".cell(\"odd\")") == true)
  }

  @Test("truncates the name of a new file to a valid length")
  func newFiles() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "日", count: 300)
    let name = try UniqueFile.write("x", named: long, in: folder.folder)
    #expect(name == String(repeating: "日", count: 33) + ".json")
    #expect(try folder.text(of: name) == "x")
  }
}
