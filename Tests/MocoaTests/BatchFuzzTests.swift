import Mocoa
import MocoaModel
import MocoaTestSupport
import Testing

/// A list as plain arrays, with the simplest implementation of each edit.
private struct Naive {
  struct Part {
    var id: ItemID
    var header: SampleItem?
    var items: [SampleItem]
  }

  var parts: [Part]

  func matches(_ list: ListSnapshot) -> Bool {
    list.parts.map(\.id) == parts.map(\.id) && list.parts.map(\.items) == parts.map(\.items)
      && list.parts.map(\.header) == parts.map(\.header)
  }
}

/// Applies random edits to a list and to plain arrays.
@MainActor
private final class Fuzzer {
  struct TestError: Error {}

  let it: Batching
  var naive: Naive
  var generator: SeededGenerator
  var handles: [BatchUpdate] = []
  var finished = 0
  private var lastID = 100

  init(seed: UInt64, immediateLimit: Int) {
    generator = SeededGenerator(seed: seed)
    it = Batching([[0, 1, 2, 3], [4, 5], []])
    it.list.immediateLimit = immediateLimit
    naive = Naive(parts: [])
    naive = read()
  }

  /// Returns the requested list as arrays.
  private func read() -> Naive {
    Naive(
      parts: it.list.targetSnapshot.parts.map {
        .init(id: $0.id, header: $0.header, items: $0.items.compactMap { $0 })
      })
  }

  func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  func item() -> SampleItem { SampleItem(pick(20), ["a", "b"][pick(2)]) }

  func newItem() -> SampleItem {
    lastID += 1
    return SampleItem(lastID)
  }

  /// Runs a batch, a single edit, or a change of the source.
  func round() throws {
    switch pick(8) {
    case 0: showSource()
    case 1: try edit()
    default: batch()
    }
    if pick(3) == 0 { it.makeCells() }
  }

  private func note(_ update: BatchUpdate) {
    handles.append(update)
    update.onFinish { [weak self] _ in self?.finished += 1 }
  }

  /// The state to restore if the body of each batch throws.
  private var savepoints: [Naive] = []

  private func batch() {
    savepoints.append(naive)
    do {
      let update = try it.list.performBatchUpdates(context: savepoints.count) {
        for _ in 0..<(1 + pick(5)) {
          switch pick(14) {
          case 0 where savepoints.count < 4: batch()
          case 1: showSource()
          case 2: it.makeCells().values.randomElement(using: &generator)?.emit(.redraw)
          default: try edit()
          }
        }
        if pick(6) == 0 { throw TestError() }
      }
      note(update)
      savepoints.removeLast()
    } catch {
      naive = savepoints.removeLast()
    }
  }

  private func showSource() {
    var numbers = Array(0..<12).shuffled(using: &generator)
    let parts = Array(100..<104).shuffled(using: &generator).prefix(1 + pick(4)).map {
      let count = pick(numbers.count + 1)
      defer { numbers.removeFirst(count) }
      return FakeListSource.Part(
        $0, header: pick(2) == 0 ? item() : nil,
        numbers.prefix(count).map { SampleItem($0, ["a", "b"][pick(2)]) })
    }
    let before = it.source.snapshot.parts
    it.source.show(sections: parts)
    // Without a change, no edit is rolled back.
    guard it.source.snapshot.parts != before else { return }
    naive = Naive(
      parts: parts.map { .init(id: ItemID($0.id), header: $0.header, items: $0.items) })
    // A change is not rolled back by outer batches.
    for index in savepoints.indices { savepoints[index] = naive }
  }

