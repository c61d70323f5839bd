internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaQuery
internal import MocoaTerminal

/// Operations that take time, such as loading.
///
/// The next typed line waits for a short operation. A long one continues while the user enters
/// other commands.
extension LineMode {
  enum PendingWork {
    case loading, searching, filtering, writing

    /// The name of the operation in messages.
    var words: String {
      switch self {
      case .loading: localized("loading")
      case .searching: localized("searching")
      case .filtering: localized("filtering")
      case .writing: localized("exporting")
      }
    }
  }

  /// The focused page if it is a list.
  var listPage: ListPageViewModel? { browser.screen?.focusedPage as? ListPageViewModel }

  private var queried: QueryResults? { listPage?.queried }

  /// The operation in progress, or `nil` if there is none.
  var work: PendingWork? {
    if browser.cursor.search != nil { return .searching }
    if browser.writing != nil { return .writing }
    if browser.isAwaitingItems { return .loading }
    if case .loading? = listPage?.list.phase, rowCount == 0, queried?.query.isEmpty ?? true {
      return .loading
    }
    return queried?.isUpdatingResults == true ? .filtering : nil
  }

  /// Stops the operation in progress.
  ///
  /// - Returns: `true` if an operation was stopped.
  func stopWork() -> Bool {
    if case .prompt = browser.overlay {
      browser.perform(.escape)
      return true
    }
    // An action that waits for a filter must not apply to the items that the filter would hide.
    if browser.deferred.cancelAll() {
      browser.message = nil
      return true
    }
    switch work {
    case .writing: return browser.export.stop()
    case .searching: browser.cursor.cancelSearch()
    case .filtering: return browser.queries.clear()
    case .loading, nil: return browser.navigator.focusedPage?.stopLoading() ?? false
    }
    return true
  }
}
