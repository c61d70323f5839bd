/// A pair of lists of numbers in sections, the second of which is an edited copy of the first.
struct DifferenceWorkload {
  /// The letter that identifies the workload.
  let name: String

  let title: String
  var old: [[Int]]
  var new: [[Int]]

  /// The numbers whose content differs in the second list.
  var changed: Set<Int> = []

  /// A Boolean value that indicates whether the standard library's difference can be measured.
  ///
  /// Its time is quadratic in the number of changes.
  var isStandardLinear = true

  /// Creates a workload of a list without sections and an edited copy.
  init(
    _ name: String, _ title: String, _ count: Int,
    edit: (inout [Int], inout BenchmarkRandom) -> Void
  ) {
    (self.name, self.title) = (name, title)
    var dice = BenchmarkRandom(state: UInt64(count))
    let old = Array(0..<count)
    var new = old
    edit(&new, &dice)
    (self.old, self.new) = ([old], [new])
  }
}

/// A random number generator with the same numbers in every run, so that change counts repeat.
struct BenchmarkRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

extension [Int] {
  /// Deletes, exchanges and inserts numbers at random indexes.
  fileprivate mutating func scatter(
    deleted: Int, inserted: Int, moved: Int, from fresh: Int, _ dice: inout BenchmarkRandom
  ) {
    let gone = Set(indices.shuffled(using: &dice).prefix(deleted))
    self = indices.filter { !gone.contains($0) }.map { self[$0] }
    let places = Array(indices.shuffled(using: &dice).prefix(moved))
    let elements = places.map { self[$0] }
    for (place, element) in zip(places.shuffled(using: &dice), elements) { self[place] = element }
    let additions = Set((0...count).shuffled(using: &dice).prefix(inserted))
    var (result, next): ([Int], Int) = ([], fresh)
    for place in 0...count {
      if additions.contains(place) {
        result.append(next)
        next += 1
      }
      if place < count { result.append(self[place]) }
    }
    self = result
  }
}

extension DifferenceWorkload {
  /// The workloads for which other libraries publish numbers, or that made one of them slow.
  static var all: [DifferenceWorkload] {
    [
      scattered("a", 5_000, deleted: 1_000, inserted: 1_000, moved: 200),
      scattered("b", 100_000, deleted: 10_000, inserted: 10_000, moved: 2_000),
      scattered("c", 1_000_000, deleted: 4_000, inserted: 4_000, moved: 2_000),
      .init("d", "append 1,000 to 1,000,000", 1_000_000) { list, _ in
        list += 1_000_000..<1_001_000
      },
      .init("d_same", "1,000,000 unchanged", 1_000_000) { _, _ in },
      .init("e", "reverse 100,000", 100_000) { list, _ in list.reverse() }.withoutStandard,
      .init("f", "shuffle 100,000", 100_000) { $0.shuffle(using: &$1) }.withoutStandard,
      repeated,
      sectioned,
      .init("i", "first of 100,000 to the end", 100_000) { list, _ in
        list.append(list.removeFirst())
      },
      contents,
      .init("m", "100,000, none in common", 100_000) { list, _ in
        list = list.map { $0 + list.count }
      }.withoutStandard,
    ]
  }

  /// Returns a workload with edits everywhere in one list.
  static func scattered(
    _ name: String, _ count: Int, deleted: Int, inserted: Int, moved: Int
  ) -> DifferenceWorkload {
    .init(name, "\(count): \(deleted) deleted, \(inserted) inserted, \(moved) shuffled", count) {
      $0.scatter(deleted: deleted, inserted: inserted, moved: moved, from: count, &$1)
    }
  }

  private var withoutStandard: DifferenceWorkload {
    var copy = self
    copy.isStandardLinear = false
    return copy
  }

  /// A workload in which every other element is one of a thousand repeated values.
  private static var repeated: DifferenceWorkload {
    var workload = scattered("g", 100_000, deleted: 1_000, inserted: 1_000, moved: 1_000)
    func fold(_ list: [Int]) -> [Int] { list.map { $0 % 2 == 0 ? $0 : -1 - $0 % 2_000 } }
    workload.old = workload.old.map(fold)
    workload.new = workload.new.map(fold)
    return
      workload.titled("100,000, half of them repeated: 1,000 deleted, inserted and shuffled each")
  }

  /// A workload with edits within sections, and moves between sections.
  private static var sectioned: DifferenceWorkload {
    let title = "100 sections of 1,000, 1 % edited, 2,000 shuffled across sections"
    var workload = DifferenceWorkload("h", title, 100_000) {
      $0.scatter(deleted: 0, inserted: 0, moved: 2_000, from: 0, &$1)
    }
    func cut(_ list: [Int]) -> [[Int]] {
      (0..<100).map { Array(list[($0 * 1_000)...].prefix(1_000)) }
    }
    (workload.old, workload.new) = (cut(workload.old[0]), cut(workload.new[0]))
    var dice = BenchmarkRandom(state: 100)
    for section in 0..<100 {
      workload.new[section].scatter(
        deleted: 5, inserted: 5, moved: 0, from: 100_000 + 5 * section, &dice)
    }
    return workload
  }

  private static var contents: DifferenceWorkload {
    var workload = scattered("l", 100_000, deleted: 500, inserted: 500, moved: 200)
    workload.changed = Set(stride(from: 0, to: 100_000, by: 100))
    return workload.titled("100,000 with content, 1 % edited, 1 % look different")
  }

  private func titled(_ title: String) -> DifferenceWorkload {
    var copy = DifferenceWorkload(name, title, 0) { _, _ in }
    (copy.old, copy.new, copy.changed) = (old, new, changed)
    copy.isStandardLinear = isStandardLinear
    return copy
  }
}
