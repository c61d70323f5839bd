internal import Mocoa

/// The view model of a piece of news, whatever it looks like.
final class NewsCellViewModel: CellViewModel<NewsItem> {
  /// When it was written, and how many have commented on it.
  var detail: String { model.detail }

  /// What everybody sees who has no view of ours, such as a pipe.
  override var content: TextContent? {
    TextContent([.init(model.title, .title)], trailing: [.init(detail, .detail)])
  }

  override var destination: ModuleURL? { FeedContentPage.url(of: model) }
}

extension NewsItem {
  /// When it was written, and how many have commented on it.
  var detail: String { "\(date)  \(comments) \(comments == 1 ? "comment" : "comments")" }
}
