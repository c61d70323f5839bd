/// What a relation shows of what it is over: which elements, in what order, and when one is another.
///
/// ```swift
/// Pipeline<Album>().filter { !$0.isLive }.sort(by: \.releaseDate).sort(by: \.title)
/// ```
///
/// Elements that no sort tells apart stay in the order of the source.
public struct Pipeline<Element: Equatable & Sendable>: Sendable {
  /// Which way a sort goes.
  public enum Order: Sendable, Equatable {
    /// The least first.
    case ascending

    /// The greatest first.
    case descending
  }

  /// -1 where the first is to stand before the second, 1 where behind it, 0 where neither.
  typealias Comparison = @Sendable (Element, Element) -> Int

  private var filters: [@Sendable (Element) -> Bool] = []
  private var comparisons: [Comparison] = []
  private var equality: (@Sendable (Element, Element) -> Bool)?

  /// All elements, in the order of the source.
  public init() {}

  /// Only elements for which something is true as well.
  public func filter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> Pipeline {
    var pipeline = self
    pipeline.filters.append(isIncluded)
    return pipeline
  }

  /// Sorted by a value as well, where what it is sorted by already tells nothing.
  ///
  /// The value may be computed from anything in the element, as deep as it is.
  public func sort<Value: Comparable & SendableMetatype>(
    _ order: Order = .ascending, by value: @escaping @Sendable (Element) -> Value
  ) -> Pipeline {
    var pipeline = self
    let sign = order == .ascending ? 1 : -1
    pipeline.comparisons.append { one, other in
      let (a, b) = (value(one), value(other))
      return a < b ? -sign : b < a ? sign : 0
    }
    return pipeline
  }

  /// Sorted by a field as well, where what it is sorted by already tells nothing.
  public func sort<Value: Comparable & SendableMetatype>(
    _ order: Order = .ascending, by path: any KeyPath<Element, Value> & Sendable
  ) -> Pipeline {
    sort(order) { $0[keyPath: path] }
  }

  /// Has elements count as changed only where one of these fields differs.
  public func observing<each Value: Equatable & SendableMetatype>(
    _ paths: repeat any KeyPath<Element, each Value> & Sendable
  ) -> Pipeline {
    observing(equalBy: { one, other in
      for path in repeat each paths {
        guard Self.areEqual(one, other, path) else { return false }
      }
      return true
    })
  }

  /// Has elements count as changed only where they are not equal in this sense.
  public func observing(
    equalBy areEqual: @escaping @Sendable (Element, Element) -> Bool
  ) -> Pipeline {
    var pipeline = self
    pipeline.equality = areEqual
    return pipeline
  }

  private static func areEqual<Value: Equatable>(
    _ one: Element, _ other: Element, _ path: KeyPath<Element, Value>
  ) -> Bool {
    one[keyPath: path] == other[keyPath: path]
  }

  // MARK: - Asked by relations

  func includes(_ element: Element) -> Bool { filters.allSatisfy { $0(element) } }

  var isSorted: Bool { !comparisons.isEmpty }

  /// -1 where the first is to stand before the second, 1 where behind it, 0 where that is left to the
  /// source.
  func compare(_ one: Element, _ other: Element) -> Int {
    for comparison in comparisons {
      let result = comparison(one, other)
      if result != 0 { return result }
    }
    return 0
  }

  /// Whether one would be shown like the other.
  func areEqual(_ one: Element, _ other: Element) -> Bool {
    equality?(one, other) ?? (one == other)
  }

  /// Whether elements count as changed for some of what they are only.
  var isObserving: Bool { equality != nil }
}
