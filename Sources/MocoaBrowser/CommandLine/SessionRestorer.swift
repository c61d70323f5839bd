internal import MocoaLocalization
internal import Mocoa

/// Restores the pages of the last run, and saves the open pages.
@MainActor
struct SessionRestorer {
  /// The file with the pages, or `nil` if the user has no home folder.
  ///
  /// In the latter case, the pages are not saved.
  let file: SessionFile?

  init(file: SessionFile?) {
    self.file = file
  }

  /// Opens the pages of the last run, or the home page if there are none.
  ///
  /// - Returns: A message for the user, or `nil` if all pages were restored.
  func resume(_ navigator: Navigator) throws(Navigator.NavigationError) -> String? {
    var remark: String?
    var leftOut: [Navigator.NavigationError] = []
    let onLeftOut = navigator.onPageUnavailable
    navigator.onPageUnavailable = { leftOut.append($0) }
    do throws(SessionFile.SessionFileError) {
      guard let file else { throw .missing }
      let state = try file.read()
      navigator.restore(state)
      if state.tabs.isEmpty { throw .missing }
    } catch {
      remark = "\(error)"
    }
    // Suspended pages are opened later and may fail then.
    navigator.onPageUnavailable = onLeftOut
    if let first = leftOut.first {
      remark =
        leftOut.count == 1
        ? localized("skipped: \(first)") : localized("\(leftOut.count) skipped: \(first)")
    }
    if navigator.focusedPage == nil, let home = navigator.home { try navigator.push(home) }
    return remark
  }

  /// Returns the URL of the page that was visible when the last run ended.
  func shownURL() throws -> ModuleURL {
    guard let url = try file?.read().shownURL else { throw SessionFile.SessionFileError.missing }
    return url
  }

  /// Saves the open pages.
  ///
  /// If none of them can be reopened, the file stays unchanged.
  func save(_ navigator: Navigator) throws(SessionFile.SessionFileError) {
    let state = navigator.state
    if !state.tabs.isEmpty { try file?.write(state) }
  }
}
