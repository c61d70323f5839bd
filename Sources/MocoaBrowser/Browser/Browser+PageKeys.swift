internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaTerminal

/// The key bindings of a page.
extension Browser {
  /// The bindings that precede the global ones: the keys of picking and grids, the commands of the
  /// page, and the keys of the current item's manifest.
  var pageKeys: KeyTable<Action> {
    let grid = screen?.movesSideways == true ? keys.grid.bindings : []
    return KeyTable(pickKeys + grid + pageCommandKeys + manifestKeys)
  }

  /// The commands of the focused pane, followed by the commands of the page around it.
  ///
  /// Commands whose letters are reserved for navigation are omitted.
  var pageCommands: [PageCommand] {
    guard let screen else { return [] }
    let around = screen.focusedPage === screen.page ? [] : screen.page.commands
    return (screen.focusedPage.commands + around).filter { !keys.reserved.contains($0.letter) }
  }

  /// Performs the page command with a letter on the current item.
  func perform(commandWith letter: Unicode.Scalar) {
    catchUp()
    screen?.hold()
    pageCommands.first { $0.letter == letter }?.perform()
  }

  /// Updates the cursor positions of the lists of the page.
  ///
  /// The lists receive their cursor positions with each frame. Several keys may arrive between two
  /// frames.
  func catchUp() {
    guard let screen else { return }
    chooseColumns(for: screen)
    screen.layOut(in: window.area.size, sticks: window.sticks)
  }

  /// The key bindings of the page commands.
  var pageCommandKeys: [KeyTable<Action>.Binding] {
    pageCommands.map { .init([.character($0.letter)], .pageCommand($0.letter), $0.title) }
  }

  /// Returns the most useful key hints that fit in a number of columns, most important first.
  ///
  /// The last hint is the key that shows the help.
  func hints(in room: Int) -> String {
    if takesText { return Keys.fitting(Keys.formHints, in: room) }
    let closing: [(Action, String)] = navigator.isPresenting ? [(.leave, phrase("close"))] : []
    let general = closing + Keys.hints.filter(isOffered)
    let own = pickHints + pageCommands.map { "\($0.letter) \($0.title)" }
    let hints = own + general.map(keys.offer).filter { !$0.isEmpty }
    let help = keys.offer((.help, phrase("help")))
    return Keys.fitting(hints, and: help.isEmpty ? nil : help, in: room)
  }

  /// Returns a Boolean value that indicates whether a global action has an effect here.
  private func isOffered(_ action: Action, _ title: String) -> Bool {
    switch action {
    case .back: navigator.canGoBack
    case .open: canOpenSelection && picking == nil
    default: true
    }
  }

  /// A Boolean value that indicates whether the current item can be opened or has another effect.
  private var canOpenSelection: Bool {
    guard let screen, let page = screen.focusedPage as? ListPageViewModel else { return false }
    return screen.selection.map { $0.element is ItemGroup || page.canOpen($0) } ?? false
  }
}
