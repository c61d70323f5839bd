internal import MocoaModel

extension RelationPipeline where Element: CellModel {
  /// Returns the filtered and sorted elements of a list.
  ///
  /// - Parameter progress: A closure that receives the completed fraction, from 0 to 1, at most 20
  ///   times.
  /// - Throws: `CancellationError` soon after the work is canceled.
  func shown(
    of elements: ElementSequence, _ cancellation: CancellationToken? = nil,
    progress: @escaping (Double) -> Void = { _ in }
  ) throws -> ElementSequence {
    let count = Double(elements.count)
    // Filtering an element costs about as much as a few comparisons.
    var pace = SortCheckpoint(
      total: isSorted ? count * (4 + max(0, count.logarithm)) : count, cancellation, progress)
    let weight = isSorted ? 4.0 : 1.0
    var kept: [(element: Element, place: Int)] = []
    var place = 0
    try elements.forEachElement { element in
      try pace.count(weight)
      if let element = element as? Element, includes(element) { kept.append((element, place)) }
      place += 1
    }
    if isSorted {
      try kept.sort { one, other in
        try pace.count(1)
        let result = compare(one.element, other.element)
        return result == 0 ? one.place < other.place : result < 0
      }
    }
    return ElementSequence(elements: kept.map(\.element))
  }

  /// Returns a change set without the updates of elements that do not count as changes.
  func relevant(
    _ changes: ChangeSet, from before: ListSnapshot, to after: ListSnapshot
  ) -> ChangeSet {
    guard isObserving else { return changes }
    return changes.filteringUpdates(from: before, to: after) { old, new in
      guard let old = old as? Element, let new = new as? Element else { return true }
      return !areEqual(old, new)
    }
  }
}

extension Double {
  /// The integer part of the base-2 logarithm of this value, or 0 for a value below 1.
  fileprivate var logarithm: Double { self < 1 ? 0 : Double(exponent) }
}

/// Reports the progress of a long computation, and checks for cancellation every 1,024 steps.
private struct SortCheckpoint {
  private let cancellation: CancellationToken?
  private let progress: (Double) -> Void
  private let total: Double
  private var (done, next, steps) = (0.0, 0.0, 0)

  init(total: Double, _ cancellation: CancellationToken?, _ progress: @escaping (Double) -> Void) {
    (self.total, self.cancellation, self.progress) = (total, cancellation, progress)
    next = total / 20
  }

  mutating func count(_ weight: Double) throws {
    done += weight
    steps &+= 1
    guard steps & 1023 == 0 else { return }
    if cancellation?.isCancelled == true { throw CancellationError() }
    guard done >= next, done < total else { return }
    next = done + total / 20
    progress(done / total)
  }
}

/// The rows of a relation that were computed in the background, and their changes from the previous
/// rows.
final class SortedRows: Sendable {
  let after: ListSnapshot
  let changes: ChangeSet

  /// The indexes of the rows by identity.
  ///
  /// This value is their only owner, because editing shared indexes would copy them.
  private let indexes: Monitor<Indexes?>

  /// The indexes by identity of all elements of the source, and of the elements that the relation
  /// shows.
  struct Indexes: Sendable {
    let source: IdentityIndex
    let shown: IdentityIndex
  }

  init<Element: CellModel>(
    of elements: ElementSequence, _ pipeline: RelationPipeline<Element>, from before: ListSnapshot,
    _ cancellation: CancellationToken, progress: @escaping (Double) -> Void
  ) throws {
    let shown = try pipeline.shown(of: elements, cancellation, progress: progress)
    after = ListSnapshot(sections: [SectionSnapshot(id: 0, items: shown)])
    changes = pipeline.relevant(ChangeSet(from: before, to: after), from: before, to: after)
    indexes = Monitor(Indexes(source: IdentityIndex(elements), shown: IdentityIndex(shown)))
  }

  /// Removes and returns the indexes.
  func takeIndexes() -> Indexes? {
    indexes.update { indexes in
      defer { indexes = nil }
      return indexes
    }
  }
}

/// Releases large values on a background thread, because releasing a million elements takes long.
enum BackgroundRelease {
  /// Releases a value after the current turn of the main loop, when its other owners have released
  /// it.
  static func release(_ value: some Sendable) {
    let last = Monitor<(any Sendable)?>(value)
    MainActorScheduler.schedule { _ = BackgroundThread.run { last.update { $0 = nil } } }
  }
}
