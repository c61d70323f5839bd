internal import Mocoa
internal import MocoaModel

/// Loading of newer and older news from the server, one request at a time.
extension FeedPage {
  /// The reason why no request was sent to the server.
  enum LoadingError: Error, CustomStringConvertible {
    case isLoadingMore
    case isRefreshing

    var description: String {
      switch self {
      case .isLoadingMore: "not refreshed: more is being loaded"
      case .isRefreshing: "no more is loaded while this is being refreshed"
      }
    }
  }

  /// Loads newer news items, which replace all current news items.
  func refresh() {
    guard !isHeaderRefreshing else { return }
    isHeaderRefreshing = true
    status = "refreshing…"
    server.refresh { [weak self] answer in self?.receive(answer, \.isHeaderRefreshing) { $1 } }
  }

  /// Loads the next older news items and appends them to the list.
  ///
  /// Does nothing while the list is being refreshed.
  func loadMore() {
    guard !isHeaderRefreshing else {
      status = LoadingError.isRefreshing.description
      return
    }
    guard !isFooterRefreshing else { return }
    isFooterRefreshing = true
    status = "loading more…"
    // The group of banners does not count.
    server.loadMore(after: groups.count - 1) { [weak self] answer in
      self?.receive(answer, \.isFooterRefreshing) { $0 + $1 }
    }
  }

  /// Shows the response of the server, unless it is empty, and marks the request as finished.
  private func receive(
    _ answer: FieldValue, _ flag: ReferenceWritableKeyPath<FeedPage, Bool>,
    join: ([any SectionModel], [any SectionModel]) -> [any SectionModel]
  ) {
    let message: String
    var update: BatchUpdate?
    do {
      let response = try FeedResponse(answer)
      message = response.message
      if !response.groups.isEmpty {
        update = show(join(groups, response.groups.map { section(of: $0) }))
      }
    } catch {
      message = "\(error)"
    }
    let end: @MainActor (ListUpdate?) -> Void = { [weak self] _ in
      guard let self else { return }
      self[keyPath: flag] = false
      status = message
      let waiting = waiting
      self.waiting = []
      for perform in waiting { perform(nil) }
    }
    if let update { update.onFinish(end) } else { end(nil) }
  }
}
