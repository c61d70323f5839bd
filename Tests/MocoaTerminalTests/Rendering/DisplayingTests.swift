import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

/// A record of the display events of view models, in order.
@MainActor
final class LifecycleRecorder {
  enum Entry: Equatable {
    case will(Int)
    case end(Int)
  }

  var entries: [Entry] = []
  private(set) var made = 0

  /// The items that are currently displayed.
  private(set) var displayed: [Int] = []
  private(set) var violations: [String] = []
  private var instances: Set<ObjectIdentifier> = []

  func make() { made += 1 }

  func will(_ viewModel: DiaryViewModel) {
    entries.append(.will(viewModel.model.id))
    if !instances.insert(ObjectIdentifier(viewModel)).inserted {
      violations.append("twice: \(viewModel.model.id)")
    }
    displayed.append(viewModel.model.id)
  }

  func end(_ viewModel: DiaryViewModel) {
    entries.append(.end(viewModel.model.id))
    if instances.remove(ObjectIdentifier(viewModel)) == nil {
      violations.append("ended without beginning: \(viewModel.model.id)")
    }
    if let place = displayed.firstIndex(of: viewModel.model.id) { displayed.remove(at: place) }
  }

  /// Returns the entries since the last call.
  func read() -> [Entry] {
    defer { entries = [] }
    return entries
  }
}

/// A view model that records its display events.
final class DiaryViewModel: CellViewModel<SampleItem> {
  static var diary = LifecycleRecorder()
  private let diary = DiaryViewModel.diary

  required init(model: SampleItem) {
    super.init(model: model)
    diary.make()
  }

  override var content: TextContent? {
    TextContent(lines: model.text.split(separator: "\n").map { .init([.init(String($0), .title)]) })
  }

  override func willDisplay() { diary.will(self) }
  override func didEndDisplaying() { diary.end(self) }
}

extension ListRenderer {
  /// Lays out the list and notifies its view models, as the application does for each frame.
  @discardableResult
  func display(in size: Size) -> Bool {
    let isComplete = layOut(in: size)
    commitLayout()
    return isComplete
  }
}

@MainActor
@Suite("Display events")
struct DisplayingTests {
  let diary = LifecycleRecorder()
  let module = notesRegistry().define("mocoa://notes/")
  let size = Size(columns: 24, rows: 5)

  init() {
    for name in ["note", "other"] { module.section.cell(name).register(DiaryViewModel.self) }
    module.section.header("note").register(DiaryViewModel.self)
  }

  func renderer(_ source: any ListSource) -> ListRenderer {
    DiaryViewModel.diary = diary
    let list = ListViewModel(source: source, module: module)
    list.prepareIfNeeded()
    let renderer = ListRenderer(list)
    renderer.display(in: size)
    return renderer
  }

  // F84, scenario 90.
  @Test("follow scrolling")
  func scrolling() {
    let renderer = renderer(FakeListSource((0..<20).map { note($0) }))
    #expect(diary.read() == (0..<5).map { .will($0) })
    renderer.display(in: size)
    renderer.move(.down)
    renderer.display(in: size)
    #expect(diary.read().isEmpty)
    renderer.move(.last)
    renderer.display(in: size)
    #expect(diary.read() == (0..<5).map { .end($0) } + (15..<20).map { .will($0) })
    renderer.display(in: Size(columns: 24, rows: 3))
    #expect(diary.read().allSatisfy { if case .end = $0 { true } else { false } })
    #expect(diary.displayed.count == 3)
  }

  /// Returns a renderer that was not laid out.
  private func newRenderer(_ source: any ListSource) -> ListRenderer {
    DiaryViewModel.diary = diary
    let list = ListViewModel(source: source, module: module)
    list.prepareIfNeeded()
    return ListRenderer(list)
  }

  private func draw(_ renderer: ListRenderer) -> Surface {
    let frame = surface(columns: size.columns, rows: size.rows) { renderer.draw(into: &$0) }
    renderer.didShow(frame)
    return frame
  }

