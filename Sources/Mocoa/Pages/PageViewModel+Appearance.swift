extension PageViewModel {
  /// The visibility of a page.
  public enum Visibility: Sendable {
    /// The page is not shown.
    case hidden

    /// The page was notified that it will appear.
    case appearing

    /// The page is shown.
    case shown

    /// The page was notified that it will disappear.
    case disappearing
  }

  /// The embedded pages of this page, in order.
  final var embedded: [PageViewModel] { children.compactMap { $0 as? PageViewModel } }

  /// The lists of the page: the page itself if it is a list, otherwise its embedded lists, in
  /// order.
  package final var listPages: [ListPageViewModel] {
    if let list = self as? ListPageViewModel { return [list] }
    return embedded.flatMap(\.listPages)
  }

  /// The URL that reopens the page in its current state, or `nil`.
  ///
  /// It contains the list options of the first embedded list.
  package final var locationURL: ModuleURL? {
    guard var url = restorationURL, !(self is ListPageViewModel), let list = listPages.first else {
      return restorationURL
    }
    url = url.removingListOptions()
    url.options += list.listOptions
    return url
  }

  /// Notifies the page that it will appear, and then its embedded pages.
  final func beginAppearing() {
    guard visibility == .hidden else { return }
    visibility = .appearing
    willAppear()
    // A hook may have removed embedded pages, and this page too.
    for page in embedded where page.parent === self && visibility == .appearing {
      page.beginAppearing()
    }
  }

  /// Notifies the embedded pages that they have appeared, and then the page.
  final func endAppearing() {
    // Searched again in each step, because a hook may have embedded pages or finished this
    // transition.
    while visibility == .appearing,
      let page = embedded.first(where: { $0.visibility == .appearing })
    {
      page.endAppearing()
    }
    guard visibility == .appearing else { return }
    visibility = .shown
    didAppear()
  }

  /// Notifies the page that it will disappear, and then its embedded pages.
  final func beginDisappearing() {
    guard visibility == .shown else { return }
    visibility = .disappearing
    willDisappear()
    for page in embedded where page.parent === self && visibility == .disappearing { page.hide() }
  }

  /// Notifies the embedded pages that they have disappeared, and then the page.
  final func endDisappearing() {
    while visibility == .disappearing,
      let page = embedded.first(where: { $0.visibility == .disappearing })
    {
      page.endDisappearing()
    }
    guard visibility == .disappearing else { return }
    visibility = .hidden
    didDisappear()
  }

  /// Notifies a newly embedded page until it has the visibility of this page.
  final func follow(_ page: PageViewModel) {
    // If this page is ready, the embedded page becomes ready before it is shown.
    if isReady { page.prepareIfNeeded() }
    // The page may have left during its preparation.
    guard page.parent === self, visibility == .appearing || visibility == .shown else { return }
    page.beginAppearing()
    // If this page is still appearing, the second half follows with its own.
    if page.parent === self, visibility == .shown { page.endAppearing() }
  }

  /// Notifies an embedded page, before it is removed, that it will disappear.
  ///
  /// If it is still appearing, it is first notified that it has appeared, so that it receives its
  /// notifications in pairs.
  final func hide() {
    endAppearing()
    beginDisappearing()
  }

  /// Notifies an embedded page that was removed that it has disappeared.
  ///
  /// Its opener receives `nil`.
  final func leave() {
    endDisappearing()
    end(with: nil)
  }
}
