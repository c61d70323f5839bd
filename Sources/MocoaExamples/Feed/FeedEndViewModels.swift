internal import Mocoa

extension Emission.Name {
  /// More data is wanted, below what is there.
  static let loadMore: Self = "loadMore"
}

extension Signal<Bool> {
  /// Whether newer data is being loaded, which stands above what is there.
  static var isHeaderRefreshing: Signal { Signal("isHeaderRefreshing") }

  /// Whether more data is being loaded, which stands below what is there.
  static var isFooterRefreshing: Signal { Signal("isFooterRefreshing") }
}

/// The view model of the header above all news, which says that they are being refreshed.
final class RefreshHeaderViewModel: CellViewModel<FeedEnd> {
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

/// The view model of the row below all news, which asks for more when one comes to it.
///
/// It asks by an emission, and so knows nothing of who loads.
final class LoadMoreCellViewModel: CellViewModel<FeedEnd> {
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
  override var actsOnSelection: Bool { true }

  override func didSelect() { emit(.loadMore) }
}