  @Test("are sent once by a commit, and not by layout and drawing")
  func committing() {
    let renderer = newRenderer(FakeListSource((0..<20).map { note($0) }))
    for _ in 0..<2 { renderer.layOut(in: size) }
    let drawn = draw(renderer)
    #expect(draw(renderer) == drawn)
    #expect(diary.read().isEmpty && renderer.list.highlightedViewModel == nil)
    for _ in 0..<2 { renderer.commitLayout() }
    #expect(diary.read() == (0..<5).map { .will($0) })
    #expect(renderer.list.highlightedViewModel != nil)
    let made = diary.made
    for _ in 0..<2 {
      renderer.layOut(in: size)
      #expect(draw(renderer) == drawn)
      renderer.commitLayout()
    }
    #expect(diary.read().isEmpty && diary.made == made)
    renderer.move(.last)
    renderer.layOut(in: size)
    #expect(diary.read().isEmpty)
    renderer.commitLayout()
    #expect(diary.read() == (0..<5).map { .end($0) } + (15..<20).map { .will($0) })
    #expect(diary.violations.isEmpty)
  }

  @Test("are not sent for a layout that is discarded")
  func discarding() {
    let source = FakeListSource((0..<20).map { note($0) })
    var renderer: ListRenderer? = newRenderer(source)
    renderer?.layOut(in: size)
    renderer?.endDisplaying()
    renderer?.commitLayout()
    renderer?.layOut(in: size)
    let list = renderer?.list
    renderer = nil
    #expect(diary.entries.isEmpty && diary.made == 5 && list?.highlightedViewModel == nil)
  }

  @Test("follow a change between a layout and its commit")
  func changingAfterLayout() {
    let source = FakeListSource((0..<5).map { note($0) })
    let renderer = newRenderer(source)
    renderer.layOut(in: size)
    source.show([note(3), note(4)])
    renderer.commitLayout()
    #expect(diary.read() == [.will(3), .will(4)])
    #expect(draw(renderer).description.hasPrefix(" ▌ item 3\n   item 4\n"))
  }

  // F84.
  @Test("include a header while it sticks")
  func header() {
    let renderer = renderer(
      FakeListSource([
        .init(0, header: note(100), (0..<20).map { note($0) }),
        .init(1, header: note(101), (20..<40).map { note($0) }),
      ]))
    #expect(diary.displayed == [100, 0, 1, 2, 3])
    renderer.move(.pageDown)
    renderer.display(in: size)
    #expect(diary.displayed.contains(100))
    renderer.move(.last)
    renderer.display(in: size)
    #expect(diary.displayed.sorted() == [35, 36, 37, 38, 39, 101])
    #expect(diary.violations.isEmpty)
  }

  // F85.
  @Test("follow deletion, replacement and insertion")
  func changing() {
    let source = FakeListSource((0..<3).map { note($0) })
    let renderer = renderer(source)
    _ = diary.read()
    source.show([note(0), note(2)])
    renderer.display(in: size)
    #expect(diary.read() == [.end(1)])
    source.show([note(0), note(2)], reloads: [ItemPath(section: 0, item: 0)])
    renderer.display(in: size)
    #expect(diary.read() == [.end(0), .will(0)])
    source.show([note(0, kind: "other"), note(2, "changed")])
    renderer.display(in: size)
    #expect(diary.read() == [.end(0), .will(0)])
    source.show([note(2, "changed"), note(0, kind: "other"), note(7)])
    renderer.display(in: size)
    #expect(diary.read() == [.will(7)])
    renderer.list.cell(at: ItemPath(section: 0, item: 0)).removeFromParent()
    renderer.display(in: size)
    #expect(diary.read() == [.end(2), .will(2)])
    source.show([])
    renderer.display(in: size)
    #expect(diary.displayed.isEmpty)
    #expect(diary.violations.isEmpty)
  }

