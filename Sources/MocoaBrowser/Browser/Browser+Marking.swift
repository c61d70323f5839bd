internal import MocoaTerminal

/// Marks: on which items something is to be done at once.
extension Browser {
  func toggleMark() {
    if let picking, !picking.isMulti { return say("one item is picked (--multi picks several)") }
    if screen?.toggleMark() != true { say("nothing to mark here") }
  }

  func mark(_ marking: Marking) {
    if let picking, !picking.isMulti { return say("one item is picked (--multi picks several)") }
    guard let screen, screen.selection != nil || screen.markedCount > 0 else {
      return say("nothing to mark here")
    }
    if screen.mark(marking) { return }
    say(
      screen.markedCount == 0
        ? "from where? (Space marks one end, then m all to the cursor)"
        : "the item that was marked last is not shown")
  }
}
