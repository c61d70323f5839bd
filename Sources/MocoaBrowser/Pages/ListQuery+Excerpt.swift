internal import MocoaLocalization
internal import Mocoa
internal import MocoaQuery

/// The URL options of a query, such as `filter=year>1959&sort=-year title&group=genre`.
extension ListQuery {
  /// An error in the options of a query.
  struct ListQueryError: Error, CustomStringConvertible {
    let filter: String
    let error: FilterError

    var description: String { localized("filter=\(filter): at \(error.offset + 1): \(error)") }
  }

  /// Creates a query from URL options.
  ///
  /// If an option occurs several times, the last one applies. An invalid filter is ignored and
  /// reported; the other options still apply.
  static func read(_ options: [ModuleURL.Option]) -> (query: ListQuery, fault: ListQueryError?) {
    var query = ListQuery()
    var fault: ListQueryError?
    for option in options {
      let text = option.value ?? ""
      switch ListOption(rawValue: option.name) {
      case .filter:
        (query.filter, fault) = (nil, nil)
        do throws(FilterError) {
          let filter = try Filter(text)
          query.filter = filter.isEmpty ? nil : filter
        } catch {
          fault = ListQueryError(filter: text, error: error)
        }
      case .sort: query.orders = orders(text)
      case .group: query.group = group(text)
      case .fields, .view, nil: break
      }
    }
    return (query, fault)
  }

  /// The URL options of the query.
  var options: [ModuleURL.Option] {
    ListOption.allCases.compactMap { option in
      let value: String? =
        switch option {
        case .filter: filter?.text
        case .sort: orders.isEmpty ? nil : orderText
        case .group: groupText
        case .fields, .view: nil
        }
      return value.map { ModuleURL.Option(name: option.rawValue, value: $0) }
    }
  }

  /// Returns a description of the query for the user, or an empty string for the empty query.
  ///
  /// - Parameter count: The number of results as text, or an empty string if it is unknown.
  func text(count: String = "") -> String {
    var parts: [String] = []
    if let filter { parts.append(localized("filter \(filter.text)\(count)")) }
    if !orders.isEmpty { parts.append(localized("sorted by \(orderText)")) }
    if let groupText { parts.append(localized("grouped by \(groupText)")) }
    return parts.joined(separator: " · ")
  }

  // MARK: - Text that the user types

  /// Parses sort fields.
  ///
  /// A minus before a field or `desc` after it means descending order.
  static func orders(_ text: String) -> [Order] {
    var orders: [Order] = []
    for word in FieldListSyntax.words(text) {
      if word.isOrder, let last = orders.popLast() {
        orders.append(Order(last.field, isDescending: last.isDescending || word.name == "desc"))
      } else {
        orders.append(Order(word.name, isDescending: word.isMinus))
      }
    }
    return orders
  }

  /// The sort fields as text that `orders(_:)` parses.
  var orderText: String {
    orders.map { ($0.isDescending ? "-" : "") + FieldListSyntax.word($0.field) }.joined(
      separator: " ")
  }

  /// Parses the text of a group field, which is its name or its quoted name.
  ///
  /// - Returns: `nil` for an empty text.
  static func group(_ text: String) -> String? {
    let field = text.drop { $0 == " " }
    if field.hasPrefix("\"") { return FieldListSyntax.words(text).first?.name }
    return field.isEmpty ? nil : String(field)
  }

  /// The group field as text that `group(_:)` parses.
  var groupText: String? {
    group.map { name in
      name.hasPrefix("\"") || name.hasPrefix(" ") ? FieldListSyntax.word(name) : name
    }
  }
}
