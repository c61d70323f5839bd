internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// Whether there is what a URL asks for.
extension Browser {
  /// Says of a page that was just opened which field of its filter, order and groups no item has, as soon
  /// as enough items are there to tell.
  func checkExcerpt(of page: ListPageViewModel) {
    guard let asked = page.queried?.query else { return }
    let paths = page.askedFields
    if paths.isEmpty { return }
    check(paths, of: page, asked)
  }

  private func check(_ paths: [String], of page: ListPageViewModel, _ asked: ListQuery) {
    let key = ObjectIdentifier(page)
    checks[key] = nil
    // Who has asked for something else since was told of that.
    guard let queried = page.queried, queried.query == asked else { return }
    let count = queried.base.snapshot.itemCount
    let isLoading = queried.base.phase.isLoading
    // A list that has nothing yet may be said to be finished.
    if count == 0 || isLoading && count < ListPageViewModel.tellingCount {
      checks[key] = queried.base.observe { [weak self, weak page] _ in
        guard let self, let page else { return }
        check(paths, of: page, asked)
      }
    } else if listPage === page {
      warnOfUnknown(paths)
      control?.setNeedsDisplay()
    }
  }
}
