internal import MocoaLocalization
internal import MocoaModel

/// Counts the values of one field, with bounded memory.
///
/// Some results are approximate if there are many values. The number of distinct values is
/// estimated from the smallest hashes, with an error of a few percent. The frequent values are
/// found by the algorithm of Misra and Gries. The median is that of a sample.
struct FieldAccumulator: Sendable {
  let name: [UInt8]

  /// The number of values of each type.
  private(set) var counts = [Int](repeating: 0, count: FieldKind.allCases.count)

  /// The number of empty or null values.
  private(set) var emptyCount = 0

  private var minimum = Double.infinity
  private var maximum = -Double.infinity
  private var sum = 0.0

  /// A Boolean value that indicates whether all counted numbers are integers.
  private var areIntegers = true
  private var sample = Sample()

  private var first: [UInt8]?
  private var last: [UInt8]?

  /// The times among the texts, up to the first text that is not a time of the same notation.
  private var times: TimeProfile? = TimeProfile()

  private var distinct = DistinctCount()
  private var frequent = FrequentTexts()

  /// The maximum number of bytes of a text that are shown.
  static let textLimit = 60

  /// The number of bytes of a text that are retained.
  ///
  /// It exceeds `textLimit`, so that the end of the last visible character can be found.
  fileprivate static let retainedByteCount = textLimit + TextPrefix.lookahead

  init(name: [UInt8]) {
    self.name = name
  }

  mutating func addEmpty() { emptyCount += 1 }

  /// Adds a value.
  mutating func add(_ kind: FieldKind, _ text: UnsafeRawBufferPointer) {
    let number = kind == .number ? NumberParsing.value(text) : nil
    // NaN and infinity cannot be summarized as numbers and count as text.
    let kind = kind == .number && number?.isFinite != true ? .text : kind
    counts[kind.rawValue] += 1
    if kind == .list || kind == .object { return }
    var hasher = Hasher()
    // A number has one value in all notations, as for groups.
    let key =
      switch kind {
      case .number: NumberParsing.key(text)
      case .text: NumberParsing.key(ofText: text)
      default: nil as NumberParsing.Key?
      }
    if let key {
      hasher.combine(key)
    } else {
      hasher.combine(bytes: text)
    }
    let hash = UInt64(bitPattern: Int64(hasher.finalize()))
    distinct.add(hash)
    frequent.add(hash, text)
    if kind == .number, let number {
      (minimum, maximum) = (min(minimum, number), max(maximum, number))
      sum += number
      if number != number.rounded(.towardZero) { areIntegers = false }
      sample.add(number)
    } else if kind == .text {
      if times?.add(text) == false { times = nil }
      let text = UnsafeRawBufferPointer(rebasing: text.prefix(Self.retainedByteCount))
      if first.map({ text.lexicographicallyPrecedes($0) }) ?? true { first = Array(text) }
      if last.map({ $0.lexicographicallyPrecedes(text) }) ?? true { last = Array(text) }
    }
  }

  /// Returns the summary of the field.
  ///
  /// - Parameter itemCount: The number of items that were visited.
  func summary(of itemCount: Int) -> FieldSummary {
    let present = counts.reduce(0, +)
    let numbers = counts[FieldKind.number.rawValue]
    let texts = counts[FieldKind.text.rawValue]
    var range: FieldSummary.NumericSummary?
    if numbers > 0 {
      range = .init(
        minimum: minimum, median: sample.median, maximum: maximum, mean: sum / Double(numbers),
        isMedianExact: sample.isComplete,
        histogram: areIntegers && maximum - minimum < 0x1p53
          ? sample.integerHistogram(from: minimum, to: maximum)
          : sample.histogram(from: minimum, to: maximum))
    }
    return FieldSummary(
      name: String(decoding: name, as: UTF8.self), count: present,
      missingCount: max(0, itemCount - present),
      groupCount: groupCount(of: itemCount, present),
      kinds: FieldKind.allCases.filter { counts[$0.rawValue] > 0 }.map { kind in
        .init(name: Self.name(of: kind), kind: kind, count: counts[kind.rawValue])
      },
      // The estimate may exceed the number of values.
      distinctCount: min(present, distinct.count), isDistinctExact: distinct.isExact,
      numbers: range, timeHistogram: texts > 0 ? times?.histogram : nil,
      minText: first.map { TextPrefix.text($0, limit: Self.textLimit) },
      maxText: last.map { TextPrefix.text($0, limit: Self.textLimit) },
      mostFrequentValues: frequent.top(8), isFrequentExact: frequent.isExact)
  }

  /// Returns the number of different values, including null and missing ones, or `nil` if it is
  /// unknown because values are lists or objects.
  private func groupCount(of itemCount: Int, _ present: Int) -> Int? {
    let nested = counts[FieldKind.list.rawValue] + counts[FieldKind.object.rawValue]
    guard nested == 0 else { return nil }
    return min(present, distinct.count) + (emptyCount > 0 ? 1 : 0)
      + (itemCount > present + emptyCount ? 1 : 0)
  }

  private static func name(of kind: FieldKind) -> String {
    switch kind {
    case .number: localized("number")
    case .text: localized("text")
    case .flag: localized("true/false")
    case .list: localized("list")
    case .object: localized("object")
    }
  }
}

/// The times of a field whose texts all have the same notation.
private struct TimeProfile: Sendable {
  private var notation: TimeText.Notation?
  private var minimum = Double.infinity
  private var maximum = -Double.infinity
  private var sample = Sample()

