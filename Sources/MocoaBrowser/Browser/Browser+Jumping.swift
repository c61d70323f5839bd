internal import MocoaLanguage
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// Going back in a list to where the cursor was before it went far.
extension Browser {
  /// The jumps in the list of a page.
  struct Jumps {
    weak var page: ListPageViewModel?
    var list = JumpList()
  }

  /// A click on an item so many items away goes far.
  private static let far = 10

  /// Takes note of where the cursor is, for it is about to be left.
  func noteJump() {
    if let item = cursorItem { changeJumps { $0.note(item) } }
  }

  /// Does what may take the cursor far, and takes note of where it was if it does.
  func goingFar<Value>(_ body: () -> Value) -> Value {
    leaving = cursorItem
    defer { noteLeft() }
    return body()
  }

  /// Takes note of where the cursor was when what went far began, if it is elsewhere now.
  func noteLeft() {
    if let leaving, leaving != cursorItem { changeJumps { $0.note(leaving) } }
    leaving = nil
  }

  /// Takes note of where the cursor was, where a click took it far.
  func noteJump(from former: (item: ItemID, number: Int)?) {
    guard let former, let number = screen?.itemNumber, abs(number - former.number) > Self.far else {
      return
    }
    changeJumps { $0.note(former.item) }
  }

  /// The item that the cursor is on, and its number.
  var numberedItem: (item: ItemID, number: Int)? {
    guard let item = cursorItem, let number = screen?.itemNumber else { return nil }
    return (item, number)
  }

  /// Goes back to the item where the cursor was before it went far, or forward again; one that the list
  /// does not have, or does not show, is skipped.
  func jump(isForward: Bool) {
    guard let item = cursorItem else { return say(phrase("there is nothing here to go back to")) }
    let unfinished = unfinishedJump.flatMap { $0.page === listPage ? $0.list : nil }
    if unfinished == nil { giveUpJump() }
    unfinishedJump = nil
    var former = JumpList()
    let items = changeJumps { jumps in
      former = unfinished ?? jumps
      let items = jumps.steps(from: item, isForward: isForward)
      // Whoever asks again before it is found goes on from there.
      if let nearest = items.first { jumps.go(to: nearest) }
      return items
    }
    seek { list, cancellation, found in
      ItemSearch(items: items, list: list, cancellation: cancellation).run(then: found)
    } position: {
      $0.position
    } then: { [weak self] result in
      guard let self else { return }
      unfinishedJump = nil
      changeJumps { jumps in
        if let result { jumps.go(to: result.item) } else { jumps = former }
      }
      if result == nil { say(Self.refusal(isForward: isForward, areHidden: !items.isEmpty, keys)) }
    }
    // It is found on a thread, and may be given up before.
    if search != nil { unfinishedJump = Jumps(page: listPage, list: former) }
  }

  /// Has it be as if a jump that has not come anywhere yet had not been asked for.
  func giveUpJump() {
    guard let former = unfinishedJump, let page = former.page else { return }
    unfinishedJump = nil
    if let place = jumps.firstIndex(where: { $0.page === page }) { jumps[place] = former }
  }

  /// Why there is nowhere to go.
  private static func refusal(isForward: Bool, areHidden: Bool, _ keys: Keys) -> String {
    if areHidden {
      return isForward
        ? phrase("the later places are not among what is shown")
        : phrase("the earlier places are not among what is shown")
    }
    return isForward
      ? phrase("no later place to go forward to")
      : phrase(
        "no earlier place to go back to\(keys.remark((.jumpForward, phrase("goes forward"))))"
      )
  }

  var cursorItem: ItemID? {
    guard let list = listPage?.list.snapshot, let path = screen?.selection?.shownPath,
      list.contains(path)
    else { return nil }
    return list.id(at: path)
  }

  @discardableResult
  private func changeJumps<Value>(_ body: (inout JumpList) -> Value) -> Value {
    let page = listPage
    jumps.removeAll { $0.page == nil }
    let place = jumps.firstIndex { $0.page === page } ?? jumps.count
    if place == jumps.count { jumps.append(Jumps(page: page)) }
    return body(&jumps[place].list)
  }
}
