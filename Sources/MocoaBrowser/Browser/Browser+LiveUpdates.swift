internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Commands for lists that change: reload, pause, follow, and show earlier versions.
extension Browser {
  func readAgain() {
    do {
      if try navigator.focusedPage?.reload() != true {
        showMessage(localized("cannot reload this page"))
      }
    } catch {
      showWarning("\(error)")
    }
  }

  func togglePause() {
    // In a page with several panes, the focused pane comes first.
    let pages = [screen?.focusedPage, navigator.focusedPage].compactMap(\.self)
    guard let page = pages.first(where: { $0.isPaused != nil }), let isPaused = page.isPaused else {
      showMessage(localized("this page has no updates to pause"))
      return
    }
    page.setPaused(!isPaused)
    showMessage(
      isPaused
        ? localized("resumes")
        : localized(
          "paused\(keys.hint((.pause, localized("resumes")), (.reload, localized("reloads"))))"
        ))
  }

  func toggleFollowing() {
    guard screen != nil else { return }
    listScreen?.isFollowing.toggle()
    let isFollowing = listScreen?.isFollowing ?? false
    // After a limit, for example, no items are added before the list is reloaded. An invalid or
    // missing file is still watched.
    if isFollowing, let page = listPage, (page as? any ReopenablePage)?.hasEnded == true,
      case .failed(let reason) = page.list.phase
    {
      return showWarning(localized("no new items to follow: \(reason)"))
    }
    let stop =
      keys.sign(of: .follow).map { localized("\($0) or moving the cursor") }
      ?? localized("moving the cursor")
    showMessage(
      isFollowing
        ? localized("following new items (\(stop) stops)")
        : localized("stopped following new items"))
  }

  // MARK: - History

  private var history: ListHistory? { (navigator.focusedPage as? ListPageViewModel)?.history }

  /// Shows an older or a newer version of the list.
  ///
  /// - Parameter distance: The number of versions to go back, if it is negative, or forward.
  func goInTime(by distance: Int) {
    guard let history else {
      showMessage(localized("no other version"))
      return
    }
    if history.step(by: distance) { return }
    let oldest =
      history.hasAllVersions
      ? localized("already at the oldest version")
      : localized(
        "oldest version (history limit: \(history.byteLimit >> 20) MiB)"
      )
    showMessage(distance > 0 ? localized("already at the latest version") : oldest)
  }

  func returnToLive() {
    if history?.showLatest() != true { showMessage(localized("already at the latest version")) }
  }

  /// Sets the amount of animation on all pages.
  func setMotion(_ motion: Motion) {
    self.motion = motion
    showMessage(localized("motion \(motion.rawValue)"))
  }

  // MARK: - Status text

  /// The status text: export progress, version, order and groups, page activity, the status text of
  /// the screen, and the time of the last change.
  var statusText: String {
    guard let page = navigator.focusedPage else { return "" }
    let parts = [
      export.statusText, cursor.matchText, version, queries.orderText, page.statusText,
      screen?.focusedStatus?.statusText ?? "", baseline, lastChange,
      trees.pathText(columns: frame.size.columns * 2 / 5),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The time of the last change.
  ///
  /// Empty if the list has not changed or an older version is shown.
  private var lastChange: String {
    guard history?.isLatest ?? true, let time = screen?.changeTracking?.lastChangeTime else {
      return ""
    }
    return localized("changed \(LocalTime(time))")
  }

  /// The time from which all changes stay marked, or an empty string.
  private var baseline: String {
    screen?.changeTracking?.baselineTime.map { localized("since \(LocalTime($0))") } ?? ""
  }

  /// Retains the marks of all changes from now on, or lets them weaken again.
  func toggleBaseline() {
    guard let tracking = screen?.changeTracking, tracking.marksChanges else {
      return showMessage(localized("changes are not marked on this page"))
    }
    showMessage(
      tracking.toggleBaseline()
        ? localized("changes from now on stay marked") : localized("marks weaken again"))
  }

  /// Removes the marks of all changes.
  func removeChangeMarks() { screen?.changeTracking?.removeChangeMarks() }

  /// The number of the version that is shown.
  ///
  /// Empty for the latest version.
  private var version: String {
    guard let history, !history.isLatest else { return "" }
    return
      localized(
        "version \(history.versionNumber)/\(history.count) of \(LocalTime(history.versionTime)) (= for the latest)"
      )
  }
}
