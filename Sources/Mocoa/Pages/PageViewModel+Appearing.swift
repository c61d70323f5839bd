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
  final var embedded: [PageViewModel] { children.compactMap { $0 as? PageViewModel } }

  /// The lists in it: itself, where it is one, else those that are embedded in it, in their order.
  package final var listPages: [ListPageViewModel] {
    if let list = self as? ListPageViewModel { return [list] }
    return embedded.flatMap(\.listPages)
  }

  /// The URL that opens it again as it is now, with what is shown of the first list that is
  /// embedded in it; nil where there is none.
  package final var placeURL: ModuleURL? {
    guard var url = restorationURL, !(self is ListPageViewModel), let list = listPages.first else {
      return restorationURL
    }
    url = url.withoutExcerpt
    url.options += list.excerpt
    return url
  }

  /// Begins to show the page: itself first, then what is embedded in it.
  final func beginAppearing() {
    guard appearance == .hidden else { return }
    appearance = .appearing
    willAppear()
    // A hook may have taken others away, and this page too.
    for page in embedded where page.parent === self && appearance == .appearing {
      page.beginAppearing()
    }
  }

  /// Ends beginning to show the page: what is embedded in it first, then itself.
  final func endAppearing() {
    // Looked for anew each time: a hook may have embedded others, or have ended this already.
    while appearance == .appearing,
      let page = embedded.first(where: { $0.appearance == .appearing })
    {
      page.endAppearing()
    }
    guard appearance == .appearing else { return }
    appearance = .shown
    didAppear()
  }

  /// Begins to take the page from the screen: itself first, then what is embedded in it.
  final func beginDisappearing() {
    guard appearance == .shown else { return }
    appearance = .disappearing
    willDisappear()
    for page in embedded where page.parent === self && appearance == .disappearing { page.hide() }
  }

  /// Ends taking the page from the screen: what is embedded in it first, then itself.
  final func endDisappearing() {
    while appearance == .disappearing,
      let page = embedded.first(where: { $0.appearance == .disappearing })
    {
      page.endDisappearing()
    }
    guard appearance == .disappearing else { return }
    appearance = .hidden
    didDisappear()
  }

  /// Brings a page that was just embedded to where this one is.
  final func follow(_ page: PageViewModel) {
    // Before it is shown it is ready, if this one is.
    if isReady { page.ready() }
    // It may have left when it was prepared.
    guard page.parent === self, appearance == .appearing || appearance == .shown else { return }
    page.beginAppearing()
    // Where this one is still on its way, the other half comes with its own.
    if page.parent === self, appearance == .shown { page.endAppearing() }
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
    end(with: nil)
  }
}
