internal import Mocoa
internal import MocoaModel
internal import MocoaTerminal

/// What stands above one of several lists.
struct PaneTitle: CellModel, Equatable {
  var title: String
  var detail = ""

  var itemID: ItemID { 0 }
}

/// The view model of what stands above a list.
final class PaneTitleViewModel: CellViewModel<PaneTitle> {
  override var content: TextContent? {
    TextContent([.init(model.title, .heading)], trailing: [.init(model.detail, .detail)])
  }
}

/// The view of what stands above a list: a title, a line, and what else there is to say.
struct PaneTitleView: CellView {
  func draw(_ pane: PaneTitleViewModel, into canvas: inout Canvas, _ context: CellContext) {
    let columns = canvas.size.columns
    let detail = Canvas.columns(of: pane.model.detail, atMost: columns)
    let needed = Canvas.columns(of: pane.model.title, atMost: columns / 2)
    // What it is the title of is what one needs to know.
    let showsDetail = detail > 0 && needed + detail + 1 <= columns
    let room = showsDetail ? columns - detail - 1 : columns
    let title = canvas.write(
      pane.model.title, at: Point(column: 0, row: 0), style: context.theme[.heading], limit: room,
      truncation: .ellipsis)
    canvas.rule(
      at: Point(column: title + 1, row: 0), columns: max(0, room - title - 1),
      style: context.theme.quiet)
    guard showsDetail else { return }
    canvas.write(
      pane.model.detail, at: Point(column: columns - detail, row: 0), style: context.theme.quiet)
  }
}
