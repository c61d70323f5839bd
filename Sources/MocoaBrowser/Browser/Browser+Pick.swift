internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Picking items: Enter picks the marked items or the current item, and ends the program.
extension Browser {
  /// The additional key bindings while picking.
  var pickKeys: [KeyTable<Action>.Binding] {
    guard let picking else { return [] }
    return picking.isMulti ? KeyBindings.picking + KeyBindings.pickingSeveral : KeyBindings.picking
  }

  /// Picks the marked items or, if none is marked, the current item, and ends the program.
  func pick() {
    if queries.unfoldSelection() { return }
    guard let screen, let page = screen.focusedPage as? ListPageViewModel else { return }
    if let chosen = screen.focusedList?.targetItems {
      picking?.picked = chosen
      control?.quit(status: ExitStatus.success)
      return
    }
    switch page.list.phase {
    case .loading: showMessage(localized("still loading"))
    case .finished, .failed:
      if !queries.statusText.isEmpty {
        return showMessage(
          localized("no matches\(keys.hint((.escape, localized("clears"))))"))
      }
      control?.quit(status: ExitStatus.negative)
    }
  }

  /// A Boolean value that indicates whether the list has finished loading without any items, so
  /// that no item can be picked.
  var hasNothingToPick: Bool {
    guard picking != nil, let page = navigator.focusedPage as? ListPageViewModel,
      case .finished = page.list.phase
    else { return false }
    return page.list.snapshot.itemCount == 0
  }

  /// Ends the program without picking an item.
  func pickNothing() { control?.quit(status: ExitStatus.cancelled) }

  /// The key hints that the status line shows first while picking.
  var pickHints: [KeyHint] {
    guard let picking else { return [] }
    let pick = KeyHint("↵", localized("pick"))
    return picking.isMulti ? [pick, KeyHint("⇥", localized("mark"))] : [pick]
  }
}
