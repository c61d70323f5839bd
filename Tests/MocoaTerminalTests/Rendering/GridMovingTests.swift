import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaTerminal

/// Tests of the cursor in a grid.
@MainActor
@Suite("Moving in a grid")
struct GridMovingTests {
  typealias Stage = ListRendererTests.Stage
  typealias Part = FakeListSource.Part

  static let three = GridStyle(.perLine(3))

  static func part(_ number: Int, _ items: Range<Int>) -> Part {
    Part(number, header: note(900 + number, "part \(number)"), notes(items))
  }

  /// Returns the number of the current item after each movement.
  static func path(_ stage: Stage, _ movements: [Movement]) -> [Int] {
    movements.map { movement in
      stage.move(movement)
      return number(stage)
    }
  }

  static func number(_ stage: Stage) -> Int {
    stage.renderer.cursor.flatMap {
      (stage.renderer.list.snapshot.element(at: $0) as? SampleItem)?.id
    } ?? -1
  }

  @Test("stays in the line on left and right, stopping at the ends")
  func sideways() {
    let stage = Stage(notes(0..<8), columns: 60, grid: Self.three)
    #expect(stage.renderer.isInGrid)
    #expect(
      Self.path(stage, [.left, .right, .right, .right, .left, .down, .right, .right, .right])
        == [0, 1, 2, 2, 1, 4, 5, 5, 5])
    #expect(Self.path(stage, [.down, .right, .left, .left]) == [7, 7, 6, 6])
  }

  @Test("keeps the column on up and down, even across shorter lines")
  func keepsColumn() {
    let stage = Stage(
      [Self.part(0, 0..<5), Self.part(1, 10..<14), Self.part(2, 20..<26)], columns: 60, rows: 12,
      grid: Self.three)
    let movements: [Movement] = [.right, .right, .down, .down, .down, .down, .down, .up, .up, .up]
    #expect(Self.path(stage, movements) == [1, 2, 4, 12, 13, 22, 25, 22, 13, 12])
    // A horizontal movement changes the preferred column.
    #expect(Self.path(stage, [.left, .up, .up]) == [11, 4, 1])
  }

  @Test("moves pages by screen rows, and home and end to the ends")
  func pages() {
    let stage = Stage(notes(0..<100), columns: 60, rows: 6, grid: Self.three)
    let movements: [Movement] = [
      .right, .pageDown, .halfPageDown, .pageUp, .last, .first, .pageDown,
    ]
    #expect(Self.path(stage, movements) == [1, 19, 28, 10, 99, 0, 18])
  }

  @Test("counts blank rows in a page")
  func pagesWithGaps() {
    let style = GridStyle(.perLine(2), insets: .init(top: 1, bottom: 1), lineSpacing: 1)
    let stage = Stage(notes(0..<40), columns: 40, rows: 8, grid: style)
    #expect(Self.path(stage, [.pageDown, .pageDown, .pageUp]) == [8, 16, 8])
    stage.move(.last)
    #expect(stage.screen.hasSuffix("item 39\n"), "the inset at the end is seen")
    stage.move(.first)
    #expect(stage.screen.hasPrefix("\n ▌ item 0"), "and the one at the beginning")
  }

  @Test("finds the item below a click, and none between items")
  func clicks() {
    let style = GridStyle(.perLine(2), insets: .init(leading: 2), lineSpacing: 1, itemSpacing: 4)
    let stage = Stage([Self.part(0, 0..<3)], columns: 46, rows: 8, grid: style)
    func item(_ column: Int, _ row: Int) -> Int? {
      stage.renderer.item(at: Point(column: column, row: row))?.item
    }
    #expect(item(2, 1) == 0 && item(21, 1) == 0 && item(26, 1) == 1 && item(45, 1) == 1)
    #expect(item(0, 1) == nil && item(22, 1) == nil && item(25, 1) == nil)
    #expect(item(2, 0) == nil, "a header")
    #expect(item(2, 2) == nil, "between two lines")
    #expect(item(2, 3) == 2 && item(26, 3) == nil)
  }

  @Test("advances to the next item after marking, also across lines")
  func marks() {
    let stage = Stage(notes(0..<5), columns: 60, grid: Self.three)
    for expected in [1, 2, 3, 4] {
      _ = stage.renderer.toggleMark()
      stage.draw()
      #expect(Self.number(stage) == expected)
    }
    #expect(stage.renderer.marks.count == 4)
    #expect(stage.screen.hasPrefix("  ✓item 0"))
  }

  @Test("skips hidden items, which make their line shorter")
  func hidden() {
    let items = (0..<9).map { note($0, kind: [1, 3, 4, 5].contains($0) ? "odd" : "note") }
    let stage = Stage(items, columns: 60, grid: Self.three)
    #expect(
      stage.screen.hasPrefix(
        """
         ▌ item 0              item 2
           item 6              item 7              item 8

        """))
    #expect(Self.path(stage, [.right, .down, .right, .up]) == [2, 7, 8, 2])
    #expect(stage.renderer.hiddenCount == 4)
  }

  @Test("goes to visible items on home and end")
  func hiddenEnds() {
    let items = (0..<9).map { note($0, kind: $0 % 8 == 0 ? "odd" : "note") }
    let stage = Stage(items, columns: 60, grid: Self.three)
    #expect(Self.path(stage, [.last, .first, .right, .down, .last]) == [7, 1, 2, 4, 7])
  }

  @Test("handles several keys before a frame like single ones")
  func typedAhead() {
    let keys: [Movement] =
      Array(repeating: .down, count: 9) + [.right, .pageDown, .right, .up, .left, .down]
    let one = Stage(notes(0..<200), columns: 60, rows: 6, grid: Self.three)
    let all = Stage(notes(0..<200), columns: 60, rows: 6, grid: Self.three)
    for key in keys {
      one.move(key)
      all.renderer.move(key)
    }
    all.draw()
    #expect(Self.number(one) == Self.number(all) && Self.number(one) % 3 == 1)
  }

  @Test("scrolls to both ends and keeps the column")
  func scrolls() {
    let stage = Stage(
      notes(0..<60), columns: 60, rows: 5,
      grid: GridStyle(.perLine(3), insets: .init(top: 2, bottom: 2), lineSpacing: 1))
    stage.move(.right)
    for _ in 0..<60 {
      stage.renderer.scroll(by: 3)
      stage.draw()
      #expect(Self.number(stage) % 3 == 1)
    }
    #expect(stage.renderer.layout?.frames.last?.element.path?.item == 59)
    for _ in 0..<60 {
      stage.renderer.scroll(by: -3)
      stage.draw()
    }
    #expect(stage.renderer.layout?.frames.first?.element.path?.item == 0)
    #expect(Self.number(stage) % 3 == 1)
  }

  @Test("keeps the row of the current item when lines change above")
  func anchors() {
    let stage = Stage(notes(0..<60), columns: 60, rows: 6, grid: Self.three)
    stage.move(.pageDown, .pageDown, .right)
    let row = stage.renderer.layout?.frames.first { $0.element.path == stage.renderer.cursor }?.row
    let number = Self.number(stage)
    for items in [Array(3..<60), Array(7..<60), Array(1..<60)] {
      stage.source.show(notes(items))
      stage.draw()
      #expect(Self.number(stage) == number)
      let frames = stage.renderer.layout?.frames ?? []
      #expect(frames.first { $0.element.path == stage.renderer.cursor }?.row == row)
    }
  }

  @Test("supports list and grid sections on one page")
  func mixed() {
    let registry = notesRegistry()
    let module = registry.define("mocoa://notes/")
    module.section("tiles").grid(GridStyle(.perLine(3)))
    let source = FakeListSource([
      Part(0, name: "tiles", notes(0..<6)), Part(1, notes(10..<12)),
    ])
    let list = ListViewModel(source: source, module: module)
    list.prepareIfNeeded()
    expectSnapshot(
      listSurface(list, columns: 48, rows: 5, moves: [.right, .down, .down, .right]),
      named: "grid-mixed-48x5")
  }

  @Test("jumps to the end of a million items with few view models")
  func million() {
    let list = ListViewModel(
      model: Million(), module: ModuleRegistry().define("mocoa://million/"))
    list.module.grid(GridStyle(.perLine(4), rows: 1)).section.cell("note")
      .register(SampleCellViewModel.self)
    list.prepareIfNeeded()
    let renderer = ListRenderer(list)
    renderer.motion = .off
    let size = Size(columns: 80, rows: 20)
    renderer.layOut(in: size)
    for movement in [Movement.last, .pageUp, .pageUp, .left, .first, .last] {
      renderer.move(movement)
      renderer.layOut(in: size)
    }
    #expect(renderer.cursor == ItemPath(section: 0, item: 999_999))
    let made = list.children.flatMap { $0.children }.count
    #expect(made <= 80 * 10, "\(made) view models")
  }

  /// A list of a million notes, created on demand.
  struct Million: ListModel {
    struct Items: SectionModel {
      var sectionID: ItemID { ItemID(0) }
      var itemCount: Int { 1_000_000 }
      func item(at position: Int) -> any CellModel { note(position) }
    }

    var sectionCount: Int { 1 }
    func section(at position: Int) -> any SectionModel { Items() }
  }
}
