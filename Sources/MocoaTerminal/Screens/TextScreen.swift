internal import MocoaModel
public import Mocoa

/// The screen of a page that is text: lines that can be scrolled, broken where they are too long.
///
/// ```swift
/// registry["mocoa://help/"].page("Help") { HelpPage(url: $0.url) }
///   .screen { (page: HelpPage, context) in
///     TextScreen(page, context) { page.lines }
///   }
/// ```
@MainActor
public final class TextScreen: Screen {
  /// The page.
  public let page: PageViewModel

  /// Called when something changed that may have to be drawn.
  public var onChange: (@MainActor () -> Void)?

  /// How roles look.
  public var theme: Theme {
    didSet { panel.theme = theme }
  }

  private let lines: @MainActor () -> [TextContent.Line]
  private var panel: TextPanel
  private var token: ObservationToken?

  /// A screen of text.
  ///
  /// - Parameter lines: says the lines, now and whenever the page is to be drawn again.
  public init(
    _ page: PageViewModel, _ context: ScreenContext,
    lines: @escaping @MainActor () -> [TextContent.Line]
  ) {
    self.page = page
    self.lines = lines
    theme = context.theme
    panel = TextPanel(title: page.title, lines: lines(), theme: context.theme)
    token = page.observeRedraws { [weak self] in self?.readAgain() }
  }

  private func readAgain() {
    panel.show(lines())
    onChange?()
  }

  /// Which lines are seen, where not all are: `1–20/34`.
  public var position: String { panel.position }

  /// Scrolls.
  public func move(_ movement: Movement) {
    panel.move(movement)
    onChange?()
  }

  /// Scrolls by so many lines, down where above 0.
  public func scroll(by rows: Int) {
    panel.scroll(by: rows)
    onChange?()
  }

  /// Breaks the lines.
  public func layOut(in size: Size, sticks: Bool) { panel.layOut(in: size) }

  /// Draws the lines that are seen.
  public func draw(into canvas: inout Canvas) { panel.draw(into: &canvas) }
}