  private func edit() throws {
    let list = it.list
    if naive.parts.isEmpty || pick(12) == 0 { return try editSections() }
    let section = pick(naive.parts.count)
    let count = naive.parts[section].items.count
    let place = pick(count + 1)
    if place == count || pick(4) == 0 {
      let new = pick(2) == 0 ? item() : newItem()
      note(try list.insertCell(new, at: path(section, place)))
      naive.parts[section].items.insert(new, at: place)
      return
    }
    let here = path(section, place)
    switch pick(6) {
    case 0, 1:
      note(try list.deleteCell(at: here))
      naive.parts[section].items.remove(at: place)
    case 2:
      let new = SampleItem(naive.parts[section].items[place].id, ["a", "b", "c"][pick(3)])
      note(try list.replaceCell(at: here, with: new))
      naive.parts[section].items[place] = new
    case 3:
      note(try list.reloadCell(at: here))
    case 4:
      note(try list.reconfigureCell(at: here))
    default:
      let other = pick(naive.parts.count)
      let moved = naive.parts[section].items.remove(at: place)
      let destination = pick(naive.parts[other].items.count + 1)
      note(try list.moveCell(at: here, to: path(other, destination)))
      naive.parts[other].items.insert(moved, at: destination)
    }
  }

  private func editSections() throws {
    let list = it.list
    let count = naive.parts.count
    let place = pick(count + 1)
    if place == count || pick(3) == 0 {
      let items = (0..<pick(4)).map { _ in item() }
      let id = ItemID(100 + pick(6))
      note(try list.insertSection(Section(id: id, items: items), at: place))
      naive.parts.insert(.init(id: id, items: items), at: place)
      return
    }
    switch pick(6) {
    case 0:
      note(try list.deleteSection(at: place))
      naive.parts.remove(at: place)
    case 1:
      let destination = pick(count)
      note(try list.moveSection(at: place, to: destination))
      naive.parts.insert(naive.parts.remove(at: place), at: destination)
    case 2: note(try list.reloadSection(at: place))
    case 3: note(try list.reconfigureSection(at: place))
    case 4:
      let header = pick(2) == 0 ? item() : nil
      note(try list.setHeader(header, ofSection: place))
      naive.parts[place].header = header
    default: note(list.reload())
    }
  }

  /// Returns the first violated invariant in one line, or `nil` if the list is valid.
  func violation() -> String? {
    if !naive.matches(it.list.targetSnapshot) {
      return "asked for \(it.list.targetSnapshot.parts), expected \(naive.parts)"
    }
    return it.mirror.problems.first ?? it.violation()
  }
}

@Suite("Batch updates: random edits")
@MainActor
struct BatchFuzzTests {
  private static let lists = TestLength.choose(short: 500, long: 10_000)

  // B1, B2, B10, B21, scenario 86.
  @Test("a mirror of the updates always equals the list")
  func small() throws {
    for seed in 0..<UInt64(Self.lists) {
      let fuzzer = Fuzzer(seed: seed, immediateLimit: 10_000)
      for round in 0..<20 {
        try fuzzer.round()
        if let violation = fuzzer.violation() {
          Issue.record("seed \(seed), round \(round): \(violation)")
          return
        }
      }
      #expect(fuzzer.finished == fuzzer.handles.count, "seed \(seed)")
      #expect(fuzzer.it.list.snapshot.parts == fuzzer.it.list.targetSnapshot.parts)
    }
  }

  @Test("a mirror equals the list if background differences are superseded")
  func large() async throws {
    for seed in 0..<UInt64(Self.lists / 10) {
      let fuzzer = Fuzzer(seed: seed, immediateLimit: 0)
      for round in 0..<20 {
        try fuzzer.round()
        if fuzzer.pick(3) == 0 { await Task.yield() }
        if let violation = fuzzer.violation() {
          Issue.record("seed \(seed), round \(round): \(violation)")
          return
        }
      }
      // No caller waits for the last change of the source.
      await eventually("seed \(seed) is shown") {
        fuzzer.finished == fuzzer.handles.count
          && fuzzer.it.list.snapshot.parts == fuzzer.it.list.targetSnapshot.parts
      }
      if let violation = fuzzer.violation() { Issue.record("seed \(seed): \(violation)") }
    }
  }
}
