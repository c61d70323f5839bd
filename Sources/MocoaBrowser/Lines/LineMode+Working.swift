internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// What takes a while: it is waited for in silence as long as that is short, and never in the way of
/// other commands.
extension LineMode {
  enum Work {
    case loading, searching, filtering, writing, counting

    /// What is said of it.
    var words: String {
      switch self {
      case .loading: phrase("loading")
      case .searching: phrase("searching")
      case .filtering: phrase("filtering")
      case .writing: phrase("writing")
      case .counting: phrase("summing up")
      }
    }
  }

  /// The page that has the attention, where it is a list.
  var listPage: ListPageViewModel? { browser.screen?.focusedPage as? ListPageViewModel }

  private var queried: QueriedList? { listPage?.queried }

  /// What was asked for and is going on; nil for nothing.
  var work: Work? {
    if browser.search != nil { return .searching }
    if browser.writing != nil { return .writing }
    if case .panel(let panel) = browser.overlay, case .summary(let summary, _) = panel.content {
      return summary.isComplete ? nil : .counting
    }
    if let awaited = browser.awaited, awaited.page === browser.navigator.current { return .loading }
    if case .loading? = listPage?.list.phase, rowCount == 0, queried?.query.isPlain ?? true {
      return .loading
    }
    return queried?.isAsking == true ? .filtering : nil
  }

  /// Stops what is going on.
  ///
  /// - Returns: whether something was.
  func stopWork() -> Bool {
    if case .prompt = browser.overlay {
      browser.perform(.escape)
      return true
    }
    // What waits for the filter is not to be done to all that it would have kept away.
    if browser.stopWaiting() {
      browser.message = nil
      return true
    }
    switch work {
    case .writing: return browser.stopWriting()
    case .searching:
      browser.search?.cancel()
      browser.search = nil
    case .counting: browser.overlay = nil
    case .filtering: return browser.clearQuery()
    case .loading, nil: return browser.navigator.current?.stopLoading() ?? false
    }
    return true
  }
}
