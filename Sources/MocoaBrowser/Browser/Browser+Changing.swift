internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaModel
internal import MocoaTerminal

/// Commands for changing lists: reload, pause, follow, and show earlier versions.
extension Browser {
  func readAgain() {
    do {
      if try navigator.current?.readAgain() != true {
        say(phrase("there is nothing to read again here"))
      }
    } catch {
      warn("\(error)")
    }
  }

  func togglePause() {
    // In a page with several panes, the focused pane comes first.
    let pages = [screen?.focusedPage, navigator.current].compactMap(\.self)
    guard let page = pages.first(where: { $0.isPaused != nil }), let isPaused = page.isPaused else {
      say(phrase("nothing runs here that could pause"))
      return
    }
    page.setPaused(!isPaused)
    say(
      isPaused
        ? phrase("goes on")
        : phrase(
          "paused\(keys.remark((.pause, phrase("goes on")), (.readAgain, phrase("reads again"))))"))
  }

  func toggleFollowing() {
    guard let screen else { return }
    screen.isFollowing.toggle()
    // After a limit, for example, no items are added before the list is reloaded. An invalid or
    // missing file is still watched.
    if screen.isFollowing, let page = listPage as? RecordsPage, page.source.hasEnded,
      case .failed(let reason) = page.list.phase
    {
      return warn(phrase("nothing is added at the end: \(reason)"))
    }
    let stop = keys.sign(of: .follow).map { phrase("\($0) or a movement") } ?? phrase("a movement")
    say(
      screen.isFollowing
        ? phrase("following what is added at the end (\(stop) stops)") : phrase("not following"))
  }

  // MARK: - History

  private var history: ListHistory? { (navigator.current as? ListPageViewModel)?.history }

  /// Shows an older or a newer version of the list.
  ///
  /// - Parameter distance: The number of versions to go back (negative) or forward (positive).
  func goInTime(by distance: Int) {
    guard let history else {
      say(phrase("this page has one version only"))
      return
    }
    if history.step(by: distance) { return }
    let oldest =
      history.isComplete
      ? phrase("this is the oldest version")
      : phrase(
        "this is the oldest version that is kept (there is \(history.limit >> 20) MiB for changes)")
    say(distance > 0 ? phrase("this is the newest version") : oldest)
  }

  func returnToLive() {
    if history?.returnToLive() != true { say(phrase("this is the newest version")) }
  }

  /// Sets the amount of animation on all pages.
  func setMotion(_ motion: Motion) {
    self.motion = motion
    say(phrase("motion \(motion.rawValue)"))
  }

  // MARK: - Status text

  /// The status text: export progress, version, query, page activity, time of the last change, and
  /// the text of the screen.
  var remark: String {
    guard let page = navigator.current else { return "" }
    let parts = [
      writingRemark, version, queryRemark, page.activity, lastChange, screen?.remark ?? "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The time of the last change, or an empty string if the list never changed or an older version
  /// is shown.
  private var lastChange: String {
    guard history?.isLive ?? true, let time = screen?.lastChange else { return "" }
    return phrase("changed \(LocalTime(time))")
  }

  /// The version that is shown, or an empty string for the latest version.
  private var version: String {
    guard let history, !history.isLive else { return "" }
    return
      phrase(
        "version \(history.number)/\(history.count) of \(LocalTime(history.timeOfVersion)) (= for the newest)"
      )
  }
}
