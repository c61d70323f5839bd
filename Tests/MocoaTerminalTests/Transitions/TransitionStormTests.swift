import Mocoa
import MocoaModel
import MocoaTestSupport
import Synchronization
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("Many changes between two frames")
struct TransitionStormTests {
  /// A counter of living models.
  final class Census: Sendable {
    private let count = Atomic(0)

    var living: Int { count.load(ordering: .relaxed) }

    /// The count of one model while it is alive.
    final class Entry: Sendable {
      private let census: Census

      init(_ census: Census) {
        self.census = census
        census.count.add(1, ordering: .relaxed)
      }

      deinit { census.count.subtract(1, ordering: .relaxed) }
    }
  }

  /// A counted model.
  struct Counted: CellModel, Equatable {
    let id: Int
    let version: Int
    let entry: Census.Entry

    var itemID: ItemID { ItemID(id) }
    static func == (left: Counted, right: Counted) -> Bool {
      (left.id, left.version) == (right.id, right.version)
    }
  }

  final class CountedViewModel: CellViewModel<Counted> {
    override var content: TextContent? {
      TextContent([.init("item \(model.id) version \(model.version)", .title)])
    }
  }

  /// A list in which one item changes at a time.
  final class Ticker: ListSource {
    var snapshot = ListSnapshot()
    var phase: ListPhase { .finished }
    let census = Census()
    private let observers = Observers<ListUpdate>()

    init(count: Int) {
      let items = (0..<count).map { Counted(id: $0, version: 0, entry: .init(census)) }
      var elements = ElementSequence()
      elements.append(items)
      snapshot = ListSnapshot(sections: [SectionSnapshot(id: ItemID(0), items: elements)])
    }

    /// Inserts new items.
    func insert(_ count: Int, at place: Int) {
      let before = snapshot
      let first = before.itemCount
      snapshot.sections[0].items.replaceSubrange(
        place..<place,
        with: (first..<(first + count)).map { Counted(id: $0, version: 0, entry: .init(census)) })
      var changes = ChangeSet(countsBefore: before.itemCounts, countsAfter: snapshot.itemCounts)
      changes.insertions = [.init(section: 0, range: place..<(place + count))]
      observers.notify(ListUpdate(before: before, after: snapshot, changes: changes))
    }

    /// Replaces the content of an item.
    func tick(_ item: Int, version: Int) {
      let before = snapshot
      let path = ItemPath(section: 0, item: item)
      snapshot.sections[0].items.replaceSubrange(
        item..<(item + 1), with: [Counted(id: item, version: version, entry: .init(census))])
      var changes = ChangeSet.unchanged(before)
      changes.updates = [.init(from: path, to: path)]
      observers.notify(ListUpdate(before: before, after: snapshot, changes: changes))
    }

    func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
      observers.add(perform)
    }
  }

  /// A renderer of a ticker, and its drawing.
  @MainActor
  struct Window {
    let source: Ticker
    let renderer: ListRenderer
    let size = Size(columns: 40, rows: 20)

    init(count: Int) {
      source = Ticker(count: count)
      let module = ModuleRegistry().define("mocoa://ticks/")
      module.section.cell.register(CountedViewModel.self)
      let list = ListViewModel(source: source, module: module)
      list.prepareIfNeeded()
      renderer = ListRenderer(list)
      draw()
    }

    @discardableResult
    func draw() -> Surface {
      var surface = Surface(size: size)
      renderer.display(in: size)
      surface.draw { renderer.draw(into: &$0) }
      renderer.didShow(surface)
      return surface
    }
  }

  @Test("retain no history for 10,000 updates, and draw one frame")
  func storm() {
    let window = Window(count: 1000)
    var most = 0
    for tick in 0..<10_000 {
      window.source.tick(tick * 7 % 1000, version: 1 + tick / 1000)
      most = max(most, window.source.census.living)
    }
    // The current list, the previous frame's list, and the further content of their chunks.
    #expect(most < 4_000)
    if case .tooMany = window.renderer.pending {} else { Issue.record("it is still followed") }
    let frame = window.draw()
    #expect(window.renderer.frameDelay == nil)
    #expect(frame.rowText(0).contains("item 0 version 10"))
    window.source.tick(3, version: 11)
    #expect(window.draw().rowText(3).hasPrefix("~"))
    #expect(window.renderer.frameDelay != nil)
  }

  @Test("animate up to 1,000 changed items and 64 updates")
  func limits() {
    let window = Window(count: 10)
    window.source.insert(1000, at: 1)
    window.draw()
    #expect(window.renderer.frameDelay != nil)
    window.renderer.finishAnimations()
    window.draw()
    window.source.insert(1001, at: 1)
    window.draw()
    #expect(window.renderer.frameDelay == nil)
    for (count, isFollowed) in [(64, true), (65, false)] {
      for version in 1...count { window.source.tick(0, version: version) }
      window.draw()
      #expect((window.renderer.frameDelay != nil) == isFollowed, "\(count)")
    }
  }
}
