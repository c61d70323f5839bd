internal import Mocoa
internal import MocoaModel
internal import MocoaQuery

/// The completion of filters and searches.
extension QueryController {
  /// The maximum number of items that are examined for values.
  private static let valueSampleCount = 300

  /// The maximum number of values that are offered.
  private static let maxValues = 20

  /// The maximum length of an offered value in characters.
  private static let maxValueLength = 60

  /// Returns the completion of the last word of a filter: the names of fields, the operators after
  /// a name, or the most frequent values after an operator.
  func completion(ofFilter line: String) -> Completion {
    let word = Filter.lastWord(of: line)
    guard let field = word.field else {
      let names = fieldNames.compactMap { Filter.name(forField: $0) }
      let isName = names.contains(word.part)
      let signs = isName ? Filter.comparisonSigns.map { word.part + $0 } : []
      return Completion(candidates: signs + names, after: word.head)
    }
    var candidates: [String] = []
    var frequencies: [String: String] = [:]
    for (value, frequency) in frequentValues(ofField: field) {
      guard let text = Filter.operand(forValue: value) else { continue }
      candidates.append(text)
      frequencies[text] = frequency
    }
    return Completion(candidates: candidates, after: word.head, frequencies: frequencies)
  }

  /// Returns the most frequent values of a field, the most frequent first, with the number of their
  /// items.
  ///
  /// In a long list, a sample of the items is examined, and the number is an estimated share.
  private func frequentValues(ofField field: String) -> [(value: String, frequency: String)] {
    guard let list = context.listPage?.list.content.snapshot else { return [] }
    var counts: [String: Int] = [:]
    var examined = 0
    let total = list.itemCount
    let step = max(1, total / Self.valueSampleCount)
    for position in stride(from: 0, to: total, by: step).prefix(Self.valueSampleCount) {
      guard let path = list.path(forItemAt: position) else { break }
      let item = list.element(at: path)
      examined += 1
      guard ItemSerializer.hasLoadedFields(item),
        let text = ItemSerializer.value(at: field, of: item)?.scalarString, !text.isEmpty,
        text.count <= Self.maxValueLength
      else { continue }
      counts[text, default: 0] += 1
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.maxValues)
      .map { value, count in
        let isExact = examined == total
        return (
          value, isExact ? NumberFormatting.grouped(count) : "≈ \(count * 100 / max(1, examined)) %"
        )
      }
  }
}
