internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// The title above one of several lists on a screen.
struct PaneTitle: CellModel, Equatable {
  /// A symbol before the title.
  var sign: TextContent.Span?

  /// The text of the title.
  var title = ""

  /// Details at the end of the title.
  var detail = ""

  var itemID: ItemID { 0 }

  /// Registers the view model and the view of the title.
  @MainActor
  static func register(at address: String, in registry: ModuleRegistry) {
    registry.define(address).register(PaneTitleViewModel.self).view(PaneTitleView.self)
  }
}

/// The view model of a list's title.
final class PaneTitleViewModel: CellViewModel<PaneTitle> {
  override var content: TextContent? {
    TextContent(
      [model.sign, .init(model.title, .heading)].compactMap(\.self),
      trailing: [.init(model.detail, .detail)])
  }
}

/// The view of a list's title: the text, a line and the details.
struct PaneTitleView: CellView {
  func draw(_ pane: PaneTitleViewModel, into canvas: inout Canvas, _ context: CellContext) {
    let columns = canvas.size.columns
    var start = 0
    if let sign = pane.model.sign {
      start =
        2
        + canvas.write(
          sign.text, at: Point(column: 0, row: 0), style: context.theme[sign.role],
          limit: columns / 2)
    }
    let detail = Canvas.columns(of: pane.model.detail, atMost: columns)
    let needed = Canvas.columns(of: pane.model.title, atMost: columns / 2)
    // The title has precedence over the details.
    let showsDetail = detail > 0 && start + needed + detail + 1 <= columns
    let room = showsDetail ? columns - detail - 1 : columns
    let end =
      start
      + canvas.write(
        pane.model.title, at: Point(column: start, row: 0), style: context.theme[.heading],
        limit: max(0, room - start), truncation: .ellipsis)
    canvas.rule(
      at: Point(column: end + 1, row: 0), columns: max(0, room - end - 1),
      style: context.theme.quiet)
    guard showsDetail else { return }
    canvas.write(
      pane.model.detail, at: Point(column: columns - detail, row: 0), style: context.theme.quiet)
  }
}
