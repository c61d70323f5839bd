internal import MocoaModel

/// The filters and sorts of a relation, and the differences of an element that count as a change.
///
/// ```swift
/// RelationPipeline<Album>().filter { !$0.isLive }.sort(by: \.releaseDate).sort(by: \.title)
/// ```
///
/// Elements that compare as equal in every sort keep the order of the source.
public struct RelationPipeline<Element: Equatable & Sendable>: Sendable {
  /// The direction of a sort.
  public enum Order: Sendable, Equatable {
    /// Smallest value first.
    case ascending

    /// Largest value first.
    case descending
  }

  /// A comparison of two elements.
  ///
  /// The result is -1 if the first element precedes the second, 1 if the second element precedes
  /// the first, and 0 if they are equal.
  typealias Comparison = @Sendable (Element, Element) -> Int

  private var filters: [@Sendable (Element) -> Bool] = []
  private var comparisons: [Comparison] = []
  private var equality: (@Sendable (Element, Element) -> Bool)?

  /// Creates a pipeline that shows all elements in the order of the source.
  public init() {}

  /// Returns a pipeline with an additional filter.
  public func filter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> RelationPipeline {
    var pipeline = self
    pipeline.filters.append(isIncluded)
    return pipeline
  }

  /// Returns a pipeline with an additional sort, which orders elements that are equal in the
  /// previous sorts.
  ///
  /// The closure may compute the value from any part of the element, at any depth.
  public func sort<Value: Comparable & SendableMetatype>(
    _ order: Order = .ascending, by value: @escaping @Sendable (Element) -> Value
  ) -> RelationPipeline {
    var pipeline = self
    let sign = order == .ascending ? 1 : -1
    pipeline.comparisons.append { one, other in
      let (a, b) = (value(one), value(other))
      return a < b ? -sign : b < a ? sign : 0
    }
    return pipeline
  }

  /// Returns a pipeline with an additional sort by a field, which orders elements that are equal in
  /// the previous sorts.
  public func sort<Value: Comparable & SendableMetatype>(
    _ order: Order = .ascending, by path: any KeyPath<Element, Value> & Sendable
  ) -> RelationPipeline {
    sort(order) { $0[keyPath: path] }
  }

  /// Returns a pipeline in which an element counts as changed only if one of the given fields
  /// differs.
  public func observing<each Value: Equatable & SendableMetatype>(
    _ paths: repeat any KeyPath<Element, each Value> & Sendable
  ) -> RelationPipeline {
    observing(equalBy: { one, other in
      for path in repeat each paths {
        guard Self.areEqual(one, other, path) else { return false }
      }
      return true
    })
  }

  /// Returns a pipeline in which an element counts as changed only if a closure returns `false` for
  /// its two versions.
  public func observing(
    equalBy areEqual: @escaping @Sendable (Element, Element) -> Bool
  ) -> RelationPipeline {
    var pipeline = self
    pipeline.equality = areEqual
    return pipeline
  }

  private static func areEqual<Value: Equatable>(
    _ one: Element, _ other: Element, _ path: KeyPath<Element, Value>
  ) -> Bool {
    one[keyPath: path] == other[keyPath: path]
  }

  // MARK: - Use by relations

  func includes(_ element: Element) -> Bool { filters.allSatisfy { $0(element) } }

  /// A Boolean value that indicates whether the pipeline shows all elements in the order of the
  /// source.
  var isPlain: Bool { filters.isEmpty && comparisons.isEmpty }

  private var isSorted: Bool { !comparisons.isEmpty }

  /// Returns -1 if the first element precedes the second, 1 if the second precedes the first, and 0
  /// if they keep the order of the source.
  func compare(_ one: Element, _ other: Element) -> Int {
    for comparison in comparisons {
      let result = comparison(one, other)
      if result != 0 { return result }
    }
    return 0
  }

  /// Returns `true` if the difference of two versions of an element does not count as a change.
  private func areEqual(_ one: Element, _ other: Element) -> Bool {
    equality?(one, other) ?? (one == other)
  }

  /// A Boolean value that indicates whether some differences of an element do not count as a
  /// change.
  var isObserving: Bool { equality != nil }
}

extension RelationPipeline where Element: CellModel {
  /// Returns the filtered and sorted elements of a list.
  ///
  /// - Parameter progress: A closure that receives the completed fraction, from 0 to 1, at most 20
  ///   times.
  /// - Throws: `CancellationError` soon after the work is canceled.
  func visibleElements(
    of elements: ElementSequence, _ cancellation: CancellationToken? = nil,
    progress: @escaping (Double) -> Void = { _ in }
  ) throws -> ElementSequence {
    let count = Double(elements.count)
    // Filtering an element costs about as much as a few comparisons.
    var pace = SortCheckpoint(
      total: isSorted ? count * (4 + max(0, count.logarithm)) : count, cancellation, progress)
    let weight = isSorted ? 4.0 : 1.0
    var kept: [(element: Element, index: Int)] = []
    var index = 0
    try elements.forEachElement { element in
      try pace.count(weight)
      if let element = element as? Element, includes(element) { kept.append((element, index)) }
      index += 1
    }
    if isSorted {
      try kept.sort { one, other in
        try pace.count(1)
        let result = compare(one.element, other.element)
        return result == 0 ? one.index < other.index : result < 0
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
    let visible: IdentityIndex
  }

  init<Element: CellModel>(
    of elements: ElementSequence, _ pipeline: RelationPipeline<Element>, from before: ListSnapshot,
    _ cancellation: CancellationToken, progress: @escaping (Double) -> Void
  ) throws {
    let visible = try pipeline.visibleElements(of: elements, cancellation, progress: progress)
    after = ListSnapshot(sections: [SectionSnapshot(id: 0, items: visible)])
    changes = pipeline.relevant(ChangeSet(from: before, to: after), from: before, to: after)
    indexes = Monitor(Indexes(source: IdentityIndex(elements), visible: IdentityIndex(visible)))
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
