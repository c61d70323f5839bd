internal import Mocoa
internal import MocoaTerminal

/// A key with a word for its action, as the status line shows it.
struct KeyHint: Hashable {
  /// The notation of the key, or an empty string.
  let key: String

  /// The word for the action.
  let words: String

  /// The action of the key, which a click on the hint performs, or `nil`.
  let action: Action?

  /// The key and the word in one text.
  var text: String { key.isEmpty ? words : "\(key) \(words)" }

  init(_ key: String, _ words: String, action: Action? = nil) {
    (self.key, self.words, self.action) = (key, words, action)
  }

  /// Creates the hint of a page command, or returns `nil` if the command has no hint.
  @MainActor
  init?(_ command: PageCommand) {
    let parts = command.hint.split(separator: " ", maxSplits: 1)
    guard let key = parts.first else { return nil }
    self.init(
      String(key), parts.dropFirst().first.map { String($0) } ?? "",
      action: .pageCommand(command.key))
  }

  /// The number of columns between two hints.
  private static let gap = 2

  /// Returns as many complete hints as fit in a number of columns, starting with the first.
  ///
  /// - Parameter last: A hint that is added at the end if it fits.
  @MainActor
  static func fitting(_ hints: [KeyHint], and last: KeyHint? = nil, in room: Int) -> [KeyHint] {
    func width(_ hint: KeyHint) -> Int { Canvas.columns(of: hint.text, atMost: max(0, room) + 1) }
    var used = last.map { width($0) + gap } ?? 0
    // If not even the last hint fits, the result is empty, because a partial hint is not useful.
    if used - gap > room { return [] }
    var fitting: [KeyHint] = []
    for hint in hints {
      used += width(hint) + gap
      guard used - gap <= room else { break }
      fitting.append(hint)
    }
    return fitting + [last].compactMap(\.self)
  }

  /// Returns the columns of hints that are drawn from a column.
  @MainActor
  static func spans(of hints: [KeyHint], from column: Int) -> [Range<Int>] {
    var start = column
    return hints.map { hint in
      let span = start..<start + Canvas.columns(of: hint.text, atMost: .max)
      start = span.upperBound + gap
      return span
    }
  }

  /// Draws hints in a row of a canvas, with their keys in the accent color.
  @MainActor
  static func draw(
    _ hints: [KeyHint], at point: Point, limit: Int, into canvas: inout Canvas, theme: Theme
  ) {
    var column = point.column
    let end = point.column + max(0, limit)
    func write(_ text: String, _ style: Style) {
      column += canvas.write(
        text, at: Point(column: column, row: point.row), style: style, limit: max(0, end - column),
        truncation: .ellipsis)
    }
    for (index, hint) in hints.enumerated() {
      if index > 0 { column += gap }
      write(hint.key, theme.accent)
      write(hint.key.isEmpty ? hint.words : " " + hint.words, theme.quiet)
    }
  }
}
