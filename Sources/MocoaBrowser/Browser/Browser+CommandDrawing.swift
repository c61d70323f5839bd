internal import Mocoa
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaTerminal

/// The preview of a command, below its prompt and in the confirmation question.
extension Browser {
  /// The minimum number of rows of a window with a hint above an empty prompt.
  private static let hintMinimum = 7

  /// Returns the number of rows that a prompt needs in a window.
  func rows(of prompt: Prompt, in size: Size) -> Int {
    let hasHint = prompt.showsFilterHint && size.rows >= Self.hintMinimum
    let wanted = prompt.question != nil ? 3 : prompt.isCommand || hasHint ? 2 : 1
    // At least one row remains for the page.
    return max(1, min(wanted, size.rows - 1))
  }

  /// Draws a prompt in the last rows, and returns the point of the text cursor.
  func draw(_ prompt: Prompt, rows: Int, into canvas: inout Canvas) -> Point? {
    let top = canvas.size.rows - rows
    if let question = prompt.question {
      draw(question, rows: top..<canvas.size.rows, into: &canvas)
      return nil
    }
    if rows > 1, prompt.showsFilterHint {
      drawFilterHint(row: top, into: &canvas)
      return draw(prompt, row: canvas.size.rows - 1, into: &canvas)
    }
    drawOffer(for: prompt.line, row: top - 1, into: &canvas)
    if rows > 1, let preview = prompt.preview { draw(preview, row: top + 1, into: &canvas) }
    return draw(prompt, row: top, into: &canvas)
  }

  /// Draws the command that the typed text would run.
  private func draw(_ preview: CommandPreview, row: Int, into canvas: inout Canvas) {
    canvas.write(
      preview.line, at: Point(column: 1, row: row),
      style: preview.isError ? theme[.error] : theme.quiet, limit: max(0, canvas.size.columns - 2),
      truncation: .ellipsis)
  }

  /// Records that a frame was shown: in the visible screens, and in a question or the preview of a
  /// command.
  func didShow(_ frame: Surface) {
    for session in shownSessions { session.screen.didShow(frame) }
    notePromptShown(in: frame.size)
  }

  private func notePromptShown(in size: Size) {
    guard case .prompt(var prompt) = overlay else { return }
    if prompt.isQuestion {
      if Self.commandColumns(in: size) > 0, size.rows > 0 { noteQuestionShown() }
    } else if let preview = prompt.preview, !preview.isShown, size.columns > 2,
      rows(of: prompt, in: size) > 1
    {
      prompt.target?.recordShown(preview.items)
      prompt.preview?.isShown = true
      overlay = .prompt(prompt)
    }
  }

  /// Returns the number of columns for the command in a confirmation question.
  private static func commandColumns(in size: Size) -> Int { max(0, size.columns - 4) }

  private func draw(_ question: CommandQuestion, rows: Range<Int>, into canvas: inout Canvas) {
    let room = max(0, canvas.size.columns - 2)
    var row = rows.lowerBound
    if rows.count > 2 {
      canvas.write(
        question.headline, at: Point(column: 1, row: row), style: theme[.error], limit: room,
        truncation: .ellipsis)
      row += 1
    }
    let isCut = drawCommand(of: question, row: row, into: &canvas)
    guard rows.count > 1 else { return }
    var hints = [
      KeyHint("y", localized("run")), KeyHint("n, Esc", localized("no")),
      KeyHint("e", localized("edit")), KeyHint("?", localized("show all")),
    ]
    if isCut { hints.insert(KeyHint("← →", localized("scroll")), at: 3) }
    if rows.count == 2 { hints.append(KeyHint("", question.headline)) }
    KeyHint.draw(
      KeyHint.fitting(hints, in: room), at: Point(column: 1, row: rows.upperBound - 1),
      limit: room, into: &canvas, theme: theme)
  }

  /// Draws the visible part of the command in a confirmation question.
  ///
  /// An `…` marks each truncated end.
  ///
  /// - Returns: `true` if the start or the end of the command is truncated.
  private func drawCommand(
    of question: CommandQuestion, row: Int, into canvas: inout Canvas
  ) -> Bool {
    let line = question.commandLine
    let room = Self.commandColumns(in: canvas.size)
    let end = Canvas.columns(of: line, atMost: question.offset + room + 1)
    let (isCutBefore, isCutAfter) = (question.offset > 0, end > question.offset + room)
    let area = Rect(column: 2, row: row, columns: room, rows: 1)
    canvas.within(area) {
      $0.write(line, at: Point(column: -question.offset, row: 0), style: theme[.title])
    }
    if isCutBefore { canvas.write("…", at: Point(column: 1, row: row), style: theme.quiet) }
    if isCutAfter {
      canvas.write("…", at: Point(column: 2 + room, row: row), style: theme.quiet)
    }
    return isCutBefore || isCutAfter
  }
}
