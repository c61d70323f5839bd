package import Mocoa
internal import MocoaModel
package import MocoaQuery

/// The query of the list of a page.
extension ListPageViewModel {
  /// The query results of the list, or `nil` if it never had a query.
  package var queried: QueryResults? { list.derivedList as? QueryResults }

  /// Returns the query results of the list, creating them if needed.
  func makeQueried() -> QueryResults {
    if let queried { return queried }
    let queried = QueryResults(list.content)
    list.show(ItemGroup.self, height: 1) { .text($0.heading) }
    list.setSource(queried)
    return queried
  }

  /// Applies the query in the URL.
  ///
  /// - Returns: The error of an invalid filter, or `nil`.
  func applyListOptions() -> ListQuery.ListQueryError? {
    let (query, fault) = ListQuery.read(listOptions)
    if !query.isEmpty { makeQueried().query = query }
    return fault
  }

  /// The value of the `fields` option of the URL, or `nil` if the URL has none.
  var fieldsOption: String? {
    listOptions.last { ListOption(rawValue: $0.name) == .fields }.map { $0.value ?? "" }
  }

  /// The `view` option for the URL, or `nil` if the list has its default form.
  var viewOption: ModuleURL.Option? {
    guard let page = self as? any TreePage, let view = page.requestedView else { return nil }
    return .init(name: ListOption.view.rawValue, value: view.rawValue)
  }

  /// Updates the list options of the URL from the query.
  ///
  /// - Parameter fields: The value of the `fields` option, or `nil` for none.
  func updateListOptions(fields: String?) {
    listOptions = queried?.query.options ?? []
    if let fields {
      listOptions.append(.init(name: ListOption.fields.rawValue, value: fields))
    }
    if let view = viewOption { listOptions.append(view) }
  }
}

extension PageViewModel {
  /// Passes the list options in the URL of a page to the first list that is embedded in the page.
  func passListOptions(to first: ListPageViewModel) {
    if first !== self, !url.listOptions.isEmpty { first.listOptions = url.listOptions }
  }
}
