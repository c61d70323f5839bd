internal import Mocoa

/// The view model of a news item, shared by all of its views.
final class NewsCellViewModel: CellViewModel<NewsItem> {
  /// The date and the number of comments.
  var detail: String { model.detail }

  /// The text for outputs without a view for this cell, such as a pipe.
  override var content: TextContent? {
    TextContent([.init(model.title, .title)], trailing: [.init(detail, .detail)])
  }

  override var destination: ModuleURL? { FeedContentPage.url(of: model) }
}

extension NewsItem {
  /// The date and the number of comments.
  var detail: String { "\(date)  \(comments) \(comments == 1 ? "comment" : "comments")" }
}
