import Mocoa
import MocoaModel
import MocoaTestSupport
import Synchronization
import Testing

/// An item that is counted while it is in memory.
private struct CountedItem: CellModel, Identifiable, Equatable {
  /// A counter for one test, so that concurrent tests do not affect each other.
  final class Counter: Sendable {
    let living = Mutex(0)
  }

  private final class Life: Sendable {
    let counter: Counter

    init(_ counter: Counter) {
      self.counter = counter
      counter.living.withLock { $0 += 1 }
    }

    deinit { counter.living.withLock { $0 -= 1 } }
  }

  let id: Int
  let version: Int
  private let life: Life

  init(_ id: Int, _ version: Int, _ counter: Counter) {
    (self.id, self.version, life) = (id, version, Life(counter))
  }

  static func == (left: CountedItem, right: CountedItem) -> Bool {
    left.id == right.id && left.version == right.version
  }
}

@Suite("Batch updates: memory")
@MainActor
struct BatchMemoryTests {
  @Test("ten thousand updates retain no old items or view models")
  func flat() throws {
    let counter = CountedItem.Counter()
    let module = ModuleRegistry().define("mocoa://h/list")
    module.section.cell.register(CellViewModel<CountedItem>.self)
    let items = (0..<1000).map { CountedItem($0, 0, counter) }
    let list = ListViewModel(model: SectionedList([Section(id: 0, items: items)]), module: module)
    list.prepareIfNeeded()
    var generator = SeededGenerator(seed: 5)
    var most = 0
    weak var update: BatchUpdate?
    for version in 1...10_000 {
      let item = Int.random(in: 0..<1000, using: &generator)
      update = try list.performBatchUpdates {
        switch version % 4 {
        case 0: try list.moveCell(at: path(0, item), to: path(0, min(item + 5, 999)))
        case 1: try list.reloadCell(at: path(0, item))
        case 2:
          try list.deleteCell(at: path(0, item))
          try list.insertCell(
            CountedItem(1000 + version, version, counter), at: path(0, max(item - 5, 0)))
        default:
          let id = (list.targetSnapshot.element(at: path(0, item)) as? CountedItem)?.id
          try list.replaceCell(
            at: path(0, item), with: CountedItem(try #require(id), version, counter))
        }
      }
      let first = min(item, 990)
      list.setDisplayedElements((first..<(first + 10)).map { .item(path(0, $0)) }, rowCount: 10)
      most = max(most, counter.living.withLock { $0 })
    }
    #expect(update == nil)
    let shown = list.snapshot.sections[0].items
    #expect(shown.count == 1000)
    #expect(shown.leafCount <= 1000)
    #expect(shown.invariantViolation() == nil)
    // The initial items are one chunk, which the test retains as well.
    #expect(most <= 1000 + 1000 + 2)
    #expect(list.children.first?.children.count ?? 0 <= 90)
  }

  /// A chunk of a million numbers that counts its calls.
  private final class CountingChunk: ElementChunk {
    let asked = Mutex(0)
    var count: Int { 1_000_000 }

    func id(at index: Int) -> ItemID {
      asked.withLock { $0 += 1 }
      return ItemID(index)
    }

    func element(at index: Int) -> any CellModel {
      asked.withLock { $0 += 1 }
      return SampleItem(index)
    }

    func contentHash(at index: Int) -> UInt64? { 0 }
  }

  @Test("an edit reads only the edited items of a million")
  func cost() throws {
    let chunk = CountingChunk()
    let list = ListViewModel(
      model: SectionedList([]), module: ModuleRegistry().define("mocoa://h/list"))
    list.setModel(ListSnapshot(sections: [.init(id: 0, items: ElementSequence(chunk))]))
    #expect(chunk.asked.withLock { $0 } == 0)
    for item in [0, 700_000, 999_990] {
      try list.insertCell(SampleItem(-item - 1), at: path(0, item))
      try list.deleteCell(at: path(0, item + 2))
      try list.moveCell(at: path(0, item + 3), to: path(0, 500_000))
      try list.reloadCell(at: path(0, item + 1))
    }
    #expect(list.snapshot.itemCount == 1_000_000)
    #expect(chunk.asked.withLock { $0 } < 100)
  }
}
