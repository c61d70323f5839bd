import MocoaTestSupport
import Testing

@testable import MocoaModel

@Suite("Index of identities")
struct PositionIndexTests {
  /// Verifies all results of an index with an array.
  private func verify(_ index: IdentityIndex, _ oracle: [ItemID], _ what: @autoclosure () -> String)
  {
    if let violation = index.invariantViolation() { Issue.record("\(what()): \(violation)") }
    guard index.count == oracle.count else {
      Issue.record("\(what()): \(index.count) identities, not \(oracle.count)")
      return
    }
    var places: [ItemID: [Int]] = [:]
    for (position, id) in oracle.enumerated() {
      places[id, default: []].append(position)
      if index.id(at: position) != id { Issue.record("\(what()): \(position) is not \(id)") }
    }
    for (id, expected) in places
    where index.positions(of: id) != expected || index.firstIndex(of: id) != expected.first {
      Issue.record("\(what()): \(id) at \(index.positions(of: id)), not \(expected)")
    }
    #expect(index.positions(of: "nowhere") == [])
    #expect(index.firstIndex(of: "nowhere") == nil)
  }

  @Test("finds identities after every small edit")
  func everySmallEdit() {
    var cases = 0
    for count in 0...4 {
      withEveryTuple(of: count, in: 0..<3) { numbers in
        let ids = numbers.map { ItemID($0) }
        for lower in 0...count {
          for upper in lower...count {
            for new in [[], [0], [3], [1, 1], [3, 0, 4]] as [[ItemID]] {
              var (index, oracle) = (IdentityIndex(ids), ids)
              index.replaceSubrange(lower..<upper, with: new)
              oracle.replaceSubrange(lower..<upper, with: new)
              verify(index, oracle, "\(ids), \(lower)..<\(upper) → \(new)")
              cases += 1
            }
          }
        }
      }
    }
    #expect(cases == 7_745)
  }

  @Test(
    "finds identities after random edits of every size",
    arguments: [1, 7, 500, 1_000_000])
  func randomEdits(alphabet: Int) {
    var generator = SeededGenerator(seed: UInt64(alphabet))
    var (index, oracle) = (IdentityIndex(), [] as [ItemID])
    for step in 0..<150 {
      let lower = Int.random(in: 0...oracle.count, using: &generator)
      let most = [0, 1, 3, 200, 2_000].randomElement(using: &generator) ?? 0
      let upper = min(oracle.count, lower + Int.random(in: 0...most, using: &generator))
      let size = [0, 1, 2, 130, 511, 1_700].randomElement(using: &generator) ?? 0
      let new = (0..<size).map { _ in
        let number = Int.random(in: 0..<alphabet, using: &generator)
        return number % 3 == 0 ? ItemID("\(number)") : ItemID(number)
      }
      let older = (index, oracle)
      index.replaceSubrange(lower..<upper, with: new)
      oracle.replaceSubrange(lower..<upper, with: new)
      if step % 10 == 0 {
        verify(index, oracle, "step \(step)")
        verify(older.0, older.1, "before step \(step)")
      }
      if oracle.count > 6_000 {
        let rest = Int.random(in: 0...700, using: &generator)
        index.replaceSubrange(rest..<oracle.count, with: EmptyCollection())
        oracle.removeSubrange(rest...)
      }
    }
    verify(index, oracle, "the end")
  }

  @Test("random single edits leave chunks within their limits")
  func singleEdits() {
    var generator = SeededGenerator(seed: 5)
    var (index, oracle) = (IdentityIndex(), [] as [ItemID])
    for number in 0..<6_000 {
      let place = Int.random(in: 0...oracle.count, using: &generator)
      index.replaceSubrange(place..<place, with: [ItemID(number)])
      oracle.insert(ItemID(number), at: place)
    }
    verify(index, oracle, "inserted")
    #expect(index.order.count <= 6_000 / 128)
    while oracle.count > 0 {
      let place = Int.random(in: 0..<oracle.count, using: &generator)
      index.replaceSubrange(place..<(place + 1), with: EmptyCollection())
      oracle.remove(at: place)
      if oracle.count % 1_000 == 1 { verify(index, oracle, "\(oracle.count) left") }
    }
    #expect(index.count == 0)
    #expect(index.invariantViolation() == nil)
  }

  @Test("knows which identities do not repeat")
  func repeats() {
    let ids = (0..<5_000).map { ItemID($0) }
    var index = IdentityIndex(ids)
    for place in stride(from: 0, to: 5_000, by: 7) {
      index.replaceSubrange(place..<(place + 1), with: [ids[place]])
    }
    // Few identities have the same hash as another one.
    #expect(ids.count(where: index.mayRepeat) < 10)
    index.replaceSubrange(0..<0, with: [ids[4_999], ids[1], ids[1]])
    #expect(index.mayRepeat(ids[4_999]) && index.mayRepeat(ids[1]))
    index.replaceSubrange(1..<3, with: [])
    #expect(index.positions(of: ids[1]) == [2])
    #expect(index.invariantViolation() == nil)
  }

  @Test("indexes the elements of several chunks in order")
  func elements() {
    var elements = ElementSequence(items: (0..<700).map { SampleItem($0) })
    elements.replaceSubrange(100..<400, with: [SampleItem(5), SampleItem(650)])
    let ids = (0..<elements.count).map(elements.id)
    verify(IdentityIndex(elements), ids, "elements")
    #expect(IdentityIndex(elements).positions(of: 650) == [101, 352])
  }
}
