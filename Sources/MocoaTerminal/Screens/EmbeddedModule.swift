public import Mocoa

/// A single module in a screen, outside of any list.
///
/// It is drawn by the view of its view model, otherwise as the text content of the view model,
/// otherwise as a placeholder.
///
/// ```swift
/// let album = EmbeddedModule(page.embedModule(url), context)
/// let frame = Rect(column: 2, row: 1, columns: 40, rows: 3)
///
/// func commitLayout() { album.commitLayout(in: frame.size) }
/// func draw(into canvas: inout Canvas) { canvas.within(frame) { album.draw(into: &$0) } }
/// ```
@MainActor
public final class EmbeddedModule {
  /// The view model of the module.
  public let viewModel: AnyCellViewModel

  /// The theme and the debug state.
  public var context: ScreenContext

  /// Creates a module for an existing view model, such as the result of
  /// `PageViewModel.embedModule`.
  public init(_ viewModel: AnyCellViewModel, _ context: ScreenContext) {
    self.viewModel = viewModel
    self.context = context
  }

  isolated deinit {
    viewModel.setDisplayed(false)
  }

  /// Returns the number of rows that the module needs for a width.
  ///
  /// A placeholder needs no rows outside of debug mode.
  ///
  /// - Parameter columns: The width in columns.
  public func rows(columns: Int) -> Int {
    CellDrawing(of: viewModel)
      .height(of: viewModel, columns: columns, isDebugging: context.isDebugging)
  }

  /// Notifies the view model if it became visible or invisible.
  ///
  /// It is visible if its area is not empty and it is not a hidden placeholder. A screen calls this
  /// method in ``Screen/commitLayout()``.
  ///
  /// - Parameter size: The size of the area of the module.
  public func commitLayout(in size: Size) {
    viewModel.setDisplayed(!Rect(size).isEmpty && !isHidden(CellDrawing(of: viewModel)))
  }

  /// Draws the module, except a hidden placeholder.
  ///
  /// - Parameter canvas: The canvas of the module, whose size is the frame of the module.
  public func draw(into canvas: inout Canvas) {
    let drawing = CellDrawing(of: viewModel)
    guard !isHidden(drawing), !Rect(canvas.size).isEmpty else { return }
    drawing.draw(
      viewModel, into: &canvas,
      CellContext(theme: context.theme, isDebugging: context.isDebugging))
  }

  /// Returns `true` if a drawing is a placeholder and debug mode is off.
  private func isHidden(_ drawing: CellDrawing) -> Bool {
    if case .placeholder = drawing { !context.isDebugging } else { false }
  }

  /// Notifies the view model that it is not visible any more, until the next layout.
  public func endDisplaying() { viewModel.setDisplayed(false) }
}
