import MocoaModel
import MocoaTestSupport
import Synchronization
import Testing

/// The forms of the identities of a chunk's elements.
private enum Form: CaseIterable {
  case integers, hashes, texts, repeated

  func id(_ number: Int) -> ItemID {
    switch self {
    case .integers: ItemID(number)
    case .hashes: ItemID(hash: UInt64(number))
    case .texts: ItemID("\(number)")
    case .repeated: ItemID(number).withOccurrence(1)
    }
  }
}

/// A chunk that writes words directly, and counts the identities that are read one by one.
private final class WordChunk: ElementChunk {
  let numbers: [Int]
  let form: Form
  let hashes: [UInt64]?
  let asked = Mutex(0)

  init(_ numbers: [Int], _ form: Form = .integers, changed: Set<Int>? = []) {
    (self.numbers, self.form) = (numbers, form)
    hashes = changed.map { changed in numbers.map { changed.contains($0) ? 1 : 0 } }
  }

  var count: Int { numbers.count }

  func id(at index: Int) -> ItemID {
    asked.withLock { $0 += 1 }
    return form.id(numbers[index])
  }

  func element(at index: Int) -> any CellModel { SampleItem(numbers[index]) }

  func contentHash(at index: Int) -> UInt64? { hashes?[index] }

  func writeIdentities(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> ItemID.WordKind? {
    guard form == .integers || form == .hashes else { return nil }
    _ = words.initialize(fromContentsOf: numbers[range].lazy.map { UInt64($0) })
    return form == .integers ? .integer : .hash
  }
}

@Suite("Differencing of words")
struct DifferenceWordTests {
  private func list(_ chunks: [WordChunk]) -> ListSnapshot {
    var items = ElementSequence()
    for chunk in chunks { items.append(chunk) }
    return ListSnapshot(sections: [SectionSnapshot(id: 0, items: items)])
  }

  /// Returns the list, split into chunks of one or several forms.
  private func cut(
    _ numbers: [Int], _ forms: [Form], changed: Set<Int> = []
  ) -> ListSnapshot {
    list(
      stride(from: 0, to: numbers.count, by: 700).enumerated().map { place, start in
        WordChunk(
          Array(numbers[start..<min(start + 700, numbers.count)]), forms[place % forms.count],
          changed: changed)
      })
  }

  private func edited(_ old: [Int], _ generator: inout SeededGenerator) -> [Int] {
    var new = old
    for _ in 0..<30 {
      let place = Int.random(in: 0..<new.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: new.remove(at: place)
      case 1: new.insert(10_000 + place, at: place)
      case 2: new.append(new.remove(at: place))
      default: new.insert(contentsOf: [new.removeLast(), new.removeLast()], at: place)
      }
    }
    return new
  }

  @Test("lists of words differ as the arrays of their numbers do", arguments: [0, 1, 2, 3])
  func forms(form: Int) {
    var generator = SeededGenerator(seed: 5)
    let form = Form.allCases[form]
    for count in [1_023, 1_024, 1_025, 5_000] {
      let old = Array(0..<count)
      let new = edited(old, &generator)
      let changed = Set(stride(from: 0, to: count, by: 37))
      let changes = ChangeSet(from: cut(old, [form]), to: cut(new, [form], changed: changed))
      let expected = ChangeSet(from: old, to: new)
      #expect(changes.invariantViolation() == nil)
      #expect(changes.deletions == expected.deletions)
      #expect(changes.insertions == expected.insertions)
      #expect(changes.moves.count == expected.moves.count)
      #expect(
        changes.updates.map { new[$0.to.item] }
          == new.filter { changed.contains($0) && old.contains($0) })
    }
  }

  @Test("words of two kinds are never equal")
  func kinds() {
    let numbers = Array(0..<2_000)
    let changes = ChangeSet(from: cut(numbers, [.integers]), to: cut(numbers, [.hashes]))
    #expect(changes.deletedCount == 2_000)
    #expect(changes.insertedCount == 2_000)
    // 0..<700 and 1_400..<2_000 are integers in both lists. The others are hashes in one of them.
    let mixed = ChangeSet(from: cut(numbers, [.integers, .hashes]), to: cut(numbers, [.integers]))
    #expect(mixed.deletions == [.init(section: 0, range: 700..<1_400)])
    #expect(mixed.insertions == [.init(section: 0, range: 700..<1_400)])
    // A repeated identity is a different identity.
    let repeated = ChangeSet(
      from: cut(numbers, [.integers, .repeated]), to: cut(numbers, [.integers]))
    #expect(repeated.deletions == [.init(section: 0, range: 700..<1_400)])
  }

