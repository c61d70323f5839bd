internal import Mocoa

/// The view model of a pager: which of its news is seen, each for three seconds.
final class BannerCellViewModel: CellViewModel<Banners> {
  /// Which one is seen.
  private(set) var currentIndex = 0

  /// How often it began to take turns, or ended that: a timer of an earlier time has no effect.
  private var showing = 0

  /// The news that is seen; nil where there is none.
  var current: NewsItem? {
    model.items.indices.contains(currentIndex) ? model.items[currentIndex] : nil
  }

  /// No model knows which one is seen.
  override var keepsState: Bool { true }

  override var content: TextContent? { TextContent([.init(current?.title ?? "", .title)]) }

  override var destination: ModuleURL? { current.flatMap { FeedContentPage.url(of: $0) } }

  override func modelDidChange(from old: Banners) {
    if current == nil { currentIndex = 0 }
    // One alone has waited for nothing; several take turns from now on.
    if isDisplayed, old.items.count <= 1 { beginTurns() }
  }

  // MARK: - Going on

  override func willDisplay() { beginTurns() }

  /// What is not seen goes nowhere, and wakes nobody.
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
