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

  /// The fields that the URL says are to be shown in columns; empty where it says none.
  var excerptColumns: [String] {
    let option = excerpt.last { ExcerptOption(rawValue: $0.name) == .fields }
    return FieldWords.words(option?.value ?? "").map(\.name)
  }

  /// Has the URL say what is shown.
  ///
  /// - Parameter columns: the fields that are shown in columns; nil where nobody asked for any.
  func noteExcerpt(columns: [String]?) {
    excerpt = queried?.query.options ?? []
    guard let columns else { return }
    excerpt.append(
      .init(
        name: ExcerptOption.fields.rawValue,
        value: columns.map(FieldWords.word).joined(separator: " ")))
  }
}