  @Test("follow leaving a page and returning to it")
  func leaving() throws {
    DiaryViewModel.diary = diary
    let list = ListViewModel(source: FakeListSource((0..<20).map { note($0) }), module: module)
    let page = ListPageViewModel(url: try ModuleURL("mocoa://notes/"), list: list)
    page.prepareIfNeeded()
    var screen: ListScreen? = ListScreen(page, theme: .standard, isDebugging: false)
    screen?.layOut(in: size, hasStickyHeaders: true)
    screen?.commitLayout()
    #expect(list.cell(at: ItemPath(section: 0, item: 0)).isDisplayed)
    screen?.endDisplaying()
    #expect(diary.displayed.isEmpty)
    screen?.layOut(in: size, hasStickyHeaders: true)
    screen?.commitLayout()
    #expect(diary.displayed == Array(0..<5))
    screen = nil
    #expect(diary.displayed.isEmpty)
    #expect(diary.violations.isEmpty)
  }

  @Test("may change the list, and the current list is drawn")
  func reentrant() {
    final class Meddler: AnyCellViewModel {
      static var perform: @MainActor () -> Void = {}
      override var content: TextContent? { TextContent([.init("meddler", .title)]) }
      override class func make(from element: any CellModel) throws -> AnyCellViewModel { Meddler() }
      override func update(with element: any CellModel) throws {}
      override func willDisplay() { Self.perform() }
    }
    module.section.cell("meddler").register(Meddler.self)
    let source = FakeListSource([note(0, kind: "meddler"), note(1)])
    Meddler.perform = { source.show([note(1), note(2)]) }
    let renderer = renderer(source)
    let drawn = surface(columns: 24, rows: 5) { renderer.draw(into: &$0) }
    #expect(drawn.description.hasPrefix(" ▌ item 1\n   item 2\n"))
    renderer.display(in: size)
    #expect(diary.displayed == [1, 2])
    #expect(diary.violations.isEmpty)
  }

  // F84, scenario 90.
  @Test("occur in pairs during a random walk")
  func randomWalk() {
    var generator = SeededGenerator(seed: 11)
    let kinds = ["note", "note", "note", "other", "odd"]
    func parts() -> [FakeListSource.Part] {
      var numbers = Array(0..<60).shuffled(using: &generator)[...]
      return (0..<3).shuffled(using: &generator).map { id in
        let count = Int.random(in: 0...20, using: &generator)
        defer { numbers = numbers.dropFirst(count) }
        return .init(
          id, header: Bool.random(using: &generator) ? note(100 + id) : nil,
          numbers.prefix(count).map {
            note(
              $0, ["one", "two\nlines", ""].randomElement(using: &generator), kind: kinds[$0 % 5])
          })
      }
    }
    let source = FakeListSource(parts())
    var renderer: ListRenderer? = renderer(source)
    for step in 0..<3_000 {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: source.show(sections: parts())
      case 1: renderer?.endDisplaying()
      case 2: renderer?.isDebugging.toggle()
      case 3:
        let path = renderer?.list.snapshot.lastPath
        if let path { renderer?.list.cell(at: path).removeFromParent() }
      default:
        renderer?.move(Movement.allCases.randomElement(using: &generator) ?? .down)
      }
      if Bool.random(using: &generator) { continue }
      renderer?.display(in: Size(columns: 24, rows: Int.random(in: 0...9, using: &generator)))
      guard let renderer, let layout = renderer.layout else { continue }
      let shown = Set(
        layout.shown.compactMap {
          (renderer.list.existingViewModel(for: $0) as? DiaryViewModel)?.model.id
        })
      if Set(diary.displayed) != shown || diary.displayed.count != shown.count {
        Issue.record("step \(step): \(diary.displayed), shown \(shown)")
        return
      }
    }
    renderer = nil
    #expect(diary.violations.isEmpty)
    #expect(diary.displayed.isEmpty)
    #expect(diary.made > 1_000)
  }
}

