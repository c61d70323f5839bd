/// The edges of the buckets of a histogram, at multiples of a step.
package enum HistogramScale: Hashable, Sendable {
  /// Steps of 1, 2, 2.5 or 5 times a power of ten.
  ///
  /// The associated value is four times the exponent, plus the index of the factor.
  case number(Int)

  /// Steps of a time, by the index in `timeSteps`.
  ///
  /// The second value is the byte between the day and the time of day.
  case time(Int, separator: UInt8)

  /// The lower edge of a bucket.
  package struct Edge: Hashable, Sendable {
    /// The number that the edge text represents, or the seconds since 1970.
    package let value: Double

    /// The edge as operand of a filter.
    package let text: String

    /// The edge as text for display.
    package let label: String
  }

  /// The length of a time step.
  private enum TimeStep: Hashable {
    case seconds(Int)
    case months(Int)
  }

  private static let day = 86_400

  private static let timeSteps: [(step: TimeStep, name: String)] = [
    (.seconds(1), "1 s"), (.seconds(5), "5 s"), (.seconds(15), "15 s"), (.seconds(60), "1 min"),
    (.seconds(300), "5 min"), (.seconds(900), "15 min"), (.seconds(3600), "1 h"),
    (.seconds(6 * 3600), "6 h"), (.seconds(day), "1 d"), (.seconds(7 * day), "1 w"),
    (.months(1), "1 mo"), (.months(12), "1 y"), (.months(120), "10 y"),
  ]

  /// The index in `timeSteps` of the shortest step of days without a time of day.
  private static let dayIndex = 8

  /// The number of buckets of an automatic scale, at most.
  static let usualCount = 40

  /// The maximum number of buckets.
  static let maxCount = 400

  /// The maximum ratio of a number to the step, above which edges are not exact.
  private static let maxRatio = 0x1p50

  /// Creates the scale of numbers with the smallest steps that need at most 40 buckets.
  ///
  /// - Parameter areIntegers: A Boolean value that indicates whether the steps must be integers.
  init(numbers range: ClosedRange<Double>, areIntegers: Bool) {
    let largest = max(range.lowerBound.magnitude, range.upperBound.magnitude)
    // The halves avoid an overflow of the difference.
    let width = (range.upperBound / 2 - range.lowerBound / 2) / Double(Self.usualCount / 2)
    var index = Self.numberIndex(atLeast: width > 0 ? width : areIntegers ? 1 : largest / 10)
    if areIntegers { index = max(index, 0) }
    while !Self.isValid(index, largest, areIntegers)
      || Self.number(index).bucketCount(range) > Self.usualCount
    {
      index += 1
    }
    self = .number(index)
  }

  /// Creates the scale of times with the smallest steps that need at most 40 buckets.
  init(times range: ClosedRange<Double>, separator: UInt8) {
    let first = separator == 0 ? Self.dayIndex : 0
    let index = (first..<Self.timeSteps.count).first {
      Self.time($0, separator: separator).bucketCount(range) <= Self.usualCount
    }
    self = .time(index ?? Self.timeSteps.count - 1, separator: separator)
  }

  /// Returns the scale with the next longer or shorter steps, or `nil` if it does not exist or has
  /// too many buckets.
  func neighbor(
    _ change: Int, for range: ClosedRange<Double>, areIntegers: Bool
  ) -> HistogramScale? {
    let next: HistogramScale
    switch self {
    case .number(var index):
      repeat { index += change } while areIntegers && index > 0 && !Self.isValid(index, 0, true)
      guard abs(index) <= 4 * 307 else { return nil }
      next = .number(index)
    case .time(let index, let separator):
      guard Self.timeSteps.indices.contains(index + change) else { return nil }
      next = .time(index + change, separator: separator)
    }
    if change > 0, bucketCount(range) < 2 { return nil }
    return next.isUsable(for: range, areIntegers: areIntegers) ? next : nil
  }

  /// Returns `true` if a range has a limited number of buckets with exact edges.
  func isUsable(for range: ClosedRange<Double>, areIntegers: Bool) -> Bool {
    let largest = max(range.lowerBound.magnitude, range.upperBound.magnitude)
    switch self {
    case .number(let index):
      guard Self.isValid(index, largest, areIntegers) else { return false }
    case .time(let index, let separator):
      guard separator != 0 || index >= Self.dayIndex else { return false }
    }
    return bucketCount(range) <= Self.maxCount
  }

  /// The step as text, such as `0.05` or `15 min`.
  package var stepText: String {
    switch self {
    case .number(let index): Self.text(1, index)
    case .time(let index, _): Self.timeSteps[index].name
    }
  }

  /// Reads the text of a step, or returns `nil` if it is not a step of a histogram.
  package init?(stepText text: String) {
    if let index = Self.timeSteps.firstIndex(where: { $0.name == text }) {
      self = .time(index, separator: UInt8(ascii: "T"))
      return
    }
    guard let value = Double(text), value > 0, value.isFinite else { return nil }
    let index = Self.numberIndex(atLeast: value)
    guard Self.text(1, index) == text else { return nil }
    self = .number(index)
  }

  // MARK: - Edges

  /// Returns the lower edges of the buckets that contain a range, and the upper edge of the last
  /// bucket.
  ///
  /// Each bucket contains its lower edge, and not its upper edge.
  func edges(_ range: ClosedRange<Double>) -> [Edge] {
    var first = index(of: range.lowerBound)
    while value(first) > range.lowerBound { first -= 1 }
    while value(first + 1) <= range.lowerBound { first += 1 }
    var last = max(first, index(of: range.upperBound))
    while last > first, value(last) > range.upperBound { last -= 1 }
    while value(last + 1) <= range.upperBound { last += 1 }
    return (first...last + 1).map(edge)
  }

  /// Returns the number of buckets that a range needs, or an estimate if it is large.
  private func bucketCount(_ range: ClosedRange<Double>) -> Int {
    index(of: range.upperBound) - index(of: range.lowerBound) + 1
  }

  /// Returns the index of the bucket that contains a value, up to an error of rounding.
  private func index(of value: Double) -> Int {
    func limited(_ ratio: Double) -> Int { Int(min(max(ratio.rounded(.down), -0x1p60), 0x1p60)) }
    switch self {
    case .number(let index):
      return limited(value / Self.step(index))
    case .time(let index, _):
      switch Self.timeSteps[index].step {
      case .seconds(let length):
        return limited((value + Double(Self.offset(length))) / Double(length))
      case .months(let length):
        let day = CivilDay(number: limited(value / Double(Self.day)))
        let months = day.year * 12 + day.month - 1
        return months >= 0 ? months / length : (months - length + 1) / length
      }
    }
  }

  /// Returns the lower edge of the bucket with an index.
  private func value(_ bucket: Int) -> Double {
    switch self {
    case .number(let index): return Double(Self.text(bucket, index)) ?? .infinity
    case .time(let index, _):
      switch Self.timeSteps[index].step {
      case .seconds(let length): return Double(bucket * length - Self.offset(length))
      case .months(let length):
        let months = bucket * length
        let year = months >= 0 ? months / 12 : (months - 11) / 12
        let day = CivilDay(year: year, month: months - year * 12 + 1, day: 1)
        return Double(day.number * Self.day)
      }
    }
  }

  private func edge(_ bucket: Int) -> Edge {
    let value = value(bucket)
    switch self {
    case .number(let index):
      let text = Self.text(bucket, index)
      return Edge(value: value, text: text, label: text)
    case .time(let index, let separator):
      let seconds = Int(value)
      let number = (value / Double(Self.day)).rounded(.down)
      let day = CivilDay(number: Int(number)).text
      let time = seconds - Int(number) * Self.day
      let parts = [time / 3600, time / 60 % 60, time % 60].map { CivilDay.padded($0, 2) }
      let sign = separator == 0 ? "T" : String(UnicodeScalar(separator))
      // A filter compares texts, so that an edge must not be longer than an equal value.
      let shown = parts[2] == "00" ? Array(parts.prefix(2)) : parts
      let text = time == 0 ? day : day + sign + shown.joined(separator: ":")
      return Edge(
        value: value, text: text,
        label: index >= Self.dayIndex ? day : day + sign + parts.joined(separator: ":"))
    }
  }

  /// Returns the offset that moves the edges of weeks to Mondays, in seconds.
  private static func offset(_ length: Int) -> Int { length == 7 * day ? 3 * day : 0 }

  // MARK: - Decimal steps

  /// Returns the factor of a step as an integer, and the exponent of its power of ten.
  private static func parts(_ index: Int) -> (factor: Int, exponent: Int) {
    let (quotient, remainder) = index.quotientAndRemainder(dividingBy: 4)
    let (power, part) = remainder < 0 ? (quotient - 1, remainder + 4) : (quotient, remainder)
    return part == 2 ? (25, power - 1) : ([1, 2, 0, 5][part], power)
  }

  private static func step(_ index: Int) -> Double { Double(text(1, index)) ?? .infinity }

  /// Returns the index of the smallest step that is at least as long as a width.
  private static func numberIndex(atLeast width: Double) -> Int {
    guard width > 0, width.isFinite else { return 0 }
    var power = -307
    while power < 307, (Double("1e\(power + 1)") ?? .infinity) <= width { power += 1 }
    return (4 * power...4 * power + 4).first { step($0) >= width } ?? 4 * power + 4
  }

  private static func isValid(_ index: Int, _ largest: Double, _ areIntegers: Bool) -> Bool {
    if areIntegers, index < 0 || parts(index).exponent < 0 { return false }
    return largest / step(index) <= maxRatio
  }

  /// Returns a multiple of a step as a decimal number.
  ///
  /// All multiples have the same number of decimals. A very large or small number has an exponent.
  private static func text(_ multiple: Int, _ index: Int) -> String {
    let (factor, exponent) = parts(index)
    let (product, overflow) = multiple.multipliedReportingOverflow(by: factor)
    if overflow { return multiple < 0 ? "-inf" : "inf" }
    if product == 0, exponent >= 0 { return "0" }
    if exponent > 15 || exponent < -15 { return "\(product)e\(exponent)" }
    if exponent >= 0 { return "\(product)" + String(repeating: "0", count: exponent) }
    let digits = CivilDay.padded(Int(product.magnitude), 1 - exponent)
    return (product < 0 ? "-" : "") + digits.dropLast(-exponent) + "." + digits.suffix(-exponent)
  }
}
