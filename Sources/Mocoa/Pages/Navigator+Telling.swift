/// What pages are told: that they appear and disappear, and that nobody will answer any more.
extension Navigator {
  /// A page that was let go, with what it has answered.
  struct Ending {
    let page: PageViewModel
    var answer: (any Sendable)?
  }

  /// Changes which pages there are, and then tells them.
  ///
  /// A hook may open and leave pages itself. That changes at once which pages there are; they are told
  /// when those of the change before have been told, so that every page is told in pairs.
  ///
  /// - Parameter body: returns the pages that are let go, the topmost first.
  func change(_ body: () -> [PageViewModel]) {
    let gone = body()
    endings += gone.map { Ending(page: $0) }
    settle()
  }

  /// Tells until there is nothing to tell.
  func settle() {
    guard !isSettling else { return }
    isSettling = true
    defer { isSettling = false }
    while true {
      if tellAppearance() { continue }
      guard !endings.isEmpty else { return }
      let ending = endings.removeFirst()
      onLetGo?(ending.page)
      ending.page.deliver(ending.answer)
    }
  }

  /// Tells the pages that are shown no more, and those that are shown now, as containers of UIKit do:
  /// both that something will happen, then both that it has.
  ///
  /// - Returns: whether there was something to tell.
  private func tellAppearance() -> Bool {
    let shown = shownPages
    let leaving = appeared.reversed().filter { page in !shown.contains { $0 === page } }
    let coming = shown.filter { page in !appeared.contains { $0 === page } }
    guard !leaving.isEmpty || !coming.isEmpty else { return false }
    appeared = shown
    for page in leaving { page.beginDisappearing() }
    for page in coming { page.beginAppearing() }
    for page in leaving { page.endDisappearing() }
    for page in coming { page.endAppearing() }
    return true
  }

  /// Lets go of a page with what lies over it, and gives its answer to who waits for it.
  ///
  /// A page that is none of those open, or the first of all, only gives its answer.
  func end(_ page: PageViewModel, with answer: any Sendable) {
    guard let gone = take(page) else {
      page.deliver(answer)
      return
    }
    endings += gone.map { Ending(page: $0, answer: $0 === page ? answer : nil) }
    settle()
  }

  /// Takes a page out, with what lies over it and ahead of it.
  ///
  /// - Returns: what was taken out, the topmost first; nil where it cannot be.
  private func take(_ page: PageViewModel) -> [PageViewModel]? {
    for tab in tabs.indices {
      for layer in tabs[tab].layers.indices {
        let visits = tabs[tab].layers[layer].visits
        guard let place = visits.firstIndex(where: { $0.page === page }) else { continue }
        guard layer > 0 || place > 0 else { return nil }
        let above = tabs[tab].layers[(layer + 1)...].reversed().flatMap(\.pages)
        tabs[tab].layers.removeSubrange((layer + 1)...)
        guard place > 0 else { return above + tabs[tab].layers.removeLast().pages }
        let gone = above + tabs[tab].layers[layer].remove(from: place)
        awaken()
        return gone
      }
    }
    return nil
  }
}
