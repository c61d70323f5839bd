internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Commands that move the cursor back to where it was before a long move.
extension Browser {
  /// The maximum distance in items of a click that is not recorded as a jump.
  private static let far = 10

  /// A jump whose target was not found yet, with the jump list to restore if it is canceled.
  struct PendingJump {
    let list: ListSession
    let former: JumpList
  }

  /// Records the current item before the cursor moves away.
  func noteJump() {
    if let item = cursorItem { makeListSession()?.jumps.note(item) }
  }

  /// Performs a closure and records the former cursor item if the cursor moved.
  func recordingJump<Value>(_ body: () -> Value) -> Value {
    leaving = cursorItem
    defer { noteLeft() }
    return body()
  }

  /// Records the item at which a long move began, if the cursor is elsewhere now.
  func noteLeft() {
    if let leaving, leaving != cursorItem { makeListSession()?.jumps.note(leaving) }
    leaving = nil
  }

  /// Records the former cursor item if a click moved the cursor by more than 10 items.
  func noteJump(from former: (item: ItemID, number: Int)?) {
    guard let former, let number = listScreen?.itemNumber, abs(number - former.number) > Self.far
    else {
      return
    }
    makeListSession()?.jumps.note(former.item)
  }

  /// The current item and its number.
  var numberedItem: (item: ItemID, number: Int)? {
    guard let item = cursorItem, let number = listScreen?.itemNumber else { return nil }
    return (item, number)
  }

  /// Moves the cursor to the previous or next item of the jump list, skipping items that the list
  /// does not contain or show.
  func jump(isForward: Bool) {
    guard let item = cursorItem, let list = makeListSession() else {
      return showMessage(localized("no version history"))
    }
    if pendingJump?.list !== list { cancelJump() }
    let former = pendingJump?.former ?? list.jumps
    pendingJump = nil
    let items = list.jumps.steps(from: item, isForward: isForward)
    // A repeated command continues from the target, even before the target is found.
    if let nearest = items.first { list.jumps.go(to: nearest) }
    moveCursor { list, cancellation, found in
      ItemSearch(items: items, list: list, cancellation: cancellation).run(completion: found)
    } position: {
      $0.position
    } completion: { [weak self] result in
      guard let self else { return }
      pendingJump = nil
      if let result { list.jumps.go(to: result.item) } else { list.jumps = former }
      if result == nil {
        showMessage(Self.refusal(isForward: isForward, areHidden: !items.isEmpty, keys))
      }
    }
    // The search may run on a background thread, and may be canceled.
    if search != nil { pendingJump = PendingJump(list: list, former: former) }
  }

  /// Undoes a jump whose target was not found yet.
  func cancelJump() {
    guard let pendingJump else { return }
    pendingJump.list.jumps = pendingJump.former
    self.pendingJump = nil
  }

  /// Returns the reason why the jump list has no target in a direction.
  private static func refusal(isForward: Bool, areHidden: Bool, _ keys: KeyBindings) -> String {
    if areHidden {
      return isForward
        ? localized("later positions are hidden by the filter")
        : localized("earlier positions are hidden by the filter")
    }
    return isForward
      ? localized("no later position")
      : localized(
        "no earlier position\(keys.hint((.jumpForward, localized("goes forward"))))"
      )
  }

  var cursorItem: ItemID? {
    guard let list = listPage?.list.snapshot, let path = listScreen?.currentCell?.shownPath,
      list.contains(path)
    else { return nil }
    return list.id(at: path)
  }

  /// Returns the state of the focused list, or `nil` if the focused page is not a list.
  private func makeListSession() -> ListSession? {
    listPage.flatMap { session?.makeList(for: $0) }
  }
}
