public import Mocoa

/// A screen of a form page, with one row for the label and the text of each field.
///
/// ```text
///    first name  Ada
///  ▌ last name   Lovelace▏
///    phone       100-0123-4567
/// ```
///
/// Tab, ↑ and ↓ move between fields, and Enter submits the form. All other keys edit text, except
/// Esc, which the owner of the screen processes. If the form is a pane of another screen, that
/// screen also processes Tab on the last field and Back-Tab on the first one.
@MainActor
public final class FormScreen: TextInput, ScrollableScreen, StatusScreen, StyledScreen,
  PointerInput,
  SelfSizingScreen
{
  private let form: FormPageViewModel
  /// The theme, which defines the styles of text roles such as titles and warnings.
  public var theme: Theme

  /// The editors of the fields.
  private var lines: [LineEditor]

  /// The index of the field that has the cursor.
  private var focused = 0

  /// The index of the field in the first row.
  ///
  /// In a small window not all fields are visible.
  private var top = 0

  /// The size of the last layout.
  private var size = Size(columns: 0, rows: 0)

  /// The error of the last attempt to submit the form, until the next key; empty if there is none.
  private var validationMessage = ""

  /// A Boolean value that indicates whether the screen is a pane of another screen.
  var isEmbedded = false

  /// Creates a screen of a form.
  public init(_ page: FormPageViewModel, theme: Theme) {
    form = page
    self.theme = theme
    lines = page.fields.map { LineEditor($0.text) }
  }

  /// The page.
  public var page: PageViewModel { form }

  /// A closure that is called when the screen may need to be drawn again.
  ///
  /// Only keys change a form, so this screen never calls it.
  public var onChange: (@MainActor () -> Void)?

  /// The number of the focused field, from 1, and the number of fields, such as `2/3`.
  public var positionText: String { lines.isEmpty ? "" : "\(focused + 1)/\(lines.count)" }

  /// The error of the last attempt to submit the form, or an empty string.
  public var statusText: String { validationMessage }

  // MARK: - Input

  /// The number of fields, each of which needs one row.
  public var preferredRowCount: Int? { lines.count }

  /// Processes a key: moves to another field, submits the form or edits the focused field.
  public func press(_ key: KeyPress) -> Bool {
    validationMessage = ""
    switch key {
    case KeyPress(.enter): confirm()
    case KeyPress(.tab): return moveFocus(by: 1)
    case KeyPress(.backTab): return moveFocus(by: -1)
    case KeyPress(.down), KeyPress(.pageDown): move(.down)
    case KeyPress(.up), KeyPress(.pageUp): move(.up)
    default: return edit { $0.press(key) }
    }
    return true
  }

  /// Inserts pasted text into the focused field.
  public func paste(_ text: String) -> Bool {
    validationMessage = ""
    return edit { $0.paste(text) }
  }

  /// Moves the focus to the previous or next field, or to the first or last one.
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

  /// Moves the focus one field up or down, but not beyond the ends.
  public func scroll(by rows: Int) { focus(focused + rows.signum()) }

  /// Moves the focus to the field with a number, from 1.
  public func move(toItem number: Int) -> Bool {
    guard lines.indices.contains(number - 1) else { return false }
    focus(number - 1)
    return true
  }

  /// Moves the focus to the field at a point.
  public func click(at point: Point) -> Bool {
    if lines.indices.contains(top + point.row) { focus(top + point.row) }
    return false
  }

  /// Moves the focus to the next or previous field, wrapping around at the ends.
  ///
  /// - Returns: `false` if the screen is a pane and the enclosing screen should move the focus.
  private func moveFocus(by distance: Int) -> Bool {
    let next = focused + distance
    if isEmbedded, !lines.indices.contains(next) { return false }
    if !lines.isEmpty { focus((next + lines.count) % lines.count) }
    return true
  }

  /// Focuses the first field if `distance` is positive, otherwise the last one.
  func focusFirst(movingBy distance: Int) { focus(distance > 0 ? 0 : lines.count - 1) }

  private func focus(_ field: Int) { focused = max(0, min(field, lines.count - 1)) }

  private func edit(_ change: (inout LineEditor) -> Bool) -> Bool {
    guard lines.indices.contains(focused) else { return false }
    defer { form.setText(lines[focused].text, forFieldAt: focused) }
    return change(&lines[focused])
  }

  private func confirm() {
    do throws(FormError) {
      try form.submit()
    } catch {
      validationMessage = error.description
      if let field = error.field { focus(field) }
    }
  }

  // MARK: - Drawing

  /// The point of the text cursor in the last layout, or `nil` if no field is visible.
  public var textCursor: Point? {
    let row = focused - top
    guard lines.indices.contains(focused), (0..<size.rows).contains(row) else { return nil }
    let column = lines[focused].cursor(in: area(ofRow: row, in: size)).column
    return Point(column: max(0, min(column, size.columns - 1)), row: row)
  }

  /// Returns the width of the labels in columns.
  private func labelColumns(in size: Size) -> Int {
    // Labels get at most two fifths of the width, so that most of it is left for the text.
    let most = max(0, size.columns - ListRenderer.gutter) * 2 / 5
    return form.fields.map { Canvas.columns(of: $0.label, atMost: most) }.max() ?? 0
  }

  /// Returns the area of the text in a row.
  private func area(ofRow row: Int, in size: Size) -> Rect {
    let labels = labelColumns(in: size)
    let start = ListRenderer.gutter + (labels > 0 ? labels + 2 : 0)
    return Rect(column: start, row: row, columns: max(0, size.columns - start), rows: 1)
  }

  /// Scrolls so that the focused field is visible.
  public func layOut(in size: Size, hasStickyHeaders sticks: Bool) {
    self.size = size
    let last = max(0, lines.count - max(1, size.rows))
    top = max(focused - max(1, size.rows) + 1, min(top, focused, last))
  }

  /// Draws the labels and the texts of the fields.
  public func draw(into canvas: inout Canvas) {
    let size = canvas.size
    let widest = labelColumns(in: size)
    for (row, field) in lines.indices.dropFirst(top).prefix(size.rows).enumerated() {
      let isFocused = field == focused
      if isFocused { canvas.write("▌", at: Point(column: 1, row: row), style: theme[.cursor]) }
      canvas.write(
        form.fields[field].label, at: Point(column: ListRenderer.gutter, row: row),
        style: isFocused ? theme[.heading] : theme.quiet, limit: widest, truncation: .ellipsis)
      let area = area(ofRow: row, in: size)
      if isFocused {
        _ = lines[field].draw(in: area, into: &canvas)
      } else {
        canvas.write(
          lines[field].text, at: area.origin, limit: max(0, area.size.columns - 1),
          truncation: .ellipsis)
      }
    }
  }
}
