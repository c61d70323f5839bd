internal import MocoaLocalization
public import Mocoa

/// The way in which a cell is drawn in a terminal.
@MainActor
public enum CellDrawing {
  /// A drawing by the registered view.
  case view(AnyCellView)

  /// A drawing of the text content.
  case content(TextContent)

  /// A drawing of the columns of a table, and the terminal columns under the column cursor, if
  /// there are any.
  ///
  /// `hasHiddenMatch` indicates whether a hidden column matches a filter or a search.
  case row(TextContent.Line, cursor: Range<Int>?, hasHiddenMatch: Bool = false)

  /// A placeholder that shows the reason.
  case placeholder(PlaceholderReason)

  /// Creates the drawing of a view model.
  ///
  /// The drawing uses the view that is registered for the terminal. Without such a view, it uses
  /// the text content; without text content, it is a placeholder.
  public init(of viewModel: AnyCellViewModel) {
    if viewModel is PlaceholderViewModel {
      self = .placeholder(viewModel.placeholderReason(for: TerminalPresentation.self))
      return
    }
    let view = viewModel.module?.slot(for: TerminalPresentation.self)
    if let view, view.canDraw(viewModel) {
      self = .view(view)
    } else if let content = viewModel.content {
      self = .content(content)
    } else if let view {
      self = .placeholder(
        .view(localized("\(view.name) draws \(view.viewModelType), not \(type(of: viewModel))")))
    } else {
      self = .placeholder(viewModel.placeholderReason(for: TerminalPresentation.self))
    }
  }

  /// A Boolean value that indicates whether a hidden column of the row matches a filter or a search.
  var hasHiddenMatch: Bool { if case .row(_, _, true) = self { true } else { false } }

  /// Returns the number of rows for a width in columns.
  ///
  /// A fixed height takes precedence over the height of the view or of the content. A placeholder
  /// has no rows outside of debug mode.
  func height(of viewModel: AnyCellViewModel, columns: Int, isDebugging: Bool) -> Int {
    switch self {
    case .view(let view):
      viewModel.fixedHeight ?? max(0, view.height(of: viewModel, columns: columns) ?? 0)
    case .content(let content): viewModel.fixedHeight ?? content.lines.count
    case .row: 1
    case .placeholder: isDebugging ? PlaceholderCell.height : 0
    }
  }

  /// Draws the view model on its own canvas.
  func draw(_ viewModel: AnyCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    switch self {
    case .view(let view): view.draw(viewModel, into: &canvas, context)
    case .content(let content): TextContentDrawing.draw(content, into: &canvas, context)
    case .row(let line, let cursor, _):
      TableRowDrawing.draw(line, cursor: cursor, into: &canvas, context)
    case .placeholder(let reason):
      PlaceholderCell.draw(viewModel, reason, into: &canvas, context)
    }
  }
}