@MainActor
@Suite("The number of view models")
struct FixedHeightTests {
  /// Items of the kind `note`, created on demand.
  struct Notes: SectionModel {
    var count = 1_000_000
    var kind: @Sendable (Int) -> String = { _ in "note" }
    var sectionID: ItemID { 0 }
    var itemCount: Int { count }
    func item(at position: Int) -> any CellModel {
      note(position, "one\ntwo", kind: kind(position))
    }
  }

  let diary = LifecycleRecorder()
  let module = notesRegistry().define("mocoa://notes/")
  let size = Size(columns: 24, rows: 10)

  init() {
    module.section.cell("note").register(DiaryViewModel.self)
  }

  func renderer(_ notes: Notes) -> ListRenderer {
    DiaryViewModel.diary = diary
    let list = ListViewModel(model: SectionedList([notes]), module: module)
    list.prepareIfNeeded()
    let renderer = ListRenderer(list)
    renderer.display(in: size)
    return renderer
  }

  @Test("includes only page ends and visible items after 1,000 pages")
  func pages() {
    module.section.cell("note").height(2)
    let renderer = renderer(Notes())
    #expect(diary.made == 5)
    for _ in 0..<1_000 { renderer.move(.pageDown) }
    renderer.display(in: size)
    // The item at the end of each page is created, because it must be visible.
    #expect(diary.made <= 5 + 1_000 + 5)
    #expect(renderer.cursor?.item == 5_000)
    let before = diary.made
    for _ in 0..<100 {
      renderer.move(.pageDown)
      renderer.display(in: size)
    }
    #expect(diary.made - before == 500)
    renderer.move(.last)
    renderer.display(in: size)
    #expect(diary.made - before == 505)
    renderer.move(.first)
    renderer.display(in: size)
    #expect(diary.made - before == 510)
  }

  @Test("excludes hidden runs, with and without a module")
  func hidden() {
    for kind in ["odd", "flat"] {
      let flat = module.section.cell("flat").register(DiaryViewModel.self)
      flat.height(0)
      let renderer = renderer(Notes(count: 20_000) { $0 % 19_999 == 0 ? "note" : kind })
      let before = diary.made
      renderer.move(.down)
      for _ in 0..<10 { renderer.display(in: size) }
      #expect(renderer.cursor?.item == 19_999)
      #expect(renderer.hiddenCount == 19_998)
      #expect(diary.made - before <= 2)
    }
  }

  @Test("is limited to recently visible items if heights are measured")
  func measured() {
    var most = 0
    let renderer = renderer(Notes())
    for page in 0..<2_000 {
      renderer.move(page % 500 == 499 ? .last : .pageDown)
      if page % 500 == 499 { renderer.move(.first) }
      renderer.display(in: size)
      most = max(most, renderer.list.children.first?.children.count ?? 0)
    }
    #expect(most <= 9 * size.rows)
    #expect(diary.made > 5_000)
  }

  @Test("excludes broken items from the cursor positions")
  func broken() {
    struct Mixed: SectionModel {
      var sectionID: ItemID { 0 }
      var itemCount: Int { 30 }
      func item(at position: Int) -> any CellModel {
        let isBroken = (5..<25).contains(position)
        return isBroken ? SampleRecord(["id": 1], kind: "note") : note(position, "one\ntwo")
      }
    }
    module.section.cell("note").height(2)
    DiaryViewModel.diary = diary
    let list = ListViewModel(model: SectionedList([Mixed()]), module: module)
    list.prepareIfNeeded()
    let renderer = ListRenderer(list)
    renderer.display(in: size)
    renderer.move(.pageDown)
    renderer.display(in: size)
    #expect(renderer.cursor?.item == 25)
    renderer.move(.pageUp)
    renderer.display(in: size)
    #expect((0..<5).contains(renderer.cursor?.item ?? -1))
  }
}