  /// Adds a time.
  ///
  /// - Returns: `false` if the text is not a time, or has another notation than earlier ones.
  mutating func add(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let time = TimeText(text) else { return false }
    if notation?.isDay ?? true { notation = time.notation }
    guard time.notation.isDay || time.notation == notation else { return false }
    (minimum, maximum) = (min(minimum, time.seconds), max(maximum, time.seconds))
    sample.add(time.seconds)
    return true
  }

  var histogram: [Int] { sample.histogram(from: minimum, to: maximum) }
}

/// Counts distinct hashes.
///
/// It retains all hashes up to a limit, and then only the smallest ones, whose density yields an
/// estimate.
private struct DistinctCount: Sendable {
  private var hashes: Set<UInt64> = []

  /// The largest hash that is retained, or `.max` while all hashes are.
  private var limit = UInt64.max

  private static let maxCount = 4096

  var isExact: Bool { limit == .max }

  mutating func add(_ hash: UInt64) {
    guard hash <= limit, hashes.insert(hash).inserted, hashes.count > 2 * Self.maxCount else {
      return
    }
    let smallest = hashes.sorted().prefix(Self.maxCount)
    limit = smallest.last ?? limit
    hashes = Set(smallest)
  }

  var count: Int {
    isExact
      ? hashes.count
      : Int((Double(hashes.count) / (Double(limit) / Double(UInt64.max))).rounded())
  }
}

/// The most frequent texts, each with a lower bound of its number of occurrences.
private struct FrequentTexts: Sendable {
  private struct Entry {
    var count: Int
    let text: [UInt8]
  }

  private var entries: [UInt64: Entry] = [:]
  private(set) var isExact = true

  private static let maxCount = 2048

  mutating func add(_ hash: UInt64, _ text: UnsafeRawBufferPointer) {
    if let entry = entries.index(forKey: hash) {
      entries.values[entry].count += 1
    } else if entries.count < Self.maxCount {
      entries[hash] = Entry(count: 1, text: Array(text.prefix(FieldAccumulator.retainedByteCount)))
    } else {
      // Every count is reduced by one, and the new text is not added. The most frequent texts
      // remain.
      isExact = false
      for index in entries.indices { entries.values[index].count -= 1 }
      entries = entries.filter { $0.value.count > 0 }
    }
  }

  /// Returns the most frequent texts, or an empty array if no text certainly occurs twice.
  func top(_ count: Int) -> [FieldSummary.Frequency] {
    let sorted = entries.values.sorted { one, other in
      one.count == other.count
        ? one.text.lexicographicallyPrecedes(other.text) : one.count > other.count
    }
    guard let most = sorted.first, most.count > 1 else { return [] }
    return sorted.prefix(count).map { entry in
      .init(
        text: TextPrefix.text(entry.text, limit: FieldAccumulator.textLimit), count: entry.count)
    }
  }
}

/// A uniform random sample of a stream of numbers.
private struct Sample: Sendable {
  private var numbers: [Double] = []
  private var count = 0
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static let maxCount = 8192

  /// A Boolean value that indicates whether the sample contains all numbers of the stream.
  var isComplete: Bool { count <= Self.maxCount }

  mutating func add(_ number: Double) {
    count += 1
    if numbers.count < Self.maxCount { return numbers.append(number) }
    // Reservoir sampling after Vitter, with a xorshift generator.
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    let index = Int(state % UInt64(count))
    if index < numbers.count { numbers[index] = number }
  }

  /// The median of the sample, which is the lower of the two middle numbers if their count is even.
  var median: Double {
    let sorted = numbers.sorted()
    return sorted.isEmpty ? .nan : sorted[(sorted.count - 1) / 2]
  }

  /// Returns the number of sampled values in each of several intervals of equal width.
  func histogram(from minimum: Double, to maximum: Double) -> [Int] {
    guard minimum < maximum, maximum - minimum < .infinity else { return [] }
    var parts = [Int](repeating: 0, count: Self.maxParts)
    for number in numbers {
      let share = (number - minimum) / (maximum - minimum)
      parts[min(parts.count - 1, max(0, Int(share * Double(parts.count))))] += 1
    }
    return parts
  }

  /// Returns the number of sampled integers in each of several intervals.
  ///
  /// Each interval contains the same number of integers, but the last interval may contain fewer.
  /// If the range is small, an interval is one integer, because no value lies between two integers.
  func integerHistogram(from minimum: Double, to maximum: Double) -> [Int] {
    guard minimum < maximum else { return [] }
    let span = maximum - minimum + 1
    let least = (span / Double(Self.maxParts)).rounded(.up)
    // The best width leaves the last interval almost complete. An incomplete interval would look
    // like a decrease in the data.
    let widths = (0..<64).map { least + Double($0) }.prefix { $0 * 3 <= least * 4 }
    let width =
      widths.min { one, other in
        Self.lack(of: span, one) / one < Self.lack(of: span, other) / other
      } ?? least
    var parts = [Int](repeating: 0, count: Int((span / width).rounded(.up)))
    for number in numbers { parts[min(parts.count - 1, Int((number - minimum) / width))] += 1 }
    return parts
  }

  /// Returns the number of integers by which the last interval is shorter than the others.
  private static func lack(of span: Double, _ width: Double) -> Double {
    let remainder = span.truncatingRemainder(dividingBy: width)
    return remainder == 0 ? 0 : width - remainder
  }

  /// The maximum number of intervals of a histogram.
  private static let maxParts = 14
}
