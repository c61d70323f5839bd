internal import MocoaLocalization
public import Mocoa

/// A screen with a message that explains why a page has no content.
@MainActor
public final class MessageScreen: StyledScreen {
  /// The page that the screen shows.
  public let page: PageViewModel

  /// A closure that is called when the screen may need to be drawn again.
  ///
  /// This screen never calls it.
  public var onChange: (@MainActor () -> Void)?

  /// The theme, which defines the styles of text roles such as titles and warnings.
  public var theme: Theme
  private let reason: String

  /// Creates a screen for a page that no other screen can show.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - theme: The theme, which defines the styles of text roles.
  ///   - reason: The reason in one line, or `nil` for the reason that the page provides.
  public init(_ page: PageViewModel, theme: Theme, reason: String? = nil) {
    self.page = page
    self.theme = theme
    self.reason =
      reason ?? (page as? PlaceholderPageViewModel)?.reason
      ?? localized("no screen shows a \(type(of: page))")
  }

  /// Draws the requested URL and the reason.
  public func draw(into canvas: inout Canvas) {
    canvas.write("┆", at: Point(column: 2, row: 0), style: theme.quiet)
    canvas.write("┆", at: Point(column: 2, row: 1), style: theme.quiet)
    let tag = canvas.write(
      localized("placeholder"), at: Point(column: 4, row: 0), style: theme[.placeholder])
    canvas.write(
      page.url.description, at: Point(column: 6 + tag, row: 0), truncation: .ellipsis)
    canvas.write(
      reason, at: Point(column: 4, row: 1), style: theme.quiet, truncation: .ellipsis)
  }
}
