internal import MocoaLanguage
public import Mocoa

/// How a cell view model is drawn in a terminal: by which of the ways it can be.
@MainActor
public enum CellDrawing {
  /// By the view registered for it.
  case view(AnyCellView)

  /// By its text content.
  case content(TextContent)

  /// By a placeholder that says why.
  case placeholder(PlaceholderReason)

  /// Finds the way: a view registered for the terminal, else the text content, else a placeholder.
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
        .view(phrase("\(view.name) draws \(view.viewModelType), not \(type(of: viewModel))")))
    } else {
      self = .placeholder(viewModel.placeholderReason(for: TerminalPresentation.self))
    }
  }

  /// The number of rows in so many columns: those that are fixed, else as view or content says; a
  /// placeholder has none outside of debug mode.
  func height(of viewModel: AnyCellViewModel, columns: Int, isDebugging: Bool) -> Int {
    switch self {
    case .view(let view):
      viewModel.fixedHeight ?? max(0, view.height(of: viewModel, columns: columns) ?? 0)
    case .content(let content): viewModel.fixedHeight ?? content.lines.count
    case .placeholder: isDebugging ? PlaceholderCell.height : 0
    }
  }

  /// Draws the view model on a canvas of its own.
  func draw(_ viewModel: AnyCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    switch self {
    case .view(let view): view.draw(viewModel, into: &canvas, context)
    case .content(let content): TextContentDrawing.draw(content, into: &canvas, context)
    case .placeholder(let reason):
      PlaceholderCell.draw(viewModel, reason, into: &canvas, context)
    }
  }
}
