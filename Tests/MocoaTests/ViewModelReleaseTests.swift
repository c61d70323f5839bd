import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

/// The number of living objects, and of all objects that were created.
@MainActor
final class InstanceCounter {
  private(set) var living = 0
  private(set) var made = 0
  var most = 0

  /// The number of times that `keepsState` was read.
  var asked = 0

  func arrive() {
    living += 1
    made += 1
    most = max(most, living)
  }

  func leave() { living -= 1 }
}

/// A view model that is counted while it lives.
final class CountedViewModel: CellViewModel<SampleItem> {
  static var census = InstanceCounter()
  static var kept: Set<Int> = []
  private let census = CountedViewModel.census
  private(set) var ownToken: ObservationToken?

  required init(model: SampleItem) {
    super.init(model: model)
    census.arrive()
  }

  override var retainsStateOffscreen: Bool {
    census.asked += 1
    return Self.kept.contains(model.id)
  }

  func listen(to observers: Observers<Int>, _ perform: @escaping @MainActor (Int) -> Void) {
    ownToken = observers.add(perform)
  }

  isolated deinit { census.leave() }
}

/// A list of a million items that are created on access.
struct LongSection: SectionModel {
  var count = 1_000_000
  var position = 0
  var header: (any CellModel)?
  var footer: (any CellModel)?
  var sectionID: ItemID { ItemID(position) }
  var itemCount: Int { count }
  func item(at position: Int) -> any CellModel { SampleItem(position) }
}

@Suite("List view models: releasing offscreen ones")
@MainActor
struct ViewModelReleaseTests {
  private let module = ModuleRegistry().define("mocoa://h/list")
  private let census = InstanceCounter()

  init() {
    module.section.cell.register(CountedViewModel.self)
    module.section.header.register(CountedViewModel.self)
    module.section.footer.register(CountedViewModel.self)
  }

  private func list(_ sections: [any SectionModel]) -> ListViewModel {
    CountedViewModel.census = census
    let list = ListViewModel(model: SectionedList(sections), module: module)
    list.prepareIfNeeded()
    return list
  }

  private func long() -> ListViewModel { list([LongSection()]) }

  private func items(_ range: Range<Int>, section: Int = 0) -> [ListElement] {
    range.map { .item(path(section, $0)) }
  }

  /// Returns the items of the existing cells, in the order of the children.
  private func made(_ list: ListViewModel) -> [Int] {
    list.children.flatMap(\.children).compactMap { ($0 as? AnyCellViewModel)?.path?.item }
  }

  @Test("scrolling through a million items retains at most nine screens")
  func walk() {
    let list = long()
    let rows = 10
    for start in stride(from: 0, to: 1_000_000 - rows, by: 1_000) {
      for step in [0, 3, 20] where start + step + rows <= 1_000_000 {
        list.setDisplayedElements(items((start + step)..<(start + step + rows)), rowCount: rows)
      }
    }
    #expect(census.made > 20_000)
    #expect(census.most <= 9 * rows + 2 * rows)
    #expect(made(list) == made(list).sorted())
    #expect(made(list).count == census.living)
    list.setDisplayedElements([], rowCount: rows)
    #expect(census.living == 0)
    #expect(list.children.isEmpty)
  }

  @Test("exactly four screens away stays, farther is released")
  func border() {
    let list = long()
    for item in 0..<200 { _ = list.cell(at: path(0, item)) }
    list.setDisplayedElements(items(100..<110), rowCount: 10)
    #expect(made(list) == Array(60..<150))
    #expect(census.living == 90)
    // Created in between, near and far.
    for item in [61, 149, 150, 700] { _ = list.cell(at: path(0, item)) }
    list.setDisplayedElements(items(100..<110), rowCount: 10)
    #expect(made(list) == Array(60..<150))
    list.setDisplayedElements(items(101..<111), rowCount: 10)
    #expect(made(list) == Array(61..<150))
  }

  @Test("externally retained view models stay until they are released")
  func retained() {
    let list = long()
    var held: [AnyCellViewModel] = [3, 5].map { list.cell(at: path(0, $0)) }
    let five = ObjectIdentifier(held[1])
    list.setDisplayedElements(items(0..<10), rowCount: 10)
    list.setDisplayedElements(items(500..<510), rowCount: 10)
    #expect(made(list) == [3, 5] + Array(500..<510))
    #expect(held[0].parent === list.section(at: 0))
    held.removeFirst()
    list.setDisplayedElements(items(500..<510), rowCount: 10)
    #expect(made(list) == [5] + Array(500..<510))
    // It comes near, then offscreen again.
    list.setDisplayedElements(items(0..<10), rowCount: 10)
    #expect(ObjectIdentifier(list.cell(at: path(0, 5))) == five)
    list.setDisplayedElements(items(500..<510), rowCount: 10)
    held = []
    list.setDisplayedElements(items(500..<510), rowCount: 10)
    #expect(made(list) == Array(500..<510))
  }

