internal import Mocoa
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// A field of the items of a list, with a summary of its values.
struct FieldRow: CellModel, FieldReadable, Equatable {
  /// The name of the field.
  let name: String

  /// The types of the values.
  let type: String

  /// The number of items without a value.
  let emptyCount: Int

  /// The number of rows of the frequency table, or `nil` if it is unknown.
  let distinctCount: Int?

  /// A Boolean value that indicates whether all figures are exact.
  let isExact: Bool

  /// The distribution of numbers or times as a sparkline, or an empty text.
  let shape: String

  /// The frequent values with their shares, or the range of the values.
  let typical: String

  /// A Boolean value that indicates whether the field has a histogram.
  let hasHistogram: Bool

  /// The number of glyphs of a sparkline.
  private static let shapeWidth = 14

  /// The number of different values from which numbers and times have a histogram.
  ///
  /// The frequency table describes fewer values better.
  private static let histogramMinimum = 10

  /// The maximum number of frequent values that are listed.
  private static let frequentLimit = 2

  init(_ summary: FieldSummary) {
    name = summary.name
    emptyCount = summary.missingCount
    distinctCount = summary.groupCount
    let texts = summary.timeHistogram != nil && summary.numbers == nil
    let isNumeric = summary.numbers.map { _ in
      2 * (summary.kinds.first { $0.kind == .number }?.count ?? 0) > summary.count
    }
    let hasManyValues = summary.distinctCount >= Self.histogramMinimum
    hasHistogram = hasManyValues && (texts || isNumeric == true)
    type =
      texts ? localized("time") : summary.kinds.map(\.name).prefix(2).joined(separator: ", ")
    let histogram = texts ? summary.timeHistogram : summary.numbers?.histogram
    shape = hasHistogram ? Sparkline.text(histogram ?? [], columns: Self.shapeWidth) : ""
    isDistinctExact = summary.isDistinctExact
    isExact =
      summary.isDistinctExact && (summary.isFrequentExact || hasHistogram)
      && (summary.numbers?.isMedianExact ?? true)
    typical = Self.typical(summary, isTime: texts, hasHistogram: hasHistogram)
  }

  private static func typical(
    _ summary: FieldSummary, isTime: Bool, hasHistogram: Bool
  ) -> String {
    if let numbers = summary.numbers, hasHistogram {
      let sign = numbers.isMedianExact ? "" : "≈"
      return [
        NumberText.short(numbers.minimum), sign + NumberText.short(numbers.median),
        NumberText.short(numbers.maximum),
      ].joined(separator: " … ")
    }
    let sign = summary.isFrequentExact ? "" : "≈"
    let frequent = summary.mostFrequentValues.prefix(frequentLimit)
      .filter { $0.count * 50 >= summary.count }
    if !frequent.isEmpty, !isTime {
      return frequent.map { value in
        let text = value.text.isEmpty ? localized("(empty)") : value.text
        return "\(text) \(sign)\((value.count * 200 + summary.count) / (2 * summary.count)) %"
      }.joined(separator: ", ")
    }
    guard let first = summary.minText, let last = summary.maxText else {
      return summary.numbers.map {
        "\(NumberText.short($0.minimum)) … \(NumberText.short($0.maximum))"
      } ?? ""
    }
    guard first != last else { return first }
    // Times of one day are shown without the day.
    let isSameDay = isTime && first.count > 11 && first.prefix(11) == last.prefix(11)
    return [first, last].map { text in
      String(
        (isSameDay && text.hasSuffix("Z") ? text.dropLast() : text[...]).dropFirst(
          isSameDay ? 11 : 0))
    }.joined(separator: " … ")
  }

  static let fields = ["field", "type", "empty", "distinct", "shape", "typical"]

  var itemID: ItemID { ItemID(name) }
  var fieldNames: [String] { Self.fields.filter { field($0) != nil } }

  func field(_ name: String) -> FieldValue? {
    switch name {
    case "field": .string(self.name)
    case "type": type.isEmpty ? nil : .string(type)
    case "empty": .int(Int64(emptyCount))
    case "distinct": distinctCount.map { .int(Int64($0)) }
    case "shape": shape.isEmpty ? nil : .string(shape)
    case "typical": typical.isEmpty ? nil : .string(typical)
    default: nil
    }
  }

  /// The number of different values as text, marked if it is an estimate.
  var distinctText: String? {
    distinctCount.map { (isDistinctExact ? "" : "≈") + NumberFormatting.grouped($0) }
  }

  /// A Boolean value that indicates whether the number of different values is exact.
  private let isDistinctExact: Bool
}

/// The text of a field for plain text and line mode.
final class FieldRowViewModel: CellViewModel<FieldRow> {
  override var content: TextContent? {
    var spans: [TextContent.Span] = [
      .init(model.name.isEmpty ? localized("(no name)") : model.name, .title),
      .init(model.type, .detail),
      .init(localized("\(NumberFormatting.grouped(model.emptyCount)) empty"), .detail),
    ]
    model.distinctText.map { spans.append(.init(localized("\($0) distinct"), .detail)) }
    spans.append(.init(model.typical, .text))
    return TextContent(spans)
  }
}

extension TableColumns {
  /// Creates the columns of field summaries.
  static func fieldSummaries() -> TableColumns {
    let columns = TableColumns(.all(FieldRow.fields)) { item, names in
      guard let row = item as? FieldRow else { return nil }
      return names.map { name in
        name == "distinct" ? row.distinctText.map { .string($0) } : row.field(name)
      }
    }
    columns.styles = [
      "field": ColumnStyle(isRigid: true),
      "type": ColumnStyle(role: { _ in .quiet }),
      "empty": ColumnStyle(isNumeric: true, role: { $0 == .int(0) ? .quiet : .warning }),
      "distinct": ColumnStyle(isNumeric: true),
      "shape": ColumnStyle(isRigid: true, role: { _ in .bar }),
    ]
    return columns
  }
}

/// A line of glyphs whose heights are proportional to counts.
enum Sparkline {
  private static let signs = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns a glyph for each count, with the largest count at full height.
  ///
  /// If there are more counts than columns, each glyph is the sum of adjacent counts.
  static func text(_ counts: [Int], columns: Int) -> String {
    guard !counts.isEmpty, columns > 0 else { return "" }
    let width = (counts.count + columns - 1) / columns
    var sums = [Int](repeating: 0, count: (counts.count + width - 1) / width)
    for (index, count) in counts.enumerated() { sums[index / width] += count }
    let most = max(1, sums.max() ?? 1)
    return sums.map { $0 == 0 ? " " : signs[min(7, $0 * 8 / most)] }.joined()
  }
}

/// The text of numbers in summaries.
private enum NumberText {
  /// Returns a number with thousands separators if it has at least five digits.
  ///
  /// Four digits are often a year.
  private static func text(of number: Int) -> String {
    number.magnitude < 10_000 ? "\(number)" : NumberFormatting.grouped(number)
  }

  /// Returns a number with up to about six significant digits.
  static func short(_ number: Double) -> String {
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
