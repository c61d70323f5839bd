import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

@MainActor
@Suite("Selection of cells and the cursor", .serialized)
struct SelectionTests {
  /// A view model that records its notifications.
  final class Cell: CellViewModel<SampleItem> {
    static var log: [String] = []
    static var onSelect: (() -> Void)?

    override var allowsSelection: Bool { model.text != "fixed" }
    override func didHighlight() { Self.log.append("+\(model.id)") }
    override func didUnhighlight() { Self.log.append("-\(model.id)") }
    override func didSelect() {
      Self.log.append("select \(model.id)")
      Self.onSelect?()
    }
    override func didDeselect() { Self.log.append("deselect \(model.id)") }
  }

  let source = FakeListSource((0..<10).map { note($0) })
  let list: ListViewModel

  init() {
    Cell.log = []
    Cell.onSelect = nil
    let module = ModuleRegistry().define("mocoa://notes/")
    module.section.cell("note").register(Cell.self)
    list = ListViewModel(source: source, module: module)
    list.prepareIfNeeded()
  }

  func log() -> [String] {
    defer { Cell.log = [] }
    return Cell.log
  }

  func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  func selected() -> [Int] {
    list.selection.runs.flatMap { run in run.range.map { list.snapshot.numbers(run.section)[$0] } }
  }

  /// A view model that changes the list when its selection is requested.
  final class Shy: AnyCellViewModel {
    static var onQuestion: (() -> Void)?

    override class func make(from element: any CellModel) throws -> AnyCellViewModel { Shy() }
    override var allowsSelection: Bool {
      Self.onQuestion?()
      return true
    }
  }

  @Test("handles items that leave or move during the request")
  func asking() {
    defer { Shy.onQuestion = nil }
    list.module.section.cell("note").register(Shy.self)
    Shy.onQuestion = { [list] in
      Shy.onQuestion = nil
      _ = try? list.deleteCell(at: ItemPath(section: 0, item: 9))
    }
    #expect(!list.select(path(9)))
    #expect(list.selection.isEmpty && list.snapshot.itemCount == 9)
    Shy.onQuestion = { [list] in
      Shy.onQuestion = nil
      _ = try? list.deleteCell(at: ItemPath(section: 0, item: 0))
    }
    #expect(list.select(path(4)))
    #expect(selected() == [4], "item 4, now the fourth")
    Shy.onQuestion = { [list] in list.selectionMode = .none }
    #expect(!list.select(path(4)))
    #expect(list.selection.isEmpty)
  }

  // F77, F85.
  @Test("selecting another cell deselects the previous one")
  func single() {
    #expect(list.select(path(2)) && list.cell(at: path(2)).isSelected)
    #expect(log() == ["select 2"])
    #expect(list.select(path(5)))
    #expect(log() == ["deselect 2", "select 5"] && selected() == [5])
    #expect(list.select(path(5)))
    #expect(log() == ["select 5"])
    list.deselectAll()
    #expect(log() == ["deselect 5"] && list.selection.isEmpty)
    list.deselect(path(5))
    #expect(log() == [])
  }

  @Test("selects several cells only if the list allows it")
  func multiple() {
    list.selectionMode = .multiple
    for item in [7, 2, 4] { list.select(path(item)) }
    #expect(selected() == [2, 4, 7])
    list.deselect(path(4))
    #expect(log() == ["select 7", "select 2", "select 4", "deselect 4"])
    list.selectionMode = .single
    #expect(selected() == [2] && log() == ["deselect 7"])
    list.selectionMode = .none
    #expect(selected() == [] && log() == ["deselect 2"])
    #expect(!list.select(path(1)) && log() == [])
  }

  @Test("a cell may refuse, and a missing path is not selected")
  func refused() {
    source.show((0..<3).map { note($0, $0 == 1 ? "fixed" : nil) })
    list.select(path(0))
    #expect(!list.select(path(1)) && !list.select(path(3)))
    #expect(!list.select(ItemPath(section: 1, item: 0)))
    #expect(selected() == [0] && log() == ["select 0"])
  }

  @Test("survives moves, updates and released view models")
  func identity() {
    list.selectionMode = .multiple
    for item in [1, 4, 8] { list.select(path(item)) }
    _ = log()
    source.show([8, 0, 1, 2, 3, 9].map { note($0, $0 == 1 ? "changed" : nil) })
    #expect(selected() == [8, 1])
    #expect(log() == ["deselect 4"], "one that is gone is told so")
    list.releaseOffscreenViewModels()
    #expect(list.existingCell(at: path(2)) == nil)
    #expect(list.cell(at: path(2)).isSelected && log() == [])
    source.show(sections: [
      .init(5, [note(1, "changed")]), .init(0, [8, 0, 2, 3, 9].map { note($0) }),
    ])
    #expect(selected() == [1, 8])
  }

  @Test("matches an oracle for random changes")
  func random() {
    var generator = SeededGenerator(seed: 3)
    list.selectionMode = .multiple
    var expected: Set<Int> = []
    var items = Array(0..<10)
    for step in 0..<400 {
      if let item = items.indices.randomElement(using: &generator), step % 2 == 0 {
        if expected.remove(items[item]) != nil {
          list.deselect(path(item))
        } else {
          expected.insert(items[item])
          list.select(path(item))
        }
      } else {
        items.shuffle(using: &generator)
        items.removeAll { _ in Int.random(in: 0..<6, using: &generator) == 0 }
        items += (0..<Int.random(in: 0...3, using: &generator)).map { 10 + step * 3 + $0 }
        source.show(items.map { note($0) })
        expected.formIntersection(items)
      }
      #expect(Set(selected()) == expected && list.selection.count == expected.count)
    }
  }

  @Test("a cell may remove its item when it is selected")
  func changesTheList() {
    Cell.onSelect = { [source] in source.show([0, 1].map { note($0) }) }
    list.select(path(5))
    #expect(log() == ["select 5", "deselect 5"] && list.selection.isEmpty)
    Cell.onSelect = { [list] in list.deselectAll() }
    list.select(path(1))
    #expect(log() == ["select 1", "deselect 1"])
  }

  @Test("redraws selected and deselected cells")
  func redraws() {
    var redraws: [ListUpdate.Redraw] = []
    let token = list.observe { redraws += $0.redraws }
    list.select(path(3))
    list.select(path(3))
    #expect(redraws == [.item(path(3))])
    list.select(path(4))
    #expect(Set(redraws.dropFirst()) == [.item(path(3)), .item(path(4))])
    withExtendedLifetime(token) {}
  }

  // F84, scenario 90.
  @Test("cursor notifications are paired for every change of the item")
  func highlights() {
    list.highlight(path(1))
    list.highlight(path(1))
    #expect(log() == ["+1"] && list.cell(at: path(1)).isHighlighted)
    list.highlight(path(2))
    #expect(log() == ["-1", "+2"])
    source.show([0, 1, 3].map { note($0) })
    list.highlight(path(2))
    #expect(log() == ["-2", "+3"], "it is gone, and the cursor elsewhere")
    source.show([3, 0].map { note($0) })
    list.highlight(path(0))
    #expect(log() == [], "the same item elsewhere")
    list.highlight(path(9))
    #expect(log() == ["-3"])
    list.highlight(nil)
    #expect(log() == [])
  }
}

extension ListSnapshot {
  fileprivate func numbers(_ section: Int) -> [Int] {
    (0..<sections[section].items.count).compactMap {
      (element(at: ItemPath(section: section, item: $0)) as? SampleItem)?.id
    }
  }
}
