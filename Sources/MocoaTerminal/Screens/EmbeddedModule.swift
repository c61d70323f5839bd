public import Mocoa

/// A module that stands in a screen by itself, in no list: the view of its view model, else its text
/// content, else a placeholder.
///
/// ```swift
/// let album = EmbeddedModule(page.embedModule(url), context)
/// canvas.within(Rect(column: 2, row: 1, columns: 40, rows: 3)) { album.draw(into: &$0) }
/// ```
@MainActor
public final class EmbeddedModule {
  /// What it shows.
  public let viewModel: AnyCellViewModel

  /// How roles look, and whether placeholders are shown.
  public var context: ScreenContext

  /// A module whose view model was made already, as `PageViewModel.embedModule` does.
  public init(_ viewModel: AnyCellViewModel, _ context: ScreenContext) {
    self.viewModel = viewModel
    self.context = context
  }

  isolated deinit {
    viewModel.display(false)
  }

  /// The rows that it takes in so many columns; a placeholder takes none outside of debug mode.
  public func rows(columns: Int) -> Int {
    CellDrawing(of: viewModel)
      .height(of: viewModel, columns: columns, isDebugging: context.isDebugging)
  }

  /// Draws it on a canvas of its own, whose size is its frame; it is displayed if there is anything to
  /// be seen.
  public func draw(into canvas: inout Canvas) {
    let drawing = CellDrawing(of: viewModel)
    let isHidden = if case .placeholder = drawing { !context.isDebugging } else { false }
    guard !isHidden, !Rect(canvas.size).isEmpty else { return viewModel.display(false) }
    viewModel.display(true)
    drawing.draw(
      viewModel, into: &canvas,
      CellContext(theme: context.theme, isDebugging: context.isDebugging))
  }

  /// Takes note that it is not seen any more, until it is drawn again.
  public func endDisplaying() { viewModel.display(false) }
}
