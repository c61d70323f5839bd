internal import Mocoa
internal import MocoaTerminal

/// Example 10: a page without a list that shows a plain module, the card of a contact.
final class StandaloneModulePage: PageViewModel {
  /// The view model of the card next to the text.
  private(set) var card: AnyCellViewModel?

  static func register(in registry: ModuleRegistry) {
    let address = Examples.address(10)
    registry.define("\(address)card").register(ContactCardViewModel.self).view(ContactCard.self)
    registry.define(address).page("Plain module") { StandaloneModulePage(url: $0.url) }
      .screen { (page: StandaloneModulePage, context) in
        let text = TextScreen(page, context) { Self.text }
        let parts = (page.card.map { [ComposedScreen.Pane.module($0)] } ?? []) + [.screen(text)]
        return ComposedScreen(page, context, parts, arrange: Self.arrange)
      }
  }

  /// Creates the view model of the card from its module, with a contact as the option `model`.
  override func prepare() {
    guard let url = try? ModuleURL("\(Examples.address(10))card") else { return }
    card = embedModule(url, options: ["model": Addressee.example])
  }

  override var title: String { "plain module" }
  override var breadcrumb: [String] { ["examples", title] }

  /// Returns the frames of the card and the text.
  ///
  /// In a narrow window, the card is above the text.
  private static func arrange(_ size: Size) -> [Rect] {
    let cardColumns = 30
    if size.columns >= 60 {
      return [
        Rect(column: 1, row: 1, columns: cardColumns, rows: ContactCard.rows),
        Rect(
          column: cardColumns + 2, row: 1, columns: size.columns - cardColumns - 2,
          rows: size.rows - 1),
      ]
    }
    // In a low window, the card has no frame, and its last row is used for the text.
    let rows = size.rows >= 2 * ContactCard.rows ? ContactCard.rows : min(3, size.rows - 1)
    return [
      Rect(column: 0, row: 0, columns: min(size.columns, cardColumns), rows: rows),
      Rect(column: 0, row: rows, columns: size.columns, rows: size.rows - rows),
    ]
  }

  private static let text: [TextContent.Line] = [
    "The card is a module: a model, a view model and a view, registered at one URL.",
    "No list contains it. The page embeds it by that URL, with the contact as an option.",
    "The screen draws a frame around it. The card draws the content of the frame.",
    "This text is not a module. A page can combine modules with content of any kind.",
  ].enumerated().map { index, text in
    TextContent.Line([.init("\(index + 1).", .number), .init(text, .text)])
  }
}
