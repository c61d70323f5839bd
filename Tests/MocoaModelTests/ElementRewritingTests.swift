import MocoaTestSupport
import Testing

@testable import MocoaModel

@Suite("Edits of a long-lived list")
struct ElementRewritingTests {
  private func items(_ numbers: some Sequence<Int>) -> [any CellModel] {
    numbers.map { SampleItem($0) }
  }

  private func numbers(_ sequence: ElementSequence) -> [Int] {
    var numbers: [Int] = []
    sequence.forEachLeaf(in: 0..<sequence.count) { leaf in
      numbers += leaf.range.map { (leaf.chunk.element(at: $0) as? SampleItem)?.id ?? -1 }
    }
    return numbers
  }

  /// A chunk whose elements are created on access.
  private final class Made: ElementChunk {
    let range: Range<Int>
    init(_ range: Range<Int>) { self.range = range }
    var count: Int { range.count }
    func id(at index: Int) -> ItemID { ItemID(range.lowerBound + index) }
    func element(at index: Int) -> any CellModel { SampleItem(range.lowerBound + index) }
    func contentHash(at index: Int) -> UInt64? { nil }
  }

  /// A sequence of array chunks and other chunks, with three elements each.
  private var mixed: ElementSequence {
    var sequence = ElementSequence(items: items(0..<3))
    sequence = sequence + ElementSequence(Made(3..<6)) + ElementSequence(items: items(6..<9))
    return sequence
  }

  @Test("replaces and visits exactly the chosen elements, for all choices")
  func everyChoice() {
    let before = mixed
    withEverySubset(of: 9) { chosen in
      var after = before
      let places = (0..<9).filter { chosen[$0] }
      after.replaceElements(at: places, with: items(places.map { -$0 - 1 }))
      #expect(numbers(after) == (0..<9).map { chosen[$0] ? -$0 - 1 : $0 })
      var seen: [Int] = []
      after.forEachElement(at: places) { seen.append(($0 as? SampleItem)?.id ?? 0) }
      #expect(seen == places.map { -$0 - 1 })
      #expect(after.invariantViolation() == nil)
    }
    #expect(numbers(before) == Array(0..<9))
  }

  @Test("replaces every range of nine elements by up to three")
  func everyRange() {
    for lower in 0...9 {
      for upper in lower...9 {
        for count in 0...3 {
          var (after, oracle) = (mixed, Array(0..<9))
          after.replaceElements(in: lower..<upper, with: items(100..<(100 + count)))
          oracle.replaceSubrange(lower..<upper, with: 100..<(100 + count))
          #expect(numbers(after) == oracle)
          #expect(after.invariantViolation() == nil)
        }
      }
    }
  }

