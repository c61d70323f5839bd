internal import MocoaLocalization
internal import MocoaData
internal import Mocoa
internal import MocoaTerminal

/// Commands that mark items as targets of the next command.
extension Browser {
  func toggleMark() {
    if let picking, !picking.isMulti {
      return showMessage(localized("one item is picked (--multi picks several)"))
    }
    if screen?.toggleMark() == true { return }
    showMessage(
      screen?.currentCell?.element is ItemGroup
        ? localized("a folded group cannot be marked\(keys.remark((.open, localized("opens it"))))")
        : localized("nothing to mark here"))
  }

  func mark(_ marking: MarkCommand) {
    if let picking, !picking.isMulti {
      return showMessage(localized("one item is picked (--multi picks several)"))
    }
    guard let screen, screen.currentCell != nil || screen.markedCount > 0 else {
      return showMessage(localized("nothing to mark here"))
    }
    if screen.mark(marking) { return }
    showMessage(
      screen.markedCount == 0
        ? localized("from where? (Space marks one end, then m all to the cursor)")
        : localized("the item that was marked last is not shown"))
  }
}
