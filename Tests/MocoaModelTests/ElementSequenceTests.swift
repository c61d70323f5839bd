import MocoaTestSupport
import Testing

@testable import MocoaModel

@Suite("Persistent sequences of elements")
struct ElementSequenceTests {
  private func items(_ numbers: some Sequence<Int>) -> [any CellModel] {
    numbers.map { SampleItem($0) }
  }

  private func numbers(_ sequence: ElementSequence) -> [Int] {
    (0..<sequence.count).map { (sequence.element(at: $0) as? SampleItem)?.id ?? -1 }
  }

  @Test("random edits match an array and preserve older versions")
  func randomEdits() {
    for seed in 0..<25 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var sequence = ElementSequence()
      var oracle: [Int] = []
      var versions: [(ElementSequence, [Int])] = []
      var next = 0
      for step in 0..<30 {
        versions.append((sequence, oracle))
        let size = [0, 1, 2, 5, 40, 255, 256, 300].randomElement(using: &generator) ?? 0
        let new = Array(next..<(next + size))
        next += size
        let lower = Int.random(in: 0...oracle.count, using: &generator)
        let upper = Int.random(in: lower...oracle.count, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1:
          sequence.append(items(new))
          oracle += new
        case 2:
          sequence.replaceSubrange(lower..<upper, with: items(new))
          oracle.replaceSubrange(lower..<upper, with: new)
        case 3:
          sequence.replaceSubrange(lower..<lower, with: items(new))
          oracle.insert(contentsOf: new, at: lower)
        case 4:
          sequence = sequence.slice(lower..<upper) + sequence
          oracle = oracle[lower..<upper] + oracle
        default:
          sequence = sequence + sequence.slice(lower..<upper)
          oracle += oracle[lower..<upper]
        }
        if oracle.count > 3_000 {
          sequence = sequence.slice(0..<500)
          oracle = Array(oracle[..<500])
        }
        #expect(sequence.invariantViolation() == nil, "seed \(seed), step \(step)")
        #expect(sequence.count == oracle.count, "seed \(seed), step \(step)")
      }
      #expect(numbers(sequence) == oracle, "seed \(seed)")
      for (version, old) in versions.suffix(10) {
        #expect(numbers(version) == old, "seed \(seed): an old version changed")
      }
    }
  }

  @Test("returns every slice of a small sequence of several chunks")
  func slices() {
    var sequence = ElementSequence()
    for chunk in [0..<3, 3..<4, 4..<8] {
      sequence = sequence + ElementSequence(items: items(chunk))
    }
    for lower in 0...8 {
      for upper in lower...8 {
        let slice = sequence.slice(lower..<upper)
        #expect(numbers(slice) == Array(lower..<upper))
        #expect(slice.invariantViolation() == nil)
      }
    }
  }

  @Test("an empty sequence accepts edits")
  func empty() {
    var sequence = ElementSequence()
    #expect(sequence.count == 0)
    sequence.append([])
    #expect(sequence.root == nil)
    #expect((sequence + sequence).count == 0)
    #expect(sequence.slice(0..<0).count == 0)
    sequence.replaceSubrange(0..<0, with: items(0..<2))
    #expect(numbers(sequence) == [0, 1])
    sequence.replaceSubrange(0..<2, with: [])
    #expect(sequence.root == nil)
  }

  @Test("appending single elements does not create single-element leaves")
  func singleAppends() throws {
    var sequence = ElementSequence()
    for number in 0..<30_000 { sequence.append([SampleItem(number)]) }
    let root = try #require(sequence.root)
    #expect(sequence.count == 30_000)
    #expect(sequence.invariantViolation() == nil)
    // 30,000 / 256 is 118 leaves: seven levels. An AVL tree is at most 1.44 times as high.
    #expect(root.height <= 10)
    for number in stride(from: 0, to: 30_000, by: 997) {
      #expect(sequence.id(at: number) == ItemID(number))
    }
  }

  @Test("appending to an old version does not change the new one")
  func branches() {
    var base = ElementSequence(items: items(0..<10))
    var left = base
    var right = base
    left.append(items([100]))
    right.append(items([200]))
    base.append(items([300]))
    #expect(numbers(left).last == 100)
    #expect(numbers(right).last == 200)
    #expect(numbers(base).last == 300)
    #expect([left, right, base].allSatisfy { $0.count == 11 })
  }

  @Test("compares content by hash if both have one, otherwise by elements")
  func content() {
    final class Hashed: ElementChunk {
      let hash: UInt64?
      init(hash: UInt64?) { self.hash = hash }
      var count: Int { 1 }
      func id(at index: Int) -> ItemID { 1 }
      func element(at index: Int) -> any CellModel { SampleItem(1, "\(hash ?? 0)") }
      func contentHash(at index: Int) -> UInt64? { hash }
    }
    func equal(_ left: UInt64?, _ right: UInt64?) -> Bool {
      ElementSequence(Hashed(hash: left))
        .isContentEqual(at: 0, ElementSequence(Hashed(hash: right)), at: 0)
    }
    #expect(equal(5, 5))
    #expect(!equal(5, 6))
    #expect(equal(nil, nil))
    #expect(equal(nil, 0))
    #expect(!equal(nil, 5))
  }
}
