internal import MocoaLanguage
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Picking: Enter takes what is chosen, and the program ends with it.
extension Browser {
  /// The keys that mean something else while one picks.
  var pickKeys: [KeyTable<Action>.Binding] {
    guard let picking else { return [] }
    return picking.isMulti ? Keys.picking + Keys.pickingSeveral : Keys.picking
  }

  /// Ends with what is marked, or with what the cursor is on.
  func pick() {
    if unfoldSelection() { return }
    guard let screen, let page = screen.focusedPage as? ListPageViewModel else { return }
    if let chosen = screen.chosen {
      picking?.picked = chosen
      control?.quit(status: ExitStatus.success)
      return
    }
    switch page.list.phase {
    case .loading: say(phrase("nothing is there yet"))
    case .finished, .failed:
      if !queryRemark.isEmpty {
        return say(phrase("nothing passes the filter\(keys.remark((.escape, phrase("ends it"))))"))
      }
      control?.quit(status: ExitStatus.negative)
    }
  }

  /// Whether there is a list that has nothing, and will not have anything.
  var hasNothingToPick: Bool {
    guard picking != nil, let page = navigator.current as? ListPageViewModel,
      case .finished = page.list.phase
    else { return false }
    return page.list.snapshot.itemCount == 0
  }

  /// Ends without anything.
  func pickNothing() { control?.quit(status: ExitStatus.cancelled) }

  /// What the status line says first while one picks.
  var pickHints: [String] {
    guard let picking else { return [] }
    return picking.isMulti ? [phrase("↵ pick"), phrase("⇥ mark")] : [phrase("↵ pick")]
  }
}
