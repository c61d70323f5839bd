internal import Mocoa
internal import MocoaTerminal

/// A page with one news item, from the options `url` and `title`.
final class FeedContentPage: PageViewModel {
  private static let address = "\(Examples.address(20))content"

  private let target: String
  private let heading: String

  static func register(in registry: ModuleRegistry) {
    registry.define(address).page("News") { try FeedContentPage($0) }
      .screen { (page: FeedContentPage, context) in TextScreen(page, context) { page.lines } }
  }

  /// Returns the URL of a news item.
  ///
  /// The options contain everything that the page shows, so it can be restored in a later run.
  static func url(of item: NewsItem) -> ModuleURL? {
    var url = try? ModuleURL(address)
    url?.options = [.init(name: "url", value: item.url), .init(name: "title", value: item.title)]
    return url
  }

  /// Creates the page from its options.
  ///
  /// - Throws: `OptionError` if the option `url` is missing.
  private init(_ options: PageOptions) throws(OptionError) {
    target = try options.string("url")
    heading = try options.optionalString("title") ?? "News"
    super.init(options: options)
  }

  override var title: String { heading }
  override var breadcrumb: [String] { ["examples", "news feed", title] }

  private var lines: [TextContent.Line] {
    [
      .init([.init(heading, .heading)]), .init([.init(target, .accent)]), .init([]),
      .init([.init("A browser of web pages would show it here.", .detail)]),
    ]
  }
}
