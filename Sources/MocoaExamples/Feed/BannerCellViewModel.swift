internal import Mocoa

/// The view model of a pager, which shows each of its news items for three seconds.
final class BannerCellViewModel: CellViewModel<Banners> {
  /// The index of the visible news item.
  private(set) var currentIndex = 0

  /// The number of times that paging was started or stopped.
  ///
  /// A timer remembers the number at its start. If the number changed since, the timer has no
  /// effect.
  private var showing = 0

  /// The visible news item, or `nil` if the pager is empty.
  var current: NewsItem? {
    model.items.indices.contains(currentIndex) ? model.items[currentIndex] : nil
  }

  /// `true`, because the current index is stored only in the view model.
  override var retainsStateOffscreen: Bool { true }

  override var content: TextContent? { TextContent([.init(current?.title ?? "", .title)]) }

  override var destination: ModuleURL? { current.flatMap { FeedContentPage.url(of: $0) } }

  override func modelDidChange(from old: Banners) {
    if current == nil { currentIndex = 0 }
    // A single item had no timer. Several items need one from now on.
    if isDisplayed, old.items.count <= 1 { beginTurns() }
  }

  // MARK: - Paging

  override func willDisplay() { beginTurns() }

  /// Stops the timer, so that an offscreen pager does not wake the program.
  override func didEndDisplaying() { showing += 1 }

  private func beginTurns() {
    showing += 1
    waitForNext()
  }

  private func waitForNext() {
    guard model.items.count > 1 else { return }
    let mine = showing
    (page as? FeedPage)?.call(after: .seconds(3)) { [weak self] in
      guard let self, mine == showing else { return }
      currentIndex = (currentIndex + 1) % max(1, model.items.count)
      emit(.redraw)
      waitForNext()
    }
  }
}
