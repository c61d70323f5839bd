internal import MocoaModel

/// The numbers of values of a field in adjacent buckets.
package struct Histogram: Sendable {
  /// The values from a lower edge up to and without an upper edge.
  package struct Bucket: Sendable {
    package let lower: HistogramScale.Edge
    package let upper: HistogramScale.Edge
    package let count: Int
  }

  /// The buckets in ascending order, including empty ones.
  package let buckets: [Bucket]

  /// The edges of the buckets, or `nil` without values.
  package let scale: HistogramScale?

  /// The scales with shorter and with longer buckets, or `nil` if they do not exist.
  package let finer: HistogramScale?
  package let coarser: HistogramScale?

  /// The number of values in all buckets.
  package let valueCount: Int

  /// The number of items.
  package let itemCount: Int
}

/// Collects the numbers or times of one field for a histogram.
///
/// It retains 8 bytes for each value.
package struct HistogramTally: ItemTally {
  private let field: String

  /// The edges that the user requested, or `nil` for automatic ones.
  private let requested: HistogramScale?

  private var numbers: [Double] = []
  private var areIntegers = true
  private var times: [Double] = []
  private var separator: UInt8 = 0

  package private(set) var itemCount = 0

  /// Creates a tally.
  ///
  /// - Parameters:
  ///   - field: The path of the field.
  ///   - requested: The edges of the buckets, or `nil` for automatic ones.
  package init(_ field: String, scale requested: HistogramScale? = nil) {
    (self.field, self.requested) = (field, requested)
  }

  package mutating func visit(_ index: Int, _ item: some FilterSubject) {
    itemCount += 1
    var (number, time): (Double?, TimeText?)
    _ = item.withCanonicalText(ofField: field) { text, kind in
      if kind == .null { return }
      number = NumberParsing.value(text).flatMap { $0.isFinite ? $0 : nil }
      if number == nil { time = TimeText(text) }
    }
    if let number {
      numbers.append(number)
      if number != number.rounded() { areIntegers = false }
    } else if let time {
      times.append(time.seconds)
      separator = max(separator, time.notation.separator)
    }
  }

  package func makeResult() -> Histogram {
    let areTimes = times.count > numbers.count
    let values = areTimes ? times : numbers
    guard let least = values.min(), let most = values.max() else {
      return Histogram(
        buckets: [], scale: nil, finer: nil, coarser: nil, valueCount: 0, itemCount: itemCount)
    }
    let range = least...most
    let scale =
      usable(range, areTimes)
      ?? (areTimes
        ? HistogramScale(times: range, separator: separator)
        : HistogramScale(numbers: range, areIntegers: areIntegers))
    let edges = scale.edges(range)
    var counts = [Int](repeating: 0, count: edges.count - 1)
    for value in values {
      counts[edges.partitioningIndex { $0.value > value } - 1] += 1
    }
    return Histogram(
      buckets: counts.indices.map {
        .init(lower: edges[$0], upper: edges[$0 + 1], count: counts[$0])
      },
      scale: scale, finer: scale.neighbor(-1, for: range, areIntegers: areIntegers),
      coarser: scale.neighbor(1, for: range, areIntegers: areIntegers),
      valueCount: values.count, itemCount: itemCount)
  }

  /// Returns the requested scale if it suits the values and results in a limited number of buckets.
  private func usable(_ range: ClosedRange<Double>, _ areTimes: Bool) -> HistogramScale? {
    switch requested {
    case .time(let index, _)? where areTimes:
      let scale = HistogramScale.time(index, separator: separator)
      return scale.isUsable(for: range, areIntegers: areIntegers) ? scale : nil
    case .number? where !areTimes:
      return requested.flatMap {
        $0.isUsable(for: range, areIntegers: areIntegers) ? $0 : nil
      }
    default: return nil
    }
  }
}