  @Test("many formerly retained ones are released over several frames")
  func manyRetained() {
    let list = long()
    var held = (0..<1_000).map { list.cell(at: path(0, $0)) }
    list.setDisplayedElements(items(5_000..<5_010), rowCount: 10)
    #expect(census.living == 1_010)
    held = []
    _ = held
    var frames = 0
    while census.living > 10, frames < 100 {
      list.setDisplayedElements(items(5_000..<5_010), rowCount: 10)
      frames += 1
    }
    #expect((10...70).contains(frames))
  }

  @Test("the cost of a frame does not depend on the total number")
  func costOfFrames() {
    let list = long()
    let held = (0..<5_000).map { list.cell(at: path(0, $0)) }
    list.setDisplayedElements(items(7_000..<7_010), rowCount: 10)
    for step in 0..<40 {
      let before = census.asked
      list.setDisplayedElements(items((7_000 + step)..<(7_010 + step)), rowCount: 10)
      #expect(census.asked - before <= 17)
    }
    #expect(list.section(at: 0).children.count == 5_000 + 49)
    withExtendedLifetime(held) {}
  }

  @Test("releases all offscreen ones on request")
  func unshown() {
    let list = long()
    list.setDisplayedElements(items(0..<10), rowCount: 10)
    for item in 0..<30 { _ = list.cell(at: path(0, item)) }
    list.releaseOffscreenViewModels()
    #expect(made(list) == Array(0..<10))
    list.setDisplayedElements(items(500..<510), rowCount: 10)
    #expect(made(list) == Array(500..<510))
  }

  @Test("one that retains its state stays unchanged")
  func keepsState() {
    let list = long()
    CountedViewModel.kept = [3]
    defer { CountedViewModel.kept = [] }
    list.setDisplayedElements(items(0..<10), rowCount: 10)
    let identity = ObjectIdentifier(list.cell(at: path(0, 3)))
    for start in stride(from: 100, to: 10_000, by: 100) {
      list.setDisplayedElements(items(start..<(start + 10)), rowCount: 10)
    }
    #expect(made(list).prefix(2) == [3, 9_900])
    #expect(ObjectIdentifier(list.cell(at: path(0, 3))) == identity)
    CountedViewModel.kept = []
    list.setDisplayedElements(items(20_000..<20_010), rowCount: 10)
    #expect(made(list) == Array(20_000..<20_010))
  }

  @Test("the parent of a retained view model stays")
  func retainedChild() throws {
    let list = long()
    let editor = ViewModel()
    try list.cell(at: path(0, 2)).addChild(editor)
    list.setDisplayedElements(items(0..<10), rowCount: 10)
    list.setDisplayedElements(items(500..<510), rowCount: 10)
    #expect(made(list).first == 2)
    #expect((editor.parent as? AnyCellViewModel)?.path == path(0, 2))
    editor.removeFromParent()
    list.setDisplayedElements(items(500..<510), rowCount: 10)
    #expect(made(list) == Array(500..<510))
  }

  @Test("a released one ends its observations without a removal hook")
  func end() {
    final class Section: SectionViewModel {
      static var removed = 0
      override func didRemoveChild(_ child: ViewModel) {
        Self.removed += 1
        super.didRemoveChild(child)
      }
    }
    module.section.register(Section.self)
    let list = long()
    let observers = Observers<Int>()
    var heard = 0
    (list.cell(at: path(0, 0)) as? CountedViewModel)?.listen(to: observers) { heard += $0 }
    observers.notify(1)
    list.setDisplayedElements(items(0..<10), rowCount: 10)
    list.setDisplayedElements(items(500..<510), rowCount: 10)
    observers.notify(1)
    #expect(heard == 1)
    #expect(Section.removed == 0)
    #expect(list.existingCell(at: path(0, 0)) == nil)
    let again = list.cell(at: path(0, 0))
    #expect(again.isReady)
    #expect(again.parent === list.section(at: 0))
  }

