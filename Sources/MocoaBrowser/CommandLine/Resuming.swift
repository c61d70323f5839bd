internal import MocoaLanguage
internal import Mocoa

/// Going on where the program ended last, and keeping where it ends.
@MainActor
struct Resuming {
  /// The file; nil for somebody without a home, for whom nothing is kept.
  let file: StateFile?

  init(file: StateFile?) {
    self.file = file
  }

  /// Opens what was open when the program ended last; else the home page.
  ///
  /// - Returns: what is to be said of it; nil where all is as it was.
  func resume(_ navigator: Navigator) throws(Navigator.Failure) -> String? {
    var remark: String?
    var leftOut: [Navigator.Failure] = []
    let onLeftOut = navigator.onLeftOut
    navigator.onLeftOut = { leftOut.append($0) }
    do throws(StateFile.Fault) {
      guard let file else { throw .missing }
      let state = try file.read()
      navigator.restore(state)
      if state.tabs.isEmpty { throw .missing }
    } catch {
      remark = "\(error)"
    }
    // Pages that sleep are opened later, and may be left out then.
    navigator.onLeftOut = onLeftOut
    if let first = leftOut.first {
      remark =
        leftOut.count == 1
        ? phrase("left out: \(first)") : phrase("\(leftOut.count) left out: \(first)")
    }
    if navigator.current == nil, let home = navigator.home { try navigator.push(home) }
    return remark
  }

  /// The URL of the page that was shown when the program ended last.
  func shownURL() throws -> ModuleURL {
    guard let url = try file?.read().shownURL else { throw StateFile.Fault.missing }
    return url
  }

  /// Keeps what is open; where nothing of it can be opened again, what was kept before stays.
  func keep(_ navigator: Navigator) throws(StateFile.Fault) {
    let state = navigator.state
    if !state.tabs.isEmpty { try file?.write(state) }
  }
}
