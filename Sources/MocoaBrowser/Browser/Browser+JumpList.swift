internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Commands that move the cursor back to where it was before a long move.
extension Browser {
  /// The jump list of a page.
  struct PageJumpList {
    weak var page: ListPageViewModel?
    var list = JumpList()
  }

  /// The maximum distance in items of a click that is not recorded as a jump.
  private static let far = 10

  /// Records the current item before the cursor moves away.
  func noteJump() {
    if let item = cursorItem { changeJumps { $0.note(item) } }
  }

  /// Performs a closure and records the former cursor item if the cursor moved.
  func recordingJump<Value>(_ body: () -> Value) -> Value {
    leaving = cursorItem
    defer { noteLeft() }
    return body()
  }

  /// Records the item at which a long move began, if the cursor is elsewhere now.
  func noteLeft() {
    if let leaving, leaving != cursorItem { changeJumps { $0.note(leaving) } }
    leaving = nil
  }

  /// Records the former cursor item if a click moved the cursor by more than 10 items.
  func noteJump(from former: (item: ItemID, number: Int)?) {
    guard let former, let number = screen?.itemNumber, abs(number - former.number) > Self.far else {
      return
    }
    changeJumps { $0.note(former.item) }
  }

  /// The current item and its number.
  var numberedItem: (item: ItemID, number: Int)? {
    guard let item = cursorItem, let number = screen?.itemNumber else { return nil }
    return (item, number)
  }

  /// Moves the cursor to the previous or next item of the jump list, skipping items that the list
  /// does not contain or show.
  func jump(isForward: Bool) {
    guard let item = cursorItem else {
      return showMessage(localized("no version history"))
    }
    let unfinished = unfinishedJump.flatMap { $0.page === listPage ? $0.list : nil }
    if unfinished == nil { cancelJump() }
    unfinishedJump = nil
    var former = JumpList()
    let items = changeJumps { jumps in
      former = unfinished ?? jumps
      let items = jumps.steps(from: item, isForward: isForward)
      // A repeated command continues from the target, even before the target is found.
      if let nearest = items.first { jumps.go(to: nearest) }
      return items
    }
    moveCursor { list, cancellation, found in
      ItemSearch(items: items, list: list, cancellation: cancellation).run(completion: found)
    } position: {
      $0.position
    } completion: { [weak self] result in
      guard let self else { return }
      unfinishedJump = nil
      changeJumps { jumps in
        if let result { jumps.go(to: result.item) } else { jumps = former }
      }
      if result == nil {
        showMessage(Self.refusal(isForward: isForward, areHidden: !items.isEmpty, keys))
      }
    }
    // The search may run on a background thread, and may be canceled.
    if search != nil { unfinishedJump = PageJumpList(page: listPage, list: former) }
  }

  /// Undoes a jump whose target was not found yet.
  func cancelJump() {
    guard let former = unfinishedJump, let page = former.page else { return }
    unfinishedJump = nil
    if let place = jumps.firstIndex(where: { $0.page === page }) { jumps[place] = former }
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
    guard let list = listPage?.list.snapshot, let path = screen?.currentCell?.shownPath,
      list.contains(path)
    else { return nil }
    return list.id(at: path)
  }

  @discardableResult
  private func changeJumps<Value>(_ body: (inout JumpList) -> Value) -> Value {
    let page = listPage
    jumps.removeAll { $0.page == nil }
    let place = jumps.firstIndex { $0.page === page } ?? jumps.count
    if place == jumps.count { jumps.append(PageJumpList(page: page)) }
    return body(&jumps[place].list)
  }
}
