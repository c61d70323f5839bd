import MocoaModel
import MocoaTestSupport
import Synchronization
import Testing

/// A chunk of numbers that counts its calls.
private final class CountingChunk: ElementChunk {
  static let asked = Mutex(0)
  let numbers: Range<Int>
  let content: UInt64

  init(_ numbers: Range<Int>, content: UInt64 = 0) {
    (self.numbers, self.content) = (numbers, content)
  }

  var count: Int { numbers.count }

  func id(at index: Int) -> ItemID {
    Self.asked.withLock { $0 += 1 }
    return ItemID(numbers.lowerBound + index)
  }

  func element(at index: Int) -> any CellModel { SampleItem(numbers.lowerBound + index) }

  func contentHash(at index: Int) -> UInt64? { content }
}

/// An identity whose hashes are all equal.
private struct Colliding: DiffHashable {
  let value: Int
  init(_ value: Int) { self.value = value }
  func diffHash(seed: UInt64) -> UInt64 { 0 }
}

/// An identity that counts its comparisons and hashes.
private struct Counted: DiffHashable {
  static let steps = Mutex(0)
  let value: Int

  init(_ value: Int) { self.value = value }

  static func == (left: Counted, right: Counted) -> Bool {
    steps.withLock { $0 += 1 }
    return left.value == right.value
  }

  func diffHash(seed: UInt64) -> UInt64 {
    Self.steps.withLock { $0 += 1 }
    return DiffHash.mix(UInt64(value), seed: seed)
  }
}

// Serialized, because the counters belong to the types and not to the tests.
@Suite("Cost of differencing", .serialized)
struct DifferenceCostTests {
  private func list(_ chunks: [CountingChunk]) -> ListSnapshot {
    var items = ElementSequence()
    for chunk in chunks { items.append(chunk) }
    return ListSnapshot(sections: [SectionSnapshot(id: 0, items: items)])
  }

  private func asked(_ before: ListSnapshot, _ after: ListSnapshot) -> (ChangeSet, Int) {
    CountingChunk.asked.withLock { $0 = 0 }
    let changes = ChangeSet(from: before, to: after)
    return (changes, CountingChunk.asked.withLock { $0 })
  }

  private var million: ListSnapshot {
    list((0..<250).map { CountingChunk(($0 * 4_000)..<(($0 + 1) * 4_000)) })
  }

  @Test("one edit in a million items reads a handful of identities")
  func oneEdit() {
    let before = million
    var after = before
    after.sections[0].items.replaceSubrange(500_000..<500_001, with: [SampleItem(500_000, "new")])
    let (changes, count) = asked(before, after)
    let path = ItemPath(section: 0, item: 500_000)
    #expect(changes.updates == [.init(from: path, to: path)])
    #expect(changes.deletions.isEmpty && changes.insertions.isEmpty && changes.moves.isEmpty)
    #expect(count <= 4)
  }

  @Test("a hundred scattered edits read few identities")
  func scatteredEdits() {
    let before = million
    var after = before
    for place in stride(from: 990_000, to: 0, by: -9_901) {
      after.sections[0].items.replaceSubrange(place..<(place + 1), with: [SampleItem(-place)])
      after.sections[0].items.replaceSubrange((place + 50)..<(place + 51), with: [])
    }
    let (changes, count) = asked(before, after)
    #expect(changes.invariantViolation() == nil)
    #expect(changes.deletedCount == 200)
    #expect(changes.insertedCount == 100)
    #expect(count <= 5_000)
  }

  @Test("unchanged items are not read, and appended items are not compared")
  func unchanged() {
    let before = million
    let nothing = asked(before, before)
    #expect(nothing.0 == .unchanged(before))
    #expect(nothing.1 == 0)
    var after = before
    after.sections[0].items.append(CountingChunk(2_000_000..<2_001_000))
    let (changes, count) = asked(before, after)
    #expect(changes == .appending(1_000, toSection: 0, of: before))
    #expect(count == 0)
  }

