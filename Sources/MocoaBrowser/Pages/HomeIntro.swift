internal import MocoaLocalization
internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The text of the home screen if no location is saved, with example commands.
struct HomeIntro: CellModel, Equatable {
  /// The element kind of the text.
  static let kind = "intro"

  var itemID: ItemID { ItemID(Self.kind) }

  /// The first line.
  var summary: String {
    localized("Open any list: JSON, logs, CSV, SQLite, a folder, the output of a command.")
  }

  /// The example commands with their effects.
  var examples: [(command: String, effect: String)] {
    [
      ("mocoa orders.csv", localized("look at a table: sort, filter, count values")),
      ("mocoa watch -- ps aux", localized("see what changes, row by row")),
      ("… | mocoa --pick", localized("choose a row, print it")),
    ]
  }
}

/// The view model of the text of the home screen.
final class HomeIntroViewModel: CellViewModel<HomeIntro> {
  /// The number of columns of a command, with its indentation.
  private static let commandColumns = 25

  override var content: TextContent? {
    let examples = model.examples.map { example in
      TextContent.Line([
        .init("  " + example.command, .accent, width: Self.commandColumns),
        .init(example.effect, .detail),
      ])
    }
    return TextContent(lines: [.init([.init(model.summary, .text)]), .init([])] + examples)
  }
}

/// The view of the text of the home screen, followed by a blank row.
///
/// In a narrow window it shows only the commands, and in a very narrow window nothing.
struct HomeIntroCell: CellView {
  /// The minimum widths of the commands and of the complete text.
  private static let (commandMinimum, completeMinimum) = (30, 60)

  init() {}

  func height(of intro: HomeIntroViewModel, columns: Int) -> Int {
    if columns < Self.commandMinimum { return 0 }
    return intro.model.examples.count + (columns < Self.completeMinimum ? 1 : 3)
  }

  func draw(_ intro: HomeIntroViewModel, into canvas: inout Canvas, _ context: CellContext) {
    let isComplete = canvas.size.columns >= Self.completeMinimum
    let commands = intro.model.examples.map { TextContent.Line([.init($0.command, .accent)]) }
    let lines = isComplete ? intro.content?.lines ?? [] : commands
    for (row, line) in lines.enumerated() { canvas.draw(line, row: row, context) }
  }
}
