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
  /// - Parameters:
  ///   - pages: those that were made for it. They are prepared when they have their places, before
  ///     anybody is told: what they open and leave meanwhile is changed in places that are in order.
  ///   - body: returns the pages that are let go, the topmost first.
  func change(readying pages: [PageViewModel] = [], _ body: () -> [PageViewModel]) {
    finish(body().map { Ending(page: $0) }, readying: pages)
  }

  /// Prepares pages that have their places, then tells.
  private func finish(_ gone: [Ending], readying pages: [PageViewModel] = []) {
    endings += gone
    let wasSettling = isSettling
    isSettling = true
    for page in pages { ready(page) }
    awaken()
    isSettling = wasSettling
    settle()
  }

  /// Prepares a page, unless it was let go already.
  func ready(_ page: PageViewModel) {
    guard spot(of: page) != nil else { return }
    depth += 1
    defer { depth -= 1 }
    page.ready()
  }

  /// Tells until there is nothing to tell.
  private func settle() {
    guard !isSettling else { return }
    isSettling = true
    defer { isSettling = false }
    while true {
      if tellAppearance() { continue }
      guard !endings.isEmpty else { return }
      let ending = endings.removeFirst()
      onLetGo?(ending.page)
      ending.page.end(with: ending.answer)
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
  /// A page that is none of those open, or the first of the only tab, only gives its answer.
  func end(_ page: PageViewModel, with answer: any Sendable) {
    guard let gone = take(page) else {
      page.deliver(answer)
      return
    }
    finish(gone.map { Ending(page: $0, answer: $0 === page ? answer : nil) })
  }

  /// Takes a page out, with what lies over it and ahead of it.
  ///
  /// - Returns: what was taken out, the topmost first; nil where it cannot be.
  private func take(_ page: PageViewModel) -> [PageViewModel]? {
    guard let spot = spot(of: page) else { return nil }
    if spot.layer == 0, spot.place == 0 {
      return tabs.count > 1 ? removeTab(spot.tab) : nil
    }
    let above = tabs[spot.tab].layers[(spot.layer + 1)...].reversed().flatMap(\.pages)
    tabs[spot.tab].layers.removeSubrange((spot.layer + 1)...)
    guard spot.place > 0 else { return above + tabs[spot.tab].layers.removeLast().pages }
    return above + tabs[spot.tab].layers[spot.layer].remove(from: spot.place)
  }
}