  @Test("releases headers, footers and sections without remaining cells")
  func sections() {
    let list = list(
      (0..<10_000).map {
        LongSection(count: 2, position: $0, header: SampleItem(-1), footer: SampleItem(-2))
      })
    func show(_ section: Int) {
      list.setDisplayedElements(
        [.header(section: section), .item(path(section, 0)), .item(path(section, 1))]
          + [.footer(section: section)], rowCount: 4)
    }
    for section in stride(from: 0, to: 10_000, by: 7) { show(section) }
    #expect(census.most <= 60)
    #expect(list.children.count <= 12)
    var held: AnyCellViewModel? = list.cell(at: path(9_996, 0))
    show(0)
    #expect(list.children.compactMap { ($0 as? SectionViewModel)?.position } == [0, 9_996])
    #expect(held?.parent === list.section(at: 9_996))
    held = nil
    show(0)
    #expect(list.children.count == 1)
    #expect(census.living == 4)
    // Accessed without a cell.
    _ = list.section(at: 500)
    show(0)
    #expect(list.children.count == 1)
  }

  @Test("releases the header of a long section, and creates it again")
  func longSection() {
    let list = list([LongSection(header: SampleItem(-1), footer: SampleItem(-2))])
    list.setDisplayedElements([.header(section: 0)] + items(0..<9), rowCount: 10)
    #expect(list.section(at: 0).children.count == 10)
    list.setDisplayedElements(items(500..<510), rowCount: 10)
    #expect(made(list) == Array(500..<510))
    #expect(list.section(at: 0).children.count == 10)
    list.setDisplayedElements([.header(section: 0)] + items(500..<510), rowCount: 10)
    #expect(list.section(at: 0).children.count == 11)
  }

  @Test("matches an oracle for random lists and visible parts")
  func equalsOracle() {
    var generator = SeededGenerator(seed: 2)
    for round in 0..<400 {
      let counts = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        Int.random(in: 0...9, using: &generator)
      }
      let list = list(
        counts.enumerated().map {
          LongSection(
            count: $0.element, position: $0.offset, header: SampleItem(-1), footer: SampleItem(-2))
        })
      // Header and footer are elements as well.
      let places: [ListElement] = counts.enumerated().flatMap { section, count in
        [.header(section: section)] + items(0..<count, section: section)
          + [.footer(section: section)]
      }
      for _ in 0..<4 {
        for place in places where Bool.random(using: &generator) { _ = list.viewModel(for: place) }
        let made = places.indices.filter { list.existingViewModel(for: places[$0]) != nil }
        let shown = places.indices.filter { _ in Int.random(in: 0..<9, using: &generator) == 0 }
        let rows = Int.random(in: 0...2, using: &generator)
        list.setDisplayedElements(shown.map { places[$0] }, rowCount: rows)
        let near = Set(made + shown).filter { place in
          shown.contains { abs($0 - place) <= 4 * rows }
        }
        let left = places.indices.filter { list.existingViewModel(for: places[$0]) != nil }
        #expect(left == near.sorted(), "round \(round): \(counts), \(shown) in \(rows) rows")
      }
    }
  }

  @Test("releases elements that a change moves far away")
  func changes() {
    CountedViewModel.census = census
    let source = FakeListSource((0..<100).map { SampleItem($0) })
    let list = ListViewModel(source: source, module: module)
    list.prepareIfNeeded()
    for item in 0..<100 { _ = list.cell(at: path(0, item)) }
    list.setDisplayedElements(items(0..<5), rowCount: 5)
    #expect(made(list) == Array(0..<25))
    let identity = ObjectIdentifier(list.cell(at: path(0, 3)))
    source.show(([3] + Array(1000..<1050) + Array(4..<100)).map { SampleItem($0) })
    list.setDisplayedElements(items(0..<5), rowCount: 5)
    #expect(ObjectIdentifier(list.cell(at: path(0, 0))) == identity)
    #expect(made(list) == Array(0..<5))
    source.show(([3] + Array(1000..<1050) + Array(4..<200)).map { SampleItem($0) })
    list.setDisplayedElements(items(100..<105), rowCount: 5)
    #expect(made(list) == Array(100..<105))
  }

  @Test("keeps all without a renderer")
  func withoutRenderer() {
    let list = long()
    for item in 0..<300 { _ = list.cell(at: path(0, item)) }
    #expect(census.living == 300)
    list.setDisplayedElements(items(0..<10), rowCount: 10)
    list.endDisplaying()
    for item in 0..<300 { _ = list.cell(at: path(0, item)) }
    #expect(census.living == 300)
    list.setDisplayedElements(items(0..<10), rowCount: 10)
    #expect(made(list) == Array(0..<50))
  }
}
