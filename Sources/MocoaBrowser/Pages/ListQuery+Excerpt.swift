internal import MocoaLanguage
internal import Mocoa
internal import MocoaData

/// What of a list is shown, as options of a URL: `filter=year>1959&sort=-year title&group=genre`.
extension ListQuery {
  /// What is wrong with such options.
  struct Fault: Error, CustomStringConvertible {
    let filter: String
    let error: FilterError

    var description: String { phrase("filter=\(filter): at \(error.place + 1): \(error)") }
  }

  /// Reads options, of which the last of each name counts; a filter that cannot be read is none, and the
  /// rest counts.
  static func read(_ options: [ModuleURL.Option]) -> (query: ListQuery, fault: Fault?) {
    var query = ListQuery()
    var fault: Fault?
    for option in options {
      let text = option.value ?? ""
      switch ExcerptOption(rawValue: option.name) {
      case .filter:
        (query.filter, fault) = (nil, nil)
        do throws(FilterError) {
          let filter = try Filter(text)
          query.filter = filter.isEmpty ? nil : filter
        } catch {
          fault = Fault(filter: text, error: error)
        }
      case .sort: query.orders = orders(text)
      case .group: query.group = group(text)
      case .fields, nil: break
      }
    }
    return (query, fault)
  }

  /// The options that say the same.
  var options: [ModuleURL.Option] {
    ExcerptOption.allCases.compactMap { option in
      let value: String? =
        switch option {
        case .filter: filter?.text
        case .sort: orders.isEmpty ? nil : orderText
        case .group: groupText
        case .fields: nil
        }
      return value.map { ModuleURL.Option(name: option.rawValue, value: $0) }
    }
  }

  /// The same in words, for whoever sees it; empty where all is shown as it is.
  ///
  /// - Parameter count: how many items pass the filter; empty where nobody knows.
  func text(count: String = "") -> String {
    var parts: [String] = []
    if let filter { parts.append(phrase("filter \(filter.text)\(count)")) }
    if !orders.isEmpty { parts.append(phrase("sorted by \(orderText)")) }
    if let groupText { parts.append(phrase("grouped by \(groupText)")) }
    return parts.joined(separator: " · ")
  }

  // MARK: - As it is typed

  /// Fields, each a word, of which those with a minus in front or `desc` behind are in descending order.
  static func orders(_ text: String) -> [Order] {
    var orders: [Order] = []
    for word in FieldWords.words(text) {
      if word.isOrder, let last = orders.popLast() {
        orders.append(Order(last.field, isDescending: last.isDescending || word.name == "desc"))
      } else {
        orders.append(Order(word.name, isDescending: word.isMinus))
      }
    }
    return orders
  }

  /// The fields by which items are in order, each a word.
  var orderText: String {
    orders.map { ($0.isDescending ? "-" : "") + FieldWords.word($0.field) }.joined(separator: " ")
  }

  /// The field by which items are put together, all that is typed, or what stands in quotes; nil where
  /// nothing is typed.
  static func group(_ text: String) -> String? {
    let field = text.drop { $0 == " " }
    if field.hasPrefix("\"") { return FieldWords.words(text).first?.name }
    return field.isEmpty ? nil : String(field)
  }

  /// The field by which items are put together, as it is typed.
  var groupText: String? {
    group.map { name in
      name.hasPrefix("\"") || name.hasPrefix(" ") ? FieldWords.word(name) : name
    }
  }
}
