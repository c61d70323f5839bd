internal import MocoaLocalization
internal import Mocoa
internal import MocoaQuery
internal import MocoaTerminal

/// Commands that mark items.
///
/// The marked items are the targets of the next command.
extension Browser {
  func toggleMark() {
    guard allowsMarks() else { return }
    if listScreen?.toggleMark() == true { return }
    showMessage(
      listScreen?.currentCell?.element is ItemGroup
        ? localized("cannot mark a folded group\(keys.hint((.open, localized("opens it"))))")
        : localized("nothing to mark"))
  }

  func mark(_ marking: MarkCommand) {
    guard allowsMarks() else { return }
    guard let list = listScreen, list.currentCell != nil || list.markedCount > 0 else {
      return showMessage(localized("nothing to mark"))
    }
    if list.mark(marking) { return }
    showMessage(localized("no range start in the list (mark one item first)"))
  }

  /// Returns `true` if items can be marked, and otherwise shows the reason.
  private func allowsMarks() -> Bool {
    guard let picking, !picking.isMulti else { return true }
    showMessage(localized("only one item can be picked (use --multi)"))
    return false
  }
}
