internal import MocoaLanguage
internal import MocoaData
internal import Mocoa
internal import MocoaTerminal

/// Commands that mark items as targets of the next command.
extension Browser {
  func toggleMark() {
    if let picking, !picking.isMulti {
      return say(phrase("one item is picked (--multi picks several)"))
    }
    if screen?.toggleMark() == true { return }
    say(
      screen?.selection?.element is ItemGroup
        ? phrase("a folded group cannot be marked\(keys.remark((.open, phrase("opens it"))))")
        : phrase("nothing to mark here"))
  }

  func mark(_ marking: Marking) {
    if let picking, !picking.isMulti {
      return say(phrase("one item is picked (--multi picks several)"))
    }
    guard let screen, screen.selection != nil || screen.markedCount > 0 else {
      return say(phrase("nothing to mark here"))
    }
    if screen.mark(marking) { return }
    say(
      screen.markedCount == 0
        ? phrase("from where? (Space marks one end, then m all to the cursor)")
        : phrase("the item that was marked last is not shown"))
  }
}
