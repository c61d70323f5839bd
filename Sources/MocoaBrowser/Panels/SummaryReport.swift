internal import MocoaLocalization
internal import Mocoa
internal import MocoaQuery
internal import MocoaTerminal

/// The statistics of the fields of a list, with a few lines for each field.
///
/// ```text
/// year  number
///   1,000,000 values · 120 distinct
///   least 1900 · median ≈1959 · most 2019 · mean 1959.5
///   ▃▃▄▅█▇▅▃▂▁
///   1959 ×8341  1960 ×8340 … +114 more
/// ```
@MainActor
struct SummaryReport {
  let lines: [TextContent.Line]

  init(of summary: ListSummary, columns: Int) {
    let state = summary.state
    var lines: [TextContent.Line] = []
    let count = Self.text(of: state.itemCount)
    let total = Self.text(of: summary.total)
    var head = [
      TextContent.Span(
        summary.isComplete
          ? localized("\(count) items") : localized("\(count) of \(total) items counted"), .detail)
    ]
    if summary.names != nil {
      head.append(.init(localized("visible fields only"), .detail))
    }
    if state.isTruncated {
      let fields = Self.text(of: state.fields.count)
      head.append(.init(localized("only the first \(fields) fields"), .warning))
    }
    lines.append(.init(head))
    for field in state.fields {
      lines.append(.init([]))
      lines += Self.lines(of: field, columns: columns)
    }
    self.lines = lines
  }

  private static func lines(of field: FieldSummary, columns: Int) -> [TextContent.Line] {
    let kinds =
      field.kinds.count == 1
      ? field.kinds[0].name
      : field.kinds.map { "\($0.name) \(text(of: $0.count))" }.joined(separator: ", ")
    var lines = [
      TextContent.Line([
        .init(field.name.isEmpty ? localized("(no name)") : field.name, .heading),
        .init("  " + kinds, .detail),
      ])
    ]
    var counts = [
      field.count == 1 ? localized("1 value") : localized("\(text(of: field.count)) values")
    ]
    distinct(of: field).map { counts.append($0) }
    if field.missingCount > 0 {
      counts.append(localized("\(text(of: field.missingCount)) missing"))
    }
    lines.append(.init([.init("  " + counts.joined(separator: " · "), .text)]))
    if let numbers = field.numbers {
      let median = (numbers.isMedianExact ? "" : "≈") + text(of: numbers.median)
      let range =
        numbers.minimum == numbers.maximum
        ? localized("always \(text(of: numbers.minimum))")
        : localized(
          "min \(text(of: numbers.minimum)) · median \(median) · max \(text(of: numbers.maximum)) · mean \(text(of: numbers.mean))"
        )
      lines.append(.init([.init("  " + range, .number)]))
      let bars = bars(numbers.histogram, columns: min(40, columns - 4))
      if !bars.isEmpty { lines.append(.init([.init("  " + bars, .accent)])) }
    } else if let first = field.minText, let last = field.maxText, first != last {
      lines.append(
        .init([.init(localized("  first \(quoted(first)) · last \(quoted(last))"), .detail)]))
    }
    // If the counts are not exact, rare values depend on chance, so only frequent ones are listed.
    let sign = field.isFrequentExact ? "×" : "×≥"
    // If only one value remains, the value itself is as short as "+1 more".
    let limit =
      field.isDistinctExact && field.distinctCount == maxFrequentValues + 1
      ? field.distinctCount : maxFrequentValues
    var frequent = field.mostFrequentValues.prefix(limit)
      .filter { field.isFrequentExact || $0.count * 100 >= field.count }
      .map { "\(quoted($0.text)) \(sign)\(text(of: $0.count))" }
    let rest = field.distinctCount - frequent.count
    if !frequent.isEmpty, rest > 0 {
      frequent.append((field.isDistinctExact ? "" : "≈") + localized("+\(text(of: rest)) more"))
    }
    if !frequent.isEmpty {
      lines.append(.init([.init("  " + frequent.joined(separator: "  "), .text)]))
    }
    return lines
  }

  /// The maximum number of frequent values that are listed for each field.
  private static let maxFrequentValues = 6

  /// Returns the number of distinct values as text, or `nil` if it need not be shown.
  private static func distinct(of field: FieldSummary) -> String? {
    if field.distinctCount == 0 || field.count == 1 { return nil }
    guard field.isDistinctExact else {
      return "≈" + localized("\(text(of: field.distinctCount)) distinct")
    }
    if field.distinctCount == 1 { return localized("one distinct value") }
    return field.distinctCount == field.count
      ? localized("all values distinct") : localized("\(text(of: field.distinctCount)) distinct")
  }

  private static func quoted(_ text: String) -> String {
    text.isEmpty || text.contains(" ") ? "“\(text)”" : text
  }

  /// Returns a bar for each count, with the largest count at full height.
  ///
  /// If there are more counts than columns, each bar is the sum of adjacent counts.
  static func bars(_ counts: [Int], columns: Int) -> String {
    guard !counts.isEmpty, columns > 0 else { return "" }
    let width = (counts.count + columns - 1) / columns
    var bars = [Int](repeating: 0, count: (counts.count + width - 1) / width)
    for (place, count) in counts.enumerated() { bars[place / width] += count }
    let most = bars.max() ?? 1
    let signs = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return bars.map { count in
      count == 0 ? " " : signs[min(7, count * 8 / max(1, most))]
    }
    .joined()
  }

  /// Returns a number with thousands separators if it has at least five digits.
  ///
  /// Four digits are often a year.
  static func text(of number: Int) -> String {
    number.magnitude < 10_000 ? "\(number)" : NumberFormatting.grouped(number)
  }

  /// Returns a number with up to about six significant digits.
  private static func text(of number: Double) -> String {
    guard let whole = Int(exactly: number.rounded(.towardZero)), whole.magnitude < 1 << 53 else {
      return "\(number)"
    }
    var scale = 100_000
    var rest = whole.magnitude
    while rest >= 10, scale > 1 { (rest, scale) = (rest / 10, scale / 10) }
    let part = Int(((number.magnitude - Double(whole.magnitude)) * Double(scale)).rounded())
    if part == scale { return text(of: whole + (number < 0 ? -1 : 1)) }
    if part == 0 {
      // The value is too small to show in fixed notation.
      return whole == 0 && number != 0 ? "\(number)" : text(of: whole)
    }
    var digits = String(part + scale).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return (whole == 0 && number < 0 ? "-" : "") + text(of: whole) + "." + digits
  }
}
