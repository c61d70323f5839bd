internal import Mocoa
internal import MocoaTerminal

extension MessagesPage {
  /// Under so many columns the panes stand above each other.
  private static let besideMinimum = 50

  /// Under so many rows nothing stands above the panes.
  private static let titleMinimum = 6

  /// The panes beside each other, each with its title.
  func makePanes(_ context: ScreenContext) -> ComposedScreen {
    ComposedScreen(self, context) { [weak self] in
      self?.parts ?? []
    } arrange: { [weak self] size in
      let frames = Self.arrange(size)
      self?.showsTitles = frames.first?.isEmpty == false
      return frames
    }
  }

  private var parts: [ComposedScreen.Part] {
    zip(titles, [left, right]).flatMap { title, pane in
      pane.map { [.module(title), .page($0)] } ?? []
    }
  }

  /// A title and a pane, and another title and pane.
  private static func arrange(_ size: Size) -> [Rect] {
    if size.columns < besideMinimum {
      let half = size.rows / 2
      return pane(Rect(column: 0, row: 0, columns: size.columns, rows: half))
        + pane(Rect(column: 0, row: half, columns: size.columns, rows: size.rows - half))
    }
    let half = min(size.columns / 2, 60)
    return pane(Rect(column: 0, row: 0, columns: half, rows: size.rows))
      + pane(Rect(column: half, row: 0, columns: size.columns - half, rows: size.rows))
  }

  /// A title, and below it the pane.
  private static func pane(_ frame: Rect) -> [Rect] {
    let (columns, rows) = (frame.size.columns, frame.size.rows)
    let title = rows < titleMinimum ? 0 : 1
    return [
      Rect(
        column: frame.origin.column + 1, row: frame.origin.row, columns: max(0, columns - 2),
        rows: title),
      Rect(
        column: frame.origin.column, row: frame.origin.row + title, columns: columns,
        rows: rows - title),
    ]
  }
}
