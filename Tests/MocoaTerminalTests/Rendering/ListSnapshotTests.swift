import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Snapshots of lists")
struct ListSnapshotTests {
  static let widths = [(80, 24), (20, 5)]

  static func notes(_ parts: [FakeListSource.Part]) -> ListViewModel {
    ListViewModel(source: FakeListSource(parts), module: notesRegistry().define("mocoa://notes/"))
  }

  static func screen(_ source: FakeListSource) throws -> Surface {
    let list = ListViewModel(source: source, module: notesRegistry().define("mocoa://notes/"))
    let page = ListPageViewModel(url: try ModuleURL("mocoa://notes/"), list: list)
    page.prepareIfNeeded()
    let screen = ListScreen(page, theme: .standard, isDebugging: false)
    return surface(columns: 40, rows: 5) {
      screen.layOut(in: $0.size, hasStickyHeaders: true)
      screen.draw(into: &$0)
    }
  }

  @Test("mark generically drawn records in debug mode")
  func records() {
    let registry = notesRegistry()
    registry.define("mocoa://notes/").section.cell.register(RecordCellViewModel.self)
    let items: [any CellModel] = [
      SampleRecord(["id": 1, "title": "So What", "minutes": 9, "by": "Miles Davis"]),
      note(2, "a note with a module of its own"),
      SampleRecord(["id": 3, "name": "日本語の歌", "text": "e\u{301} 👍 שלום"]),
      SampleRecord(["raw": "{oops"], problem: "record 4: not JSON"),
      SampleRecord([:]),
    ]
    let model = SectionedList([Section(id: ItemID(1), items: items)])
    for (columns, rows) in Self.widths {
      let list = ListViewModel(model: model, module: registry.define("mocoa://notes/"))
      expectSnapshot(
        listSurface(list, columns: columns, rows: rows, debug: true, moves: [.down]),
        named: "records-debug-\(columns)x\(rows)")
    }
  }

  @Test("show placeholders in debug mode")
  func placeholders() {
    let items = [
      note(1), note(2, "two", kind: "odd"), note(3, "日本語", kind: "no name"), note(4),
    ]
    for (columns, rows) in Self.widths {
      let list = Self.notes([FakeListSource.Part(1, header: note(1, "part 1"), items)])
      expectSnapshot(
        listSurface(list, columns: columns, rows: rows, debug: true, moves: [.down]),
        named: "placeholders-debug-\(columns)x\(rows)")
    }
  }

  @Test("show a sticky header in the middle of a section")
  func stickyHeader() {
    let parts = (1...3).map { part in
      FakeListSource.Part(
        part, header: note(part, "part \(part)"), (0..<20).map { note(part * 100 + $0) })
    }
    expectSnapshot(
      listSurface(
        Self.notes(parts), columns: 40, rows: 8, moves: Array(repeating: .pageDown, count: 5)),
      named: "sticky-header-40x8")
  }

  @Test("show the message of an empty list")
  func empty() throws {
    expectSnapshot(try Self.screen(FakeListSource([FakeListSource.Part]())), named: "empty-40x5")
  }

  @Test("show the error of a list that failed to load")
  func failed() throws {
    let source = FakeListSource([FakeListSource.Part]())
    source.phase = .failed("songs.json:1:8: a control character in a string\u{1B}")
    expectSnapshot(try Self.screen(source), named: "failed-40x5")
  }
}
