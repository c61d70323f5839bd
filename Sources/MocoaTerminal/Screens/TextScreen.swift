internal import MocoaModel
public import Mocoa

/// A screen of scrollable text.
///
/// Lines that are too long are wrapped.
///
/// ```swift
/// registry.define("mocoa://help/").page("Help") { HelpPage(url: $0.url) }
///   .screen { (page: HelpPage, context) in
///     TextScreen(page, context) { page.lines }
///   }
/// ```
@MainActor
public final class TextScreen: ScrollableScreen, StatusScreen, StyledScreen {
  /// The page that the screen shows.
  public let page: PageViewModel

  /// A closure that is called when the screen may need to be drawn again.
  public var onChange: (@MainActor () -> Void)?

  /// The theme, which defines the styles of text roles such as titles and warnings.
  public var theme: Theme {
    didSet { panel.theme = theme }
  }

  private let lines: @MainActor () -> [TextContent.Line]
  private var panel: TextPanel
  private var token: ObservationToken?

  /// Creates a screen of text.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - context: The theme and the debug state.
  ///   - lines: A closure that returns the lines. It is called now, and whenever the page requests
  ///     to be drawn again.
  public init(
    _ page: PageViewModel, _ context: ScreenContext,
    lines: @escaping @MainActor () -> [TextContent.Line]
  ) {
    self.page = page
    self.lines = lines
    theme = context.theme
    panel = TextPanel(title: page.title, lines: lines(), theme: context.theme)
    token = page.observeRedraws { [weak self] in self?.reload() }
  }

  private func reload() {
    panel.show(lines())
    onChange?()
  }

  /// The range of visible lines, such as `1–20/34`, or an empty string if all lines are visible.
  public var positionText: String { panel.position }

  /// Scrolls the text.
  public func move(_ movement: Movement) {
    panel.move(movement)
    onChange?()
  }

  /// Scrolls by a number of lines, positive for down.
  public func scroll(by rows: Int) {
    panel.scroll(by: rows)
    onChange?()
  }

  /// Wraps the lines for a window.
  public func layOut(in size: Size, hasStickyHeaders sticks: Bool) { panel.layOut(in: size) }

  /// Draws the visible lines.
  public func draw(into canvas: inout Canvas) { panel.draw(into: &canvas) }
}
