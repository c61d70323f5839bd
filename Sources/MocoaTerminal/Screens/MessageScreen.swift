internal import MocoaLanguage
public import Mocoa

/// The screen of a page that has nothing to show but why.
@MainActor
public final class MessageScreen: Screen {
  /// The page.
  public let page: PageViewModel

  /// Called when something changed that may have to be drawn; nothing ever does.
  public var onChange: (@MainActor () -> Void)?

  /// How roles look.
  public var theme: Theme
  private let reason: String

  /// A screen of a page that no other screen can show.
  ///
  /// - Parameter reason: why, in one line; nil for what the page itself says.
  public init(_ page: PageViewModel, theme: Theme, reason: String? = nil) {
    self.page = page
    self.theme = theme
    self.reason =
      reason ?? (page as? PlaceholderPageViewModel)?.reason
      ?? phrase("no screen shows a \(type(of: page))")
  }

  /// Draws what was asked for, and why it cannot be shown.
  public func draw(into canvas: inout Canvas) {
    canvas.write("┆", at: Point(column: 2, row: 0), style: theme.quiet)
    canvas.write("┆", at: Point(column: 2, row: 1), style: theme.quiet)
    let tag = canvas.write(
      phrase("placeholder"), at: Point(column: 4, row: 0), style: theme[.placeholder])
    canvas.write(
      page.url.description, at: Point(column: 6 + tag, row: 0), truncation: .ellipsis)
    canvas.write(
      reason, at: Point(column: 4, row: 1), style: theme.quiet, truncation: .ellipsis)
  }
}
