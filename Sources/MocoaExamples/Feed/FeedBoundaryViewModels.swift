internal import Mocoa

extension Emission.Name {
  /// A request to load older news items at the end of the list.
  static let loadMore: Self = "loadMore"
}

extension Signal<Bool> {
  /// The signal that indicates whether the list of news is being refreshed.
  static var isHeaderRefreshing: Signal { Signal("isHeaderRefreshing") }

  /// The signal that indicates whether older news items are being loaded at the end of the list.
  static var isFooterRefreshing: Signal { Signal("isFooterRefreshing") }
}

/// The view model of the header above the list of news, which shows whether the list is being
/// refreshed.
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
