public import Mocoa

/// The screen of a page that is a form: a row for each field, what it is and what was typed.
///
/// ```text
///    first name  Ada
///  ▌ last name   Lovelace▏
///    phone       100-0123-4567
/// ```
///
/// Tab, ↑ and ↓ go from field to field, Enter confirms; all else writes, and Esc is left to whoever
/// shows the screen. As a part of another screen it also leaves to that the Tab behind its last field,
/// and the one before its first.
@MainActor
public final class FormScreen: Screen {
  private let form: FormPageViewModel
  /// How roles look.
  public var theme: Theme

  /// The lines being typed, and which of them has the cursor.
  private var lines: [LineEditor]
  private var focused = 0

  /// The field in the first row: in a small window not all are seen.
  private var top = 0

  /// Where the fields stand, as they were laid out last.
  private var size = Size(columns: 0, rows: 0)

  /// What is wrong with what was confirmed, until the next key.
  private var complaint = ""

  /// Whether it is a part of another screen.
  var isEmbedded = false

  /// A screen of a form.
  public init(_ page: FormPageViewModel, theme: Theme) {
    form = page
    self.theme = theme
    lines = page.fields.map { LineEditor($0.text) }
  }

  /// The page.
  public var page: PageViewModel { form }

  /// Whether placeholders are shown; a form has none.
  public var isDebugging = false

  /// How much moves; nothing ever does.
  public var motion = Motion.full

  /// Called when something changed that may have to be drawn; only keys change a form.
  public var onChange: (@MainActor () -> Void)?

  /// Which field has the cursor, and how many there are.
  public var position: String { lines.isEmpty ? "" : "\(focused + 1)/\(lines.count)" }

  /// Why what was typed was not taken.
  public var remark: String { complaint }

  /// None.
  public var selection: AnyCellViewModel? { nil }

  // MARK: - Keys

  /// One for each field.
  public var neededRows: Int? { lines.count }

  /// Keys write.
  public var takesText: Bool { true }

  /// Goes to another field, confirms, or writes.
  public func press(_ key: KeyPress) -> Bool {
    complaint = ""
    switch key {
    case KeyPress(.enter): confirm()
    case KeyPress(.tab): return goOn(by: 1)
    case KeyPress(.backTab): return goOn(by: -1)
    case KeyPress(.down), KeyPress(.pageDown): move(.down)
    case KeyPress(.up), KeyPress(.pageUp): move(.up)
    default: return edit { $0.press(key) }
    }
    return true
  }

  /// Writes text that was pasted.
  public func paste(_ text: String) -> Bool {
    complaint = ""
    return edit { $0.paste(text) }
  }

  /// Goes to the field above or below, and to the first or the last one.
  public func move(_ movement: Movement) {
    switch movement {
    case .up, .pageUp, .halfPageUp: focus(focused - 1)
    case .down, .pageDown, .halfPageDown: focus(focused + 1)
    case .first: focus(0)
    case .last: focus(lines.count - 1)
    case .left: _ = edit { $0.press(KeyPress(.left)) }
    case .right: _ = edit { $0.press(KeyPress(.right)) }
    }
  }

  /// Goes to fields above or below, and no farther than to the last.
  public func scroll(by rows: Int) { focus(focused + rows.signum()) }

  /// Goes to the field of that number.
  public func move(toItem number: Int) -> Bool {
    guard lines.indices.contains(number - 1) else { return false }
    focus(number - 1)
    return true
  }

  /// Goes to the field that stands there.
  public func click(at point: Point) -> Bool {
    if lines.indices.contains(top + point.row) { focus(top + point.row) }
    return false
  }

  /// Goes to the next field, and behind the last one to the first.
  ///
  /// - Returns: false where the next part of the screen around it may have the keys.
  private func goOn(by distance: Int) -> Bool {
    let next = focused + distance
    if isEmbedded, !lines.indices.contains(next) { return false }
    if !lines.isEmpty { focus((next + lines.count) % lines.count) }
    return true
  }

  /// Goes to its first field, or to the last one.
  func enter(by distance: Int) { focus(distance > 0 ? 0 : lines.count - 1) }

  private func focus(_ field: Int) { focused = max(0, min(field, lines.count - 1)) }

  private func edit(_ change: (inout LineEditor) -> Bool) -> Bool {
    guard lines.indices.contains(focused) else { return false }
    defer { form.setText(lines[focused].text, ofField: focused) }
    return change(&lines[focused])
  }

  private func confirm() {
    do throws(FormFault) {
      try form.submit()
    } catch {
      complaint = error.description
      if let field = error.field { focus(field) }
    }
  }

  // MARK: - Drawing

  /// Where the next character is written.
  public private(set) var textCursor: Point?

  /// Sees to it that the field with the cursor is seen.
  public func layOut(in size: Size, sticks: Bool) {
    self.size = size
    let last = max(0, lines.count - max(1, size.rows))
    top = max(focused - max(1, size.rows) + 1, min(top, focused, last))
  }

  /// Draws the fields.
  public func draw(into canvas: inout Canvas) {
    textCursor = nil
    let labels = form.fields.map(\.label)
    // What is typed has most of the room.
    let most = max(0, size.columns - ListRenderer.gutter) * 2 / 5
    let widest = labels.map { Canvas.columns(of: $0, atMost: most) }.max() ?? 0
    let start = ListRenderer.gutter + (widest > 0 ? widest + 2 : 0)
    for (row, field) in lines.indices.dropFirst(top).prefix(size.rows).enumerated() {
      let isFocused = field == focused
      if isFocused { canvas.write("▌", at: Point(column: 1, row: row), style: theme[.cursor]) }
      canvas.write(
        labels[field], at: Point(column: ListRenderer.gutter, row: row),
        style: isFocused ? theme[.heading] : theme.quiet, limit: widest, truncation: .ellipsis)
      let area = Rect(column: start, row: row, columns: max(0, size.columns - start), rows: 1)
      if isFocused {
        let column = lines[field].draw(in: area, into: &canvas)
        textCursor = Point(column: max(0, min(column, size.columns - 1)), row: row)
      } else {
        canvas.write(
          lines[field].text, at: area.origin, limit: max(0, area.size.columns - 1),
          truncation: .ellipsis)
      }
    }
  }
}
