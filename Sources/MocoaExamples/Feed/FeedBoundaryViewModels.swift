internal import Mocoa

extension Emission.Name {
  /// A request to load older news below the visible news.
  static let loadMore: Self = "loadMore"
}

extension Signal<Bool> {
  /// The signal that indicates whether newer news are being loaded above the visible news.
  static var isHeaderRefreshing: Signal { Signal("isHeaderRefreshing") }

  /// The signal that indicates whether older news are being loaded below the visible news.
  static var isFooterRefreshing: Signal { Signal("isFooterRefreshing") }
}

/// The view model of the header above all news, which shows whether the news are being refreshed.
final class RefreshHeaderViewModel: CellViewModel<FeedBoundary> {
  private var isRefreshing = false

  override func prepare() {
    (page as? FeedPage)?
      .observe(.isHeaderRefreshing, initial: \.isHeaderRefreshing, by: self) { header, isOn in
        header.isRefreshing = isOn
        header.emit(.redraw)
      }
  }

  override var content: TextContent? {
    TextContent(
      [.init("News", .heading)],
      trailing: [.init(isRefreshing ? "refreshing…" : "r refreshes", .detail)])
  }
}

/// The view model of the last row, which requests more news when the cursor moves to it.
///
/// It sends the request as an emission and does not depend on the page that loads.
final class LoadMoreCellViewModel: CellViewModel<FeedBoundary> {
  private var isLoading = false

  override func prepare() {
    (page as? FeedPage)?
      .observe(.isFooterRefreshing, initial: \.isFooterRefreshing, by: self) { more, isOn in
        more.isLoading = isOn
        more.emit(.redraw)
      }
  }

  override var content: TextContent? {
    TextContent([.init(isLoading ? "loading more…" : "load more", .detail)])
  }

  override func didHighlight() { emit(.loadMore) }
  override var handlesSelection: Bool { true }

  override func didSelect() { emit(.loadMore) }
}
