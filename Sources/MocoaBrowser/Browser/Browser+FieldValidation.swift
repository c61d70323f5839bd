internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// Checks of the field names in a page URL.
extension Browser {
  /// Warns about each field of the filter, order and groups of a new page that its items do not
  /// have.
  ///
  /// The check runs when enough items are loaded.
  func checkExcerpt(of page: ListPageViewModel) {
    guard let asked = page.queried?.query else { return }
    let paths = page.askedFields
    if paths.isEmpty { return }
    check(paths, of: page, asked)
  }

  private func check(_ paths: [String], of page: ListPageViewModel, _ asked: ListQuery) {
    let session = sessions.values.first { $0.page.listPages.contains { $0 === page } }
    let list = session?.makeList(for: page)
    list?.fieldCheck = nil
    // A newer query was checked when the user entered it.
    guard let queried = page.queried, queried.query == asked else { return }
    let count = queried.base.snapshot.itemCount
    let isLoading = queried.base.phase.isLoading
    // An empty list may already be in the finished phase.
    if count == 0 || isLoading && count < ListPageViewModel.tellingCount {
      list?.fieldCheck = queried.base.observe { [weak self, weak page] _ in
        guard let self, let page else { return }
        check(paths, of: page, asked)
      }
    } else if listPage === page {
      warnOfUnknown(paths)
      control?.setNeedsDisplay()
    }
  }
}