  @Test("random edits match an array and preserve older versions")
  func randomEdits() {
    for seed in 0..<12 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var (sequence, oracle) = (ElementSequence(elements: items(0..<2_000)), Array(0..<2_000))
      var versions: [(ElementSequence, [Int])] = []
      var next = 2_000
      for step in 0..<60 {
        if step % 10 == 0 { versions.append((sequence, oracle)) }
        let size = [0, 1, 2, 40, 511, 1_300].randomElement(using: &generator) ?? 0
        let lower = Int.random(in: 0...oracle.count, using: &generator)
        let upper = min(
          oracle.count, lower + ([0, 1, 3, 700].randomElement(using: &generator) ?? 0))
        let new = Array(next..<(next + size))
        next += size
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1:
          sequence.replaceElements(in: lower..<upper, with: items(new))
          oracle.replaceSubrange(lower..<upper, with: new)
        case 2:
          let places = (0..<oracle.count).filter { _ in
            Int.random(in: 0...40, using: &generator) == 0
          }
          sequence.replaceElements(at: places, with: items(places.map { -$0 }))
          for place in places { oracle[place] = -place }
        case 3:
          sequence.replaceSubrange(lower..<upper, with: items(new))
          oracle.replaceSubrange(lower..<upper, with: new)
        case 4:
          sequence.replaceSubrange(
            lower..<upper, with: ElementSequence(Made(next..<(next + 900))))
          oracle.replaceSubrange(lower..<upper, with: next..<(next + 900))
          next += 900
        default:
          sequence = sequence.slice(0..<lower) + sequence.slice(upper..<sequence.count)
          oracle.removeSubrange(lower..<upper)
        }
        let violation = sequence.invariantViolation()
        #expect(violation == nil, "seed \(seed), step \(step)")
      }
      #expect(numbers(sequence) == oracle, "seed \(seed)")
      for (version, old) in versions { #expect(numbers(version) == old, "seed \(seed)") }
    }
  }

  @Test("random single insertions and deletions leave few leaves")
  func crumbs() {
    var generator = SeededGenerator(seed: 1)
    let smallest = ElementSequence.maxLeafSize / 4
    // An array that an edit splits, an array in leaves, and an empty sequence.
    for start in [
      ElementSequence(items: items(0..<9_000)), ElementSequence(elements: []),
      ElementSequence(elements: items(0..<9_000)),
    ] {
      var sequence = start
      for number in 0..<9_000 {
        let place = Int.random(in: 0...sequence.count, using: &generator)
        sequence.replaceElements(in: place..<place, with: [SampleItem(number)])
      }
      #expect(sequence.leafCount <= sequence.count / smallest)
      #expect(sequence.invariantViolation() == nil)
      while sequence.count > 2_000 {
        let place = Int.random(in: 0..<sequence.count, using: &generator)
        sequence.replaceElements(in: place..<(place + 1), with: [])
      }
      #expect(sequence.leafCount <= sequence.count / smallest + 2)
      #expect(sequence.invariantViolation() == nil)
    }
  }

  @Test("shares untouched leaves with the previous version")
  func sharing() {
    let before = ElementSequence(elements: items(0..<100_000))
    var after = before
    after.replaceElements(at: [50_000, 50_001], with: items([-1, -2]))
    after.replaceElements(in: 70_000..<70_000, with: items([-3]))
    #expect(after.sharedPrefix(with: before) > 50_000 - 513)
    #expect(after.sharedSuffix(with: before) > 30_000 - 1_025)
    let changes = ChangeSet(
      from: ListSnapshot(sections: [SectionSnapshot(id: 0, items: before)]),
      to: ListSnapshot(sections: [SectionSnapshot(id: 0, items: after)]))
    #expect(changes.deletedCount == 2)
    #expect(changes.insertedCount == 3)
  }

  @Test("copies only the replaced elements of a chunk without array")
  func lazyChunks() {
    var sequence = ElementSequence(Made(0..<1_000_000))
    sequence.replaceElements(at: [10, 11, 999_999], with: items([-1, -2, -3]))
    #expect(sequence.leafCount == 5)
    sequence.replaceElements(in: 500..<501, with: items([-4]))
    #expect(sequence.leafCount == 7)
    #expect([10, 11, 12, 500, 501, 999_999].map(sequence.id) == [-1, -2, 12, -4, 501, -3])
  }

  @Test("copies only the edited blocks of a large array")
  func largeArrays() {
    var sequence = ElementSequence(items: items(0..<10_000))
    let end = ElementSequence.maxLeafSize - 1
    sequence.replaceElements(at: [0, end, 6_000, 9_999], with: items([-1, -2, -3, -4]))
    #expect(sequence.leafCount == 5)
    #expect([0, 1, end, 6_000, 9_998, 9_999].map(sequence.id) == [-1, 1, -2, -3, 9_998, -4])
  }

  @Test("inserts elements in order, after equal ones")
  func order() {
    var generator = SeededGenerator(seed: 7)
    var (sequence, oracle) = (ElementSequence(), [] as [Int])
    for _ in 0..<1_500 {
      let number = Int.random(in: 0..<800, using: &generator)
      let expected = oracle.firstIndex { $0 / 10 > number / 10 } ?? oracle.count
      let place = (0..<sequence.count).partitioningIndex { place in
        (sequence.element(at: place) as? SampleItem).map { $0.id / 10 > number / 10 } ?? false
      }
      #expect(place == expected)
      sequence.replaceElements(in: place..<place, with: [SampleItem(number)])
      oracle.insert(number, at: expected)
    }
    #expect(numbers(sequence) == oracle)
  }
}
