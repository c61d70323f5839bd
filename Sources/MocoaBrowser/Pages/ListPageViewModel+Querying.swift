internal import Mocoa
internal import MocoaData
internal import MocoaModel

/// What of the list of a page is shown, and in which order.
extension ListPageViewModel {
  /// What that shows of the list; nil where it was never asked, and all is shown as it is.
  var queried: QueriedList? { list.source as? QueriedList }

  /// The same, made where it is not there yet.
  func makeQueried() -> QueriedList {
    if let queried { return queried }
    let queried = QueriedList(list.source)
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

  /// Has the URL say what is shown.
  func noteExcerpt() { excerpt = queried?.query.options ?? [] }
}
