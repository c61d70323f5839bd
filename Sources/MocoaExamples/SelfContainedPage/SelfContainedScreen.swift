internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The view: a custom screen that draws the content of the view model after each signal.
final class SelfContainedScreen: Screen {
  let page: PageViewModel
  var onChange: (@MainActor () -> Void)?

  private let theme: Theme
  private var text: ContactText?
  private var token: ObservationToken?

  init(_ page: SelfContainedPage, _ context: ScreenContext) {
    self.page = page
    theme = context.theme
    text = page.contact?.text
    token = page.contact?.observe(.changed) { [weak self, weak page] in
      self?.text = page?.contact?.text
      self?.onChange?()
    }
  }

  func draw(into canvas: inout Canvas) {
    guard let text else {
      canvas.write("loading…", at: Point(column: 1, row: 0), style: theme.quiet)
      return
    }
    let size = canvas.size
    let rows = min(size.rows, ContactCard.rows)
    let columns = min(size.columns, 30)
    let card = Rect(
      column: (size.columns - columns) / 2, row: (size.rows - rows) / 2, columns: columns,
      rows: rows)
    canvas.within(card) { ContactCard.draw(text, into: &$0, theme) }
  }
}
