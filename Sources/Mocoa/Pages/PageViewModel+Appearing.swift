extension PageViewModel {
  /// How far a page has come on its way to the screen, or away from it.
  public enum Appearance: Sendable {
    /// It is not shown.
    case hidden

    /// It was told that it will be shown, and not yet that it is.
    case appearing

    /// It is shown.
    case shown

    /// It was told that it will be shown no more, and not yet that it is not.
    case disappearing
  }

  /// The pages that are embedded in this one, as they stand.
  private var embedded: [PageViewModel] { children.compactMap { $0 as? PageViewModel } }

  /// Begins to show the page: itself first, then what is embedded in it.
  final func beginAppearing() {
    guard appearance == .hidden else { return }
    appearance = .appearing
    willAppear()
    for page in embedded { page.beginAppearing() }
  }

  /// Ends beginning to show the page: what is embedded in it first, then itself.
  final func endAppearing() {
    guard appearance == .appearing else { return }
    for page in embedded { page.endAppearing() }
    appearance = .shown
    didAppear()
  }

  /// Begins to take the page from the screen: itself first, then what is embedded in it.
  final func beginDisappearing() {
    guard appearance == .shown else { return }
    appearance = .disappearing
    willDisappear()
    for page in embedded { page.beginDisappearing() }
  }

  /// Ends taking the page from the screen: what is embedded in it first, then itself.
  final func endDisappearing() {
    guard appearance == .disappearing else { return }
    for page in embedded { page.endDisappearing() }
    appearance = .hidden
    didDisappear()
  }

  /// Brings a page that was just embedded to where this one is.
  final func follow(_ page: PageViewModel) {
    // Before it is shown it is ready, if this one is.
    if isReady { page.ready() }
    guard appearance == .appearing || appearance == .shown else { return }
    page.beginAppearing()
    // Where this one is still on its way, the other half comes with its own.
    if appearance == .shown { page.endAppearing() }
  }

  /// Takes a page that is about to go from the screen; one that was on its way there arrives first,
  /// so that the hooks come in pairs.
  final func hide() {
    endAppearing()
    beginDisappearing()
  }

  /// Tells a page that was embedded that it is gone, and who waits for its answer that none comes.
  final func leave() {
    endDisappearing()
    deliver(nil)
  }
}
