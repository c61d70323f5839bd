import Mocoa
import MocoaModel
import MocoaTestSupport
import Synchronization
import Testing

@testable import MocoaTerminal

@MainActor
@Suite("More changes than one can see")
struct TransitionStormTests {
  /// Counts the models that are alive.
  final class Census: Sendable {
    private let count = Atomic(0)

    var living: Int { count.load(ordering: .relaxed) }

    /// One model, for as long as anybody has it.
    final class Entry: Sendable {
      private let census: Census

      init(_ census: Census) {
        self.census = census
        census.count.add(1, ordering: .relaxed)
      }

      deinit { census.count.subtract(1, ordering: .relaxed) }
    }
  }

  /// A model that is counted.
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

  /// A list of which one item changes at a time.
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

    func tick(_ item: Int, version: Int) {
      let before = snapshot
      let path = ItemPath(section: 0, item: item)
      snapshot.sections[0].items.replaceSubrange(
        item..<(item + 1), with: [Counted(id: item, version: version, entry: .init(census))])
      var changes = ChangeSet.unchanged(before)
      changes.updates = [.init(from: path, to: path)]
      observers.send(ListUpdate(before: before, after: snapshot, changes: changes))
    }

    func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
      observers.add(perform)
    }
  }

  @Test("10,000 updates between two frames keep nothing, and the next frame is the last")
  func storm() {
    let source = Ticker(count: 1000)
    let module = ModuleRegistry()["mocoa://ticks/"]
    module.section.cell.register(CountedViewModel.self)
    let list = ListViewModel(source: source, module: module)
    list.ready()
    let renderer = ListRenderer(list)
    let size = Size(columns: 40, rows: 20)
    func draw() -> Surface {
      var surface = Surface(size: size)
      renderer.layOut(in: size)
      surface.draw { renderer.draw(into: &$0) }
      return surface
    }
    _ = draw()
    for round in 1...3 {
      var most = 0
      for tick in 0..<10_000 {
        source.tick(tick * 7 % 1000, version: round * 10_000 + tick)
        most = max(most, source.census.living)
      }
      // The list, the chunks it is made of, and the list of the frame before.
      #expect(most < 6_000, "round \(round)")
      if case .tooMany = renderer.pending {} else { Issue.record("it is still followed") }
      let frame = draw()
      #expect(renderer.frameDelay == nil)
      #expect(frame.rowText(0).contains("item 0 version \(round)"))
    }
    source.tick(3, version: 99_999)
    #expect(draw().rowText(3).hasPrefix("•"))
    #expect(renderer.frameDelay != nil)
  }

  @Test("a thousand items that changed are followed, more are not")
  func limits() {
    let reel = Reel(notes(0..<1500))
    reel.source.show([note(0)] + notes(2000..<2999) + [note(1)] + notes(2..<1500))
    #expect(reel.frames().count == 4)
    reel.source.show([note(0)] + notes(3000..<4001) + notes(1..<1500))
    #expect(reel.frames() == [reel.still])
  }
}
