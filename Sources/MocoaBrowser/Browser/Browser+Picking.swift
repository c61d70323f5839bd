internal import MocoaLanguage
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Picking of items: Enter picks the target items and ends the program.
extension Browser {
  /// The additional key bindings while picking.
  var pickKeys: [KeyTable<Action>.Binding] {
    guard let picking else { return [] }
    return picking.isMulti ? Keys.picking + Keys.pickingSeveral : Keys.picking
  }

  /// Picks the marked items, or the current item, and ends the program.
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

  /// A Boolean value that indicates whether the list finished loading without any item, so that
  /// nothing can be picked.
  var hasNothingToPick: Bool {
    guard picking != nil, let page = navigator.current as? ListPageViewModel,
      case .finished = page.list.phase
    else { return false }
    return page.list.snapshot.itemCount == 0
  }

  /// Ends the program without a picked item.
  func pickNothing() { control?.quit(status: ExitStatus.cancelled) }

  /// The key hints that the status line shows first while picking.
  var pickHints: [String] {
    guard let picking else { return [] }
    return picking.isMulti ? [phrase("↵ pick"), phrase("⇥ mark")] : [phrase("↵ pick")]
  }
}
