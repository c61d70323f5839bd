internal import Mocoa
internal import MocoaTerminal

extension MessagesPage {
  /// The width in columns below which the panes are arranged vertically.
  private static let sideBySideMinimum = 50

  /// The height in rows below which a pane has no title.
  private static let titleMinimum = 6

  /// Returns a screen with both panes, each with its title.
  func makePanes(_ context: ScreenContext) -> ComposedScreen {
    ComposedScreen(self, context) { [weak self] in
      self?.parts ?? []
    } arrange: { [weak self] size in
      let frames = Self.arrange(size)
      self?.showsTitles = frames.first?.isEmpty == false
      return frames
    }
  }

  private var parts: [ComposedScreen.Pane] {
    zip(titles, [left, right]).flatMap { title, pane in
      pane.map { [.module(title), .page($0)] } ?? []
    }
  }

  /// Returns the frames of the first title and pane, then of the second.
  private static func arrange(_ size: Size) -> [Rect] {
    if size.columns < sideBySideMinimum {
      let half = size.rows / 2
      return pane(Rect(column: 0, row: 0, columns: size.columns, rows: half))
        + pane(Rect(column: 0, row: half, columns: size.columns, rows: size.rows - half))
    }
    let half = min(size.columns / 2, 60)
    return pane(Rect(column: 0, row: 0, columns: half, rows: size.rows))
      + pane(Rect(column: half, row: 0, columns: size.columns - half, rows: size.rows))
  }

  /// Returns the frames of a title and the pane below it.
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
