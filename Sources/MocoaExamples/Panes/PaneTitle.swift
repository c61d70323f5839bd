internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// What stands above one of several lists.
struct PaneTitle: CellModel, Equatable {
  /// What stands before the title.
  var sign: TextContent.Span?

  /// What the list is.
  var title = ""

  /// What else there is to say of it.
  var detail = ""

  var itemID: ItemID { 0 }

  /// Registers what shows it.
  @MainActor
  static func register(at address: String, in registry: ModuleRegistry) {
    registry[address].register(PaneTitleViewModel.self).view(PaneTitleView.self)
  }
}

/// The view model of what stands above a list.
final class PaneTitleViewModel: CellViewModel<PaneTitle> {
  override var content: TextContent? {
    TextContent(
      [model.sign, .init(model.title, .heading)].compactMap(\.self),
      trailing: [.init(model.detail, .detail)])
  }
}

/// The view of what stands above a list: a title, a line, and what else there is to say.
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
    // What it is the title of is what one needs to know.
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
