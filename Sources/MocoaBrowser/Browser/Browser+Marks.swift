internal import MocoaLocalization
internal import Mocoa
internal import MocoaQuery
internal import MocoaTerminal

/// Commands that mark items.
///
/// The marked items are the targets of the next command.
extension Browser {
  func toggleMark() {
    if let picking, !picking.isMulti {
      return showMessage(localized("only one item can be picked (use --multi)"))
    }
    if screen?.toggleMark() == true { return }
    showMessage(
      screen?.currentCell?.element is ItemGroup
        ? localized("cannot mark a folded group\(keys.hint((.open, localized("opens it"))))")
        : localized("nothing to mark"))
  }

  func mark(_ marking: MarkCommand) {
    if let picking, !picking.isMulti {
      return showMessage(localized("only one item can be picked (use --multi)"))
    }
    guard let screen, screen.currentCell != nil || screen.markedCount > 0 else {
      return showMessage(localized("nothing to mark"))
    }
    if screen.mark(marking) { return }
    showMessage(
      screen.markedCount == 0
        ? localized("no range start (mark one item first)")
        : localized("range start is hidden by the filter"))
  }
}
