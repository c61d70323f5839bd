internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaTerminal

/// The keys that a page has for itself.
extension Browser {
  /// What counts on the page before what counts everywhere: the keys of a grid, the commands of the
  /// page, then what the manifest of the row under the cursor gives it.
  var pageKeys: KeyTable<Action> {
    let grid = screen?.movesSideways == true ? keys.grid.bindings : []
    return KeyTable(pickKeys + grid + pageCommandKeys + manifestKeys)
  }

  /// The commands of the page, or of the part of it that has the attention, then of what is around
  /// that; without those whose letters get one anywhere.
  var pageCommands: [PageCommand] {
    guard let screen else { return [] }
    let around = screen.focusedPage === screen.page ? [] : screen.page.commands
    return (screen.focusedPage.commands + around).filter { !keys.reserved.contains($0.letter) }
  }

  /// Does what a page can do, with what the cursor is on now.
  func perform(commandWith letter: Unicode.Scalar) {
    catchUp()
    screen?.hold()
    pageCommands.first { $0.letter == letter }?.perform()
  }

  /// Has the lists of the page know where their cursors are: they were told with the last frame, and
  /// several keys may have come since.
  func catchUp() {
    guard let screen else { return }
    chooseColumns(for: screen)
    screen.layOut(in: window.area.size, sticks: window.sticks)
  }

  /// The keys of these commands.
  var pageCommandKeys: [KeyTable<Action>.Binding] {
    pageCommands.map { .init([.character($0.letter)], .pageCommand($0.letter), $0.title) }
  }

  /// The most useful keys, for the status line: as many of them as have room, the most important ones
  /// first, and the one that shows all others at the end.
  func hints(in room: Int) -> String {
    if takesText { return Keys.fitting(Keys.formHints, in: room) }
    let closing: [(Action, String)] = navigator.isPresenting ? [(.leave, phrase("close"))] : []
    let general = closing + Keys.hints.filter(isOffered)
    let own = pickHints + pageCommands.map { "\($0.letter) \($0.title)" }
    let hints = own + general.map(keys.offer).filter { !$0.isEmpty }
    let help = keys.offer((.help, phrase("help")))
    return Keys.fitting(hints, and: help.isEmpty ? nil : help, in: room)
  }

  /// Whether a key that counts everywhere does something here.
  private func isOffered(_ action: Action, _ title: String) -> Bool {
    switch action {
    case .back: navigator.canGoBack
    case .open: canOpenSelection && picking == nil
    default: true
    }
  }

  /// Whether there is something under the cursor that opens, or does something else.
  private var canOpenSelection: Bool {
    guard let screen, let page = screen.focusedPage as? ListPageViewModel else { return false }
    return screen.selection.map { $0.element is ItemGroup || page.canOpen($0) } ?? false
  }
}
