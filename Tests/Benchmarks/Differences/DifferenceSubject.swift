public import Foundation
public import MocoaModel

extension UUID: BitwiseComparableIdentity {}

/// A workload in the forms that are measured.
struct DifferenceSubject {
  let workload: DifferenceWorkload

  /// All elements of the old list, without sections.
  let old: [UUID]
  let new: [UUID]

  /// The same elements as `old`, elsewhere in memory.
  let twin: [UUID]

  init(_ workload: DifferenceWorkload) {
    self.workload = workload
    var dice = BenchmarkRandom(state: 7)
    var known: [Int: UUID] = [:]
    func identities(_ lists: [[Int]]) -> [UUID] {
      lists.joined().map { number in
        if let id = known[number] { return id }
        let words = (dice.next(), dice.next())
        let id = unsafeBitCast(words, to: UUID.self)
        known[number] = id
        return id
      }
    }
    (old, new) = (identities(workload.old), identities(workload.new))
    twin = old.map { $0 }
  }

  var strings: (old: [String], new: [String]) { (old.map(\.uuidString), new.map(\.uuidString)) }

  /// Snapshots over an index, as record sources create them: chunks of hashes.
  var indexed: (old: ListSnapshot, new: ListSnapshot) {
    snapshots { numbers, changed in
      ElementSequence(NumberChunk(numbers, changed: changed))
    }
  }

  /// Snapshots of models in arrays, as application code creates them.
  var models: (old: ListSnapshot, new: ListSnapshot) {
    snapshots { numbers, changed in
      var items = ElementSequence()
      items.append(numbers.map { Numeral(id: $0, isChanged: changed.contains($0)) })
      return items
    }
  }

  private func snapshots(
    _ items: ([Int], Set<Int>) -> ElementSequence
  ) -> (old: ListSnapshot, new: ListSnapshot) {
    func list(_ sections: [[Int]], _ changed: Set<Int>) -> ListSnapshot {
      ListSnapshot(
        sections: sections.enumerated().map {
          SectionSnapshot(id: ItemID($0), items: items($1, changed))
        })
    }
    return (list(workload.old, []), list(workload.new, workload.changed))
  }
}

/// A chunk of numbers, with a hash of the content of each.
private final class NumberChunk: ElementChunk {
  let numbers: [Int]
  let hashes: [UInt64]

  init(_ numbers: [Int], changed: Set<Int>) {
    self.numbers = numbers
    hashes = numbers.map { UInt64(bitPattern: Int64($0)) &* 31 &+ (changed.contains($0) ? 1 : 0) }
  }

  var count: Int { numbers.count }
  func id(at index: Int) -> ItemID { ItemID(numbers[index]) }
  func element(at index: Int) -> any CellModel { Numeral(id: numbers[index], isChanged: false) }
  func contentHash(at index: Int) -> UInt64? { hashes[index] }

  func writeIdentities(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> ItemID.WordKind? {
    numbers[range].withUnsafeBytes { UnsafeMutableRawBufferPointer(words).copyMemory(from: $0) }
    return .integer
  }

  func writeContentHashes(
    of range: Range<Int>, to words: UnsafeMutableBufferPointer<UInt64>
  ) -> Bool {
    _ = words.initialize(fromContentsOf: hashes[range])
    return true
  }
}

/// A small model.
private struct Numeral: CellModel, Identifiable, Equatable {
  let id: Int
  let isChanged: Bool
}
