internal import Mocoa
internal import MocoaTerminal

/// The keys that a page has for itself.
extension Browser {
  /// What counts on the page before what counts everywhere: the keys of a grid, the commands of the
  /// page, then what the manifest of the row under the cursor gives it.
  var pageKeys: KeyTable<Action> {
    let grid = screen?.movesSideways == true ? Keys.grid.bindings : []
    return KeyTable(grid + pageCommandKeys + manifestKeys)
  }

  /// The commands of the page, or of the part of it that has the attention, then of what is around
  /// that; without those whose letters get one anywhere.
  var pageCommands: [PageCommand] {
    guard let screen else { return [] }
    let around = screen.focusedPage === screen.page ? [] : screen.page.commands
    return (screen.focusedPage.commands + around).filter { !Keys.reserved.contains($0.letter) }
  }

  /// Does what a page can do, with what the cursor is on now.
  func perform(commandWith letter: Unicode.Scalar) {
    catchUp()
    screen?.hold()
    pageCommands.first { $0.letter == letter }?.perform()
  }

  /// Has the lists of the page know where their cursors are: they were told with the last frame, and
  /// several keys may have come since.
  func catchUp() { screen?.layOut(in: window.area.size, sticks: window.sticks) }

  /// The keys of these commands.
  var pageCommandKeys: [KeyTable<Action>.Binding] {
    pageCommands.map { .init([.character($0.letter)], .pageCommand($0.letter), $0.title) }
  }

  /// The most useful keys, for the status line.
  var hints: String {
    if takesText { return Keys.formHint }
    let closing: [(Action, String)] = navigator.isPresenting ? [(.leave, "close")] : []
    let general = closing + Keys.hints.filter { navigator.canGoBack || $0.0 != .back }
    let own = pageCommands.map { "\($0.letter) \($0.title)" }
    return (own + general.map { "\(Keys.sign(of: $0.0)) \($0.1)" }).joined(separator: "  ")
  }
}
