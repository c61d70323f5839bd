internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// What of the list of a page is shown, and in which order.
extension ListPageViewModel {
  /// What that shows of the list; nil where it was never asked, and all is shown as it is.
  var queried: QueriedList? { list.excerpt as? QueriedList }

  /// The same, made where it is not there yet.
  func makeQueried() -> QueriedList {
    if let queried { return queried }
    let queried = QueriedList(list.content)
    list.show(ItemGroup.self, height: 1) { .text($0.heading) }
    list.follow(queried)
    return queried
  }

  /// Shows what the URL says is to be shown.
  ///
  /// - Returns: what could not be read of it; nil where all could.
  func showExcerpt() -> ListQuery.Fault? {
    let (query, fault) = ListQuery.read(excerpt)
    if !query.isPlain { makeQueried().query = query }
    return fault
  }

  /// What the URL says of the fields that are to be shown; nil where it says nothing.
  var fieldsOption: String? {
    excerpt.last { ExcerptOption(rawValue: $0.name) == .fields }.map { $0.value ?? "" }
  }

  /// Has the URL say what is shown.
  ///
  /// - Parameter fields: what is to be said of the fields; nil for nothing.
  func noteExcerpt(fields: String?) {
    excerpt = queried?.query.options ?? []
    if let fields {
      excerpt.append(.init(name: ExcerptOption.fields.rawValue, value: fields))
    }
  }
}

extension PageViewModel {
  /// Hands on what the URL of a page says that embeds lists: it is for the first of these.
  func handExcerpt(to first: ListPageViewModel) {
    if first !== self, !url.excerpt.isEmpty { first.excerpt = url.excerpt }
  }
}
