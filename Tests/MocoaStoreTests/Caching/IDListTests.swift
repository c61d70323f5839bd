import MocoaModel
import MocoaTestSupport
import Testing

@testable import MocoaStore

@Suite("Compact lists of identities")
struct IDListTests {
  @Test("are decoded exactly as they were encoded")
  func roundTrip() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let ids = (0..<random.below(40)).map { _ -> StoredID in
        switch random.below(6) {
        case 0: .integer(Int64(bitPattern: random.next()))
        case 1: .text(String(repeating: "é", count: random.below(200)))
        case 2: .tagged("n\(random.next())")
        case 3: .integer([Int64.min, .max, 0, -1][random.below(4)])
        default: .integer(Int64(random.below(1000)))
        }
      }
      #expect(IDList.ids(of: IDList.bytes(of: ids)) == ids)
    }
    #expect(IDList.bytes(of: (1...1000).map { StoredID.integer($0) }).count == 1000)
  }

  @Test("give no identities or other ones if they are damaged")
  func damage() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      let bytes = (0..<random.below(12)).map { _ in
        random.below(2) == 0 ? UInt8(truncatingIfNeeded: random.next()) : 0xFF
      }
      _ = IDList.ids(of: bytes)
    }
    #expect(IDList.ids(of: [0x80]) == nil)
    #expect(IDList.ids(of: [0x09, 0x61]) == nil)
    #expect(IDList.ids(of: [3]) == nil)
  }

  @Test("are edited like an array, with any division into pieces")
  func replay() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      var naive = (0..<random.below(3000)).map { _ in StoredID.integer(Int64(random.below(500))) }
      var replay = ListReplay(naive, deleted: Set((0..<100).map { .integer($0) }))
      for _ in 0..<200 {
        if random.below(4) == 0 {
          let id = StoredID.integer(Int64(random.below(100)))
          replay.delete(id)
          naive.removeAll { $0 == id }
        } else {
          let first = random.below(naive.count + 1)
          let range = (first..<first + random.below(random.below(20) == 0 ? 2000 : 5))
            .clamped(to: 0..<naive.count)
          let ids = (0..<random.below(random.below(20) == 0 ? 3000 : 5)).map { _ in
            StoredID.integer(Int64(random.below(500)))
          }
          replay.perform(
            .init(
              range: range, removed: Array(naive[range]),
              previous: first == 0 ? nil : naive[first - 1], ids: ids))
          naive.replaceSubrange(range, with: ids)
        }
      }
      #expect(replay.ids == naive)
    }
  }
}
