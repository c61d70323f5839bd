internal import MocoaLocalization
internal import Mocoa

/// The drawing of an element that neither a view nor its text content can show.
///
/// It shows the reason, the requested URL and the data.
///
/// ```text
///  placeholder  music/:/bootleg: no module for this kind                    [i]
///  Live at the Plugged Nickel · {"id": 71, "year": 1965, "discs": 8}
/// ```
@MainActor
enum PlaceholderCell {
  /// The height of a placeholder in rows.
  static let height = 2

  static func draw(
    _ viewModel: AnyCellViewModel, _ reason: PlaceholderReason, into canvas: inout Canvas,
    _ context: CellContext
  ) {
    let theme = context.theme
    let hint = "[i]"
    let room = canvas.size.columns - hint.count - 2
    var column = 1
    let tag = context.isUnderCursor ? theme[.placeholder].adding(.bold) : theme[.placeholder]
    column += canvas.write(
      localized("placeholder"), at: Point(column: column, row: 0), style: tag, limit: room)
    column += 2
    let text = "\(address(of: viewModel)): \(reason)"
    canvas.write(
      text, at: Point(column: column, row: 0), style: .plain, limit: max(0, room - column),
      truncation: .ellipsis)
    canvas.write(
      hint, at: Point(column: canvas.size.columns - hint.count, row: 0), style: theme.quiet)
    canvas.write(
      viewModel.summary(limit: canvas.size.columns * 4), at: Point(column: 1, row: 1),
      style: theme.quiet, limit: max(0, canvas.size.columns - 1), truncation: .ellipsis)
  }

  /// Returns the requested URL without its scheme.
  private static func address(of viewModel: AnyCellViewModel) -> String {
    let requested = viewModel.requestedAddress ?? localized("no module")
    return String(requested.trimmingPrefix("mocoa://"))
  }
}