  @Test("a moved chunk is not read")
  func movedChunk() {
    let chunks = (0..<100).map { CountingChunk(($0 * 100)..<(($0 + 1) * 100)) }
    let before = list(chunks)
    let after = list(Array(chunks[1..<60]) + [chunks[0]] + Array(chunks[60...]))
    let (changes, count) = asked(before, after)
    #expect(changes.moves.count == 100)
    #expect(changes.deletions.isEmpty && changes.insertions.isEmpty)
    #expect(count == 0)
  }

  @Test("compares content by hash if hashes exist")
  func contentHashes() {
    let before = list([CountingChunk(0..<10, content: 1)])
    #expect(ChangeSet(from: before, to: list([CountingChunk(0..<10, content: 1)])).isEmpty)
    let changes = ChangeSet(from: before, to: list([CountingChunk(0..<10, content: 2)]))
    #expect(changes.updates.count == 10)
  }

  /// Lists that are chosen to make differencing slow.
  private static func hostile(_ count: Int) -> [(String, [Int], [Int])] {
    let all = Array(0..<count)
    var generator = SeededGenerator(seed: 3)
    return [
      ("all equal", Array(repeating: 1, count: count), Array(repeating: 1, count: count / 2)),
      ("reversed", all, all.reversed()),
      ("shuffled", all, all.shuffled(using: &generator)),
      ("all different", all, all.map { $0 + count }),
      ("alternating", all.map { $0 % 2 }, all.map { ($0 + 1) % 2 }),
      ("alternating and equal", all.map { $0 % 2 }, Array(repeating: 0, count: count)),
      ("every other gone", all, all.filter { $0 % 2 == 0 }),
      ("short period", all.map { $0 % 7 }, all.map { $0 % 5 }),
      ("halves exchanged", all, Array(all[(count / 2)...] + all[..<(count / 2)])),
      ("one to the end", all, Array(all.dropFirst()) + [0]),
    ]
  }

  @Test("comparing and hashing is linear for every list")
  func linear() {
    for (name, old, new) in Self.hostile(20_000) {
      Counted.steps.withLock { $0 = 0 }
      let changes = ChangeSet(from: old.map(Counted.init), to: new.map(Counted.init))
      let steps = Counted.steps.withLock { $0 }
      #expect(changes.invariantViolation() == nil, "\(name)")
      #expect(steps <= 8 * (old.count + new.count), "\(name): \(steps)")
    }
  }

  @Test("scattered edits cost little more than one comparison of each element")
  func scattered() {
    var generator = SeededGenerator(seed: 4)
    let old = Array(0..<100_000)
    var new = old
    for _ in 0..<400 {
      let places = (
        Int.random(in: 0..<new.count, using: &generator),
        Int.random(in: 0..<new.count, using: &generator)
      )
      new.swapAt(places.0, places.1)
      new.remove(at: places.0)
      new.insert(100_000 + new.count + places.1, at: places.1)
    }
    Counted.steps.withLock { $0 = 0 }
    let changes = ChangeSet(from: old.map(Counted.init), to: new.map(Counted.init))
    #expect(changes.invariantViolation() == nil)
    #expect(changes.moves.count <= 800)
    #expect(Counted.steps.withLock { $0 } <= 125_000)
  }

  @Test("distinguishes identities whose hashes collide")
  func collisions() {
    for (name, old, new) in Self.hostile(300) {
      let colliding = ChangeSet(from: old.map(Colliding.init), to: new.map(Colliding.init))
      let changes = ChangeSet(from: old, to: new)
      #expect(colliding.invariantViolation() == nil, "\(name)")
      #expect(colliding.deletedCount == changes.deletedCount, "\(name)")
      #expect(colliding.insertedCount == changes.insertedCount, "\(name)")
    }
  }

  private struct Superseded: Error {}

  @Test("a checkpoint ends a superseded computation")
  func cancellation() {
    var calls = 0
    let (before, after) = (
      ListSnapshot(numbers: [Array(0..<50_000)]),
      ListSnapshot(numbers: [(0..<50_000).reversed()])
    )
    #expect(throws: Superseded.self) {
      try ChangeSet(from: before, to: after) {
        calls += 1
        if calls == 3 { throw Superseded() }
      }
    }
    #expect(calls == 3)
  }
}
