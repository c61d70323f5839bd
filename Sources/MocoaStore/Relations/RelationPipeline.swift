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

  /// A comparison that returns -1 if the first element precedes the second, 1 if it follows it, and
  /// 0 if they are equal.
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

  /// Returns a pipeline in which an element counts as changed only if one of these fields differs.
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

  var isSorted: Bool { !comparisons.isEmpty }

  /// Returns -1 if the first element precedes the second, 1 if it follows it, and 0 if they keep
  /// the order of the source.
  func compare(_ one: Element, _ other: Element) -> Int {
    for comparison in comparisons {
      let result = comparison(one, other)
      if result != 0 { return result }
    }
    return 0
  }

  /// Returns `true` if the difference of two versions of an element does not count as a change.
  func areEqual(_ one: Element, _ other: Element) -> Bool {
    equality?(one, other) ?? (one == other)
  }

  /// A Boolean value that indicates whether some differences of an element do not count as a
  /// change.
  var isObserving: Bool { equality != nil }
}
