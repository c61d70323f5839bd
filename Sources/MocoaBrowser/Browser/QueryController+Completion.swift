internal import Mocoa
internal import MocoaModel
internal import MocoaQuery

/// The completion of filters and searches.
extension QueryController {
  /// The maximum number of items that are examined for values.
  private static let valueSampleCount = 1000

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
    var counts: [String: Int] = [:]
    for (value, count) in frequentValues(ofField: field) {
      guard let text = Filter.operand(forValue: value) else { continue }
      candidates.append(text)
      counts[text] = count
    }
    return Completion(candidates: candidates, after: word.head, counts: counts)
  }

  /// Returns the most frequent values of a field in a sample of the items, the most frequent first.
  private func frequentValues(ofField field: String) -> [(value: String, count: Int)] {
    guard let list = context.listPage?.list.content.snapshot else { return [] }
    var counts: [String: Int] = [:]
    let total = list.itemCount
    let step = max(1, total / Self.valueSampleCount)
    for position in stride(from: 0, to: total, by: step).prefix(Self.valueSampleCount) {
      guard let path = list.path(forItemAt: position) else { break }
      let item = list.element(at: path)
      guard ItemSerializer.hasLoadedFields(item),
        let text = ItemSerializer.value(at: field, of: item)?.scalarString, !text.isEmpty,
        text.count <= Self.maxValueLength
      else { continue }
      counts[text, default: 0] += 1
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.maxValues)
      .map { ($0.key, $0.value) }
  }
}