  @Test("mixed forms of identities differ like one form")
  func mixedForms() {
    var generator = SeededGenerator(seed: 6)
    // A moved element keeps its form if the form does not depend on its index.
    func list(_ numbers: [Int]) -> ListSnapshot {
      var chunks: [WordChunk] = []
      for number in numbers { chunks.append(WordChunk([number], Form.allCases[number % 4])) }
      return self.list(chunks)
    }
    let old = Array(0..<600)
    let new = edited(old, &generator)
    let (changes, expected) = (
      ChangeSet(from: list(old), to: list(new)), ChangeSet(from: old, to: new)
    )
    #expect(changes.invariantViolation() == nil)
    #expect(changes.deletions == expected.deletions)
    #expect(changes.insertions == expected.insertions)
    #expect(changes.moves.count == expected.moves.count)
  }

  @Test("compares the elements if one list has no hashes")
  func contents() {
    let numbers = Array(0..<3_000)
    let (hashed, bare) = (
      list([WordChunk(numbers, changed: [5])]), list([WordChunk(numbers, changed: nil)])
    )
    #expect(ChangeSet(from: hashed, to: bare).isEmpty)
    #expect(ChangeSet(from: bare, to: hashed).isEmpty)
    let changes = ChangeSet(from: list([WordChunk(numbers)]), to: hashed)
    #expect(changes.updates.map(\.to.item) == [5])
  }

  @Test("reads no single identity of lists of words, wherever they differ")
  func asksNothing() {
    let numbers = Array(10..<6_000)
    for new in [
      numbers, numbers + [9_000], [9_000] + numbers, [9_000] + numbers + [9_001],
      Array(numbers.reversed()), numbers.filter { $0 % 100 != 0 },
    ] {
      let (before, after) = (WordChunk(numbers), WordChunk(new))
      let changes = ChangeSet(from: list([before]), to: list([after]))
      #expect(changes.invariantViolation() == nil)
      #expect(changes.insertedCount + changes.deletedCount == abs(new.count - numbers.count))
      #expect(before.asked.withLock { $0 } + after.asked.withLock { $0 } == 0)
    }
  }

  /// A few bytes, all of which determine the identity.
  private struct Bytes<Words>: BitwiseComparableIdentity {
    let words: Words

    static func == (left: Bytes, right: Bytes) -> Bool {
      withUnsafeBytes(of: left) { left in
        withUnsafeBytes(of: right) { right in left.elementsEqual(right) }
      }
    }
  }

  private func differ<Words>(_ old: [Int], _ new: [Int], as make: (Int) -> Words) -> ChangeSet {
    ChangeSet(
      from: old.map { Bytes(words: make($0)) }, to: new.map { Bytes(words: make($0)) })
  }

  @Test("plain identities of any size differ as numbers do")
  func plain() {
    var generator = SeededGenerator(seed: 8)
    let old = Array(0..<200)
    let new = edited(old, &generator).map { $0 % 251 }
    let expected = ChangeSet(from: old, to: new)
    #expect(differ(old, new) { UInt8($0) } == expected)
    #expect(differ(old, new) { (0 as UInt8, 7 as UInt8, UInt8($0)) } == expected)
    #expect(differ(old, new) { UInt32($0) } == expected)
    #expect(differ(old, new) { UInt64($0) << 56 } == expected)
    #expect(differ(old, new) { (0 as UInt64, UInt64($0)) } == expected)
    #expect(differ(old, new) { (UInt64($0), 0 as UInt64, 1 as UInt64) } == expected)
  }

  @Test("the hash seed does not affect the result")
  func seeds() {
    var generator = SeededGenerator(seed: 9)
    let old = (0..<3_000).shuffled(using: &generator)
    let new = edited(old.shuffled(using: &generator), &generator)
    for form in Form.allCases {
      let lists = (cut(old, [form]), cut(new, [form]))
      let expected = ChangeSet(from: lists.0, to: lists.1)
      for seed in [0, 1, UInt64.max, 0x5555_5555_5555_5555] {
        let changes = ChangeSet(from: lists.0, to: lists.1, seed: seed)
        #expect(changes.invariantViolation() == nil)
        #expect(changes.moves.count == expected.moves.count)
        #expect(changes.deletions == expected.deletions)
        #expect(changes.insertions == expected.insertions)
      }
    }
  }
}
