internal import MocoaLanguage
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// What changes while one looks at it: reading again, pausing, following, and going back in time.
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
    // Of a page that is put together, the part that has the attention.
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
    // Where a limit has ended reading, nothing is added before the list is read again.
    if screen.isFollowing, case .failed(let reason)? = listPage?.list.phase {
      return warn(phrase("nothing is added at the end: \(reason)"))
    }
    let stop = keys.sign(of: .follow).map { phrase("\($0) or a movement") } ?? phrase("a movement")
    say(
      screen.isFollowing
        ? phrase("following what is added at the end (\(stop) stops)") : phrase("not following"))
  }

  // MARK: - The time machine

  private var history: ListHistory? { (navigator.current as? ListPageViewModel)?.history }

  /// Shows an older or a newer version of the list.
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

  /// How much moves from now on, on all pages.
  func setMotion(_ motion: Motion) {
    self.motion = motion
    say(phrase("motion \(motion.rawValue)"))
  }

  // MARK: - What is said of it

  /// What the page is doing, which version it shows, and what else its screen has to say.
  var remark: String {
    guard let page = navigator.current else { return "" }
    let parts = [
      writingRemark, version, queryRemark, page.activity, lastChange, screen?.remark ?? "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// When what is shown changed last; empty where it never did, and for an older version.
  private var lastChange: String {
    guard history?.isLive ?? true, let time = screen?.lastChange else { return "" }
    return phrase("changed \(LocalTime(time))")
  }

  /// Which version is shown; empty for the newest one.
  private var version: String {
    guard let history, !history.isLive else { return "" }
    return
      phrase(
        "version \(history.number)/\(history.count) of \(LocalTime(history.timeOfVersion)) (= for the newest)"
      )
  }
}
