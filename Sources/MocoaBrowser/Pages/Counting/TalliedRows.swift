internal import Mocoa
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// The rows of a list that a tally computes, and the text about them for the status line.
struct TalliedRows: Sendable {
  let list: ListSnapshot
  let statusText: String

  /// The scales with shorter and with longer buckets, or `nil` if they do not exist.
  var finer: HistogramScale?
  var coarser: HistogramScale?

  /// The scale of the buckets, or `nil` if the rows are not buckets.
  var scale: HistogramScale?
}

/// A tally whose result is converted to rows on the thread that computes it.
struct RowTally<Base: ItemTally>: ItemTally {
  private var base: Base
  private let makeRows: @Sendable (Base.Result) -> TalliedRows

  init(_ base: Base, makeRows: @escaping @Sendable (Base.Result) -> TalliedRows) {
    (self.base, self.makeRows) = (base, makeRows)
  }

  var itemCount: Int { base.itemCount }
  var required: RequiredBytes? { base.required }
  mutating func visit(_ index: Int, _ item: some FilterSubject) { base.visit(index, item) }
  func makeResult() -> TalliedRows { makeRows(base.makeResult()) }
}

extension TalliedRows {
  /// Creates the rows of a frequency table.
  init(_ counts: ValueCounts, field: String) {
    let name = CountedRow.columnName(of: field)
    let largest = max(1, counts.groups.first?.count ?? 0, counts.otherCount)
    let variants = Self.variants(of: counts.groups)
    var rows = counts.groups.enumerated().map { index, group in
      CountedRow(
        itemID: group.itemID, name: name, value: group.field(field), label: group.label,
        count: group.count, share: CountedRow.share(group.count, of: counts.itemCount),
        barLength: Double(group.count) / Double(largest),
        condition: counts.inexactGroups.contains(index) ? nil : group.condition(variants))
    }
    let others = counts.distinctCount - rows.count
    if counts.otherCount > 0 {
      let number = NumberFormatting.grouped(others) + (counts.isDistinctExact ? "" : "+")
      rows.append(
        CountedRow(
          itemID: "other", name: name, value: nil, label: .string(localized("other (\(number))")),
          count: counts.otherCount,
          share: CountedRow.share(counts.otherCount, of: counts.itemCount),
          barLength: Double(counts.otherCount) / Double(largest), condition: nil))
    }
    let distinct =
      NumberFormatting.grouped(counts.distinctCount) + (counts.isDistinctExact ? "" : "+")
    let values = distinct == "1" ? localized("1 value") : localized("\(distinct) values")
    let statusText = "\(values) · \(Self.text(ofRows: counts.itemCount))"
    self.init(list: Self.list(rows, total: counts.itemCount), statusText: statusText)
  }

  /// Returns a number of rows as text.
  private static func text(ofRows count: Int) -> String {
    count == 1 ? localized("1 row") : localized("\(NumberFormatting.grouped(count)) rows")
  }

  /// Creates the rows of a histogram.
  init(_ histogram: Histogram, field: String) {
    let name = CountedRow.columnName(of: field)
    let largest = max(1, histogram.buckets.map(\.count).max() ?? 0)
    let isTime = if case .time? = histogram.scale { true } else { false }
    let rows = histogram.buckets.map { bucket in
      let label = bucket.lower.label
      return CountedRow(
        itemID: ItemID(bucket.lower.text), name: name,
        value: isTime ? .string(label) : .decimal(label),
        label: isTime ? .string(label) : .decimal(label), count: bucket.count,
        share: CountedRow.share(bucket.count, of: histogram.valueCount),
        barLength: Double(bucket.count) / Double(largest),
        condition: Filter.condition(
          field: field, from: bucket.lower.text, upTo: bucket.upper.text))
    }
    let values = NumberFormatting.grouped(histogram.valueCount)
    self.init(
      list: Self.list(rows, total: histogram.valueCount),
      statusText: histogram.scale.map { localized("buckets of \($0.stepText) · \(values) values") }
        ?? localized("no numbers or times"),
      finer: histogram.finer, coarser: histogram.coarser, scale: histogram.scale)
  }

  private static func list(_ rows: [CountedRow], total: Int) -> ListSnapshot {
    ListSnapshot(sections: [
      SectionSnapshot(
        id: 0, items: ElementSequence(elements: rows),
        footer: rows.isEmpty ? nil : CountedTotal(label: localized("total"), count: total))
    ])
  }

  /// Returns the texts that differ only in case, by their lower-case form.
  ///
  /// A filter for text in lower case also finds the others.
  private static func variants(of groups: [ItemGroup]) -> [String: [String]] {
    var texts: [String: [String]] = [:]
    for group in groups {
      if case .value(.string(let text)) = group.value {
        texts[text.lowercased(), default: []].append(text)
      }
    }
    return texts.filter { $0.value.count > 1 }
  }
}

extension ItemGroup {
  /// The value as it is displayed, or the label of a missing value.
  fileprivate var label: FieldValue {
    switch value {
    case .value(let value) where !value.isNull:
      if case .string = value { .string(title) } else { value }
    default: .string(title)
    }
  }

  /// Returns the filter text for the items of the group, or `nil` if a filter cannot describe them.
  ///
  /// - Parameter variants: The texts that differ only in case, by their lower-case form.
  fileprivate func condition(_ variants: [String: [String]]) -> String? {
    switch value {
    case .other: return nil
    case .missing: return Filter.condition(field: field, equals: nil)
    case .value(let value):
      guard let condition = Filter.condition(field: field, equals: value) else { return nil }
      guard case .string(let text) = value, text == text.lowercased() else { return condition }
      let others = variants[text, default: []].filter { $0 != text }
      let excluded = others.map {
        Filter.condition(field: field, equals: .string($0), isNegated: true)
      }
      return excluded.contains { $0 == nil }
        ? nil : ([condition] + excluded.compactMap(\.self)).joined(separator: " ")
    }
  }
}

extension FieldValue {
  fileprivate var isNull: Bool { if case .null = self { true } else { false } }
}

extension TalliedRows {
  /// Creates the rows of the fields of a list.
  ///
  /// - Parameter isPartial: A Boolean value that indicates whether only the visible fields are
  ///   listed.
  init(_ state: ListSummary.State, isPartial: Bool) {
    let rows = state.fields.map(FieldRow.init)
    let isExact = rows.allSatisfy(\.isExact)
    let count = Self.text(ofRows: state.itemCount)
    var parts = [isExact ? localized("\(count), exact") : count]
    if isPartial { parts.append(localized("visible fields only")) }
    if state.isTruncated {
      parts.append(localized("only the first \(NumberFormatting.grouped(rows.count)) fields"))
    }
    self.init(
      list: ListSnapshot(sections: [
        SectionSnapshot(id: 0, items: ElementSequence(elements: rows))
      ]), statusText: parts.joined(separator: " · "))
  }
}
