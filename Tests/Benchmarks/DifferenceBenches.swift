public import Foundation
import Glibc
public import MocoaModel

extension UUID: DiffHashable {
  /// A hash of the sixteen bytes.
  public func diffHash(seed: UInt64) -> UInt64 {
    withUnsafeBytes(of: uuid) {
      DiffHash.mix(
        $0.loadUnaligned(as: UInt64.self),
        $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self), seed: seed)
    }
  }
}

/// Two lists of identities, the second made of the first by scattered edits.
@MainActor
final class DifferenceWorkload {
  let old: [UUID]
  let new: [UUID]

  init(_ count: Int, deleted: Int, inserted: Int, moved: Int) {
    old = (0..<count).map { _ in UUID() }
    var new = old
    // From the back, so that no place is edited twice.
    let gone = Set((0..<count).shuffled().prefix(deleted))
    new = new.indices.filter { !gone.contains($0) }.map { new[$0] }
    let places = new.indices.shuffled().prefix(moved)
    let targets = places.shuffled()
    let elements = places.map { new[$0] }
    for (place, element) in zip(targets, elements) { new[place] = element }
    var result: [UUID] = []
    let additions = Set((0..<new.count).shuffled().prefix(inserted))
    for (place, element) in new.enumerated() {
      if additions.contains(place) { result.append(UUID()) }
      result.append(element)
    }
    self.new = result
  }
}

/// What is set against what.
enum DifferenceFloor {
  /// The standard library's difference.
  case collectionDifference
  /// Comparing both lists pairwise, once.
  case pairwise
  /// Hashing all identities of both lists, once.
  case hashing
}

/// The difference of two lists of UUIDs.
struct DifferenceBench: Bench {
  static var rounds: Int { 5 }

  let workload: DifferenceWorkload
  let against: DifferenceFloor

  func subject() async {
    let changes = ChangeSet(from: workload.old, to: workload.new)
    precondition(!changes.isEmpty)
  }

  func floor() async {
    switch against {
    case .collectionDifference:
      precondition(!workload.new.difference(from: workload.old).isEmpty)
    case .pairwise:
      let equal = workload.old.withUnsafeBufferPointer { old in
        workload.new.withUnsafeBufferPointer { new in
          var equal = 0
          for index in 0..<min(old.count, new.count) where old[index] == new[index] { equal += 1 }
          return equal
        }
      }
      precondition(equal >= 0)
    case .hashing:
      var sum: UInt64 = 0
      for id in workload.old { sum ^= id.diffHash(seed: DiffHash.seed) }
      for id in workload.new { sum ^= id.diffHash(seed: DiffHash.seed) }
      precondition(sum != 1)
    }
  }
}

/// The same through snapshots, whose elements are numbers with hashes of their content.
struct SnapshotDifferenceBench: Bench {
  static var rounds: Int { 5 }

  private let before: ListSnapshot
  private let after: ListSnapshot
  private let workload: DifferenceWorkload

  init(_ workload: DifferenceWorkload) {
    self.workload = workload
    let numbers = Dictionary(
      uniqueKeysWithValues: Set(workload.old + workload.new).enumerated().map { ($1, $0) })
    func list(_ ids: [UUID]) -> ListSnapshot {
      let chunk = NumberChunk(ids.compactMap { numbers[$0] })
      return ListSnapshot(sections: [SectionSnapshot(id: 0, items: ElementSequence(chunk))])
    }
    (before, after) = (list(workload.old), list(workload.new))
  }

  func subject() async { precondition(!ChangeSet(from: before, to: after).isEmpty) }

  func floor() async {
    precondition(!ChangeSet(from: workload.old, to: workload.new).isEmpty)
  }
}

private final class NumberChunk: ElementChunk {
  let numbers: [Int]

  init(_ numbers: [Int]) { self.numbers = numbers }

  var count: Int { numbers.count }
  func id(at index: Int) -> ItemID { ItemID(numbers[index]) }
  func element(at index: Int) -> any CellModel { Numeral(id: numbers[index]) }
  func contentHash(at index: Int) -> UInt64? { 0 }
}

private struct Numeral: CellModel, Identifiable, Equatable {
  let id: Int
}

/// Measures both workloads that DifferenceKit publishes.
@MainActor
func measureDifferences() async {
  for (name, title, workload) in [
    (
      "diff_100k", "100,000 UUIDs, 10 % deleted, 10 % inserted, 2 % moved",
      DifferenceWorkload(100_000, deleted: 10_000, inserted: 10_000, moved: 2_000)
    ),
    (
      "diff_1m", "1,000,000 UUIDs, 1 % edited here and there",
      DifferenceWorkload(1_000_000, deleted: 4_000, inserted: 4_000, moved: 2_000)
    ),
  ] {
    for (suffix, floor, against) in [
      ("stdlib", "CollectionDifference", DifferenceFloor.collectionDifference),
      ("pairwise", "comparing pairwise", .pairwise),
      ("hashing", "hashing all identities once", .hashing),
    ] {
      await Measurement("\(name)_\(suffix)", of: title, floor: floor)
        .run(DifferenceBench(workload: workload, against: against))
    }
    await Measurement("\(name)_snapshot", of: "\(title), as snapshots", floor: "the UUIDs")
      .run(SnapshotDifferenceBench(workload))
  }
}
