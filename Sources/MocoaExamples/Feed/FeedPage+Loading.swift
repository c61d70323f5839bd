internal import Mocoa
internal import MocoaModel

/// Loading from the server: newer news, and more of them; one at a time.
extension FeedPage {
  /// Why something is not loaded.
  enum Refusal: Error, CustomStringConvertible {
    case isLoadingMore
    case isRefreshing

    var description: String {
      switch self {
      case .isLoadingMore: "not refreshed: more is being loaded"
      case .isRefreshing: "no more is loaded while this is being refreshed"
      }
    }
  }

  /// Loads newer news in the place of all that are shown.
  func refresh() {
    guard !isHeaderRefreshing else { return }
    isHeaderRefreshing = true
    status = "refreshing…"
    server.refresh { [weak self] answer in self?.receive(answer, \.isHeaderRefreshing) { $1 } }
  }

  /// Loads the news behind those that are shown; refused while these are being refreshed.
  func loadMore() {
    guard !isHeaderRefreshing else {
      status = Refusal.isRefreshing.description
      return
    }
    guard !isFooterRefreshing else { return }
    isFooterRefreshing = true
    status = "loading more…"
    // The first group is not of the archive.
    server.loadMore(after: groups.count - 1) { [weak self] answer in
      self?.receive(answer, \.isFooterRefreshing) { $0 + $1 }
    }
  }

  /// Shows what the server has answered, if that is anything; then nothing is being loaded any more.
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
    if let update { update.whenFinished(end) } else { end(nil) }
  }
}
