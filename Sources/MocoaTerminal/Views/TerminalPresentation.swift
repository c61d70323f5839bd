public import Mocoa

/// The presentation that stores cell views for the terminal in modules.
///
/// A module registers the view of its cells with this type as the key.
public enum TerminalPresentation: Presentation {
  /// The type of the registered value: a type-erased cell view.
  public typealias Slot = AnyCellView
}

/// A type-erased cell view.
@MainActor
public struct AnyCellView {
  /// The name of the view's type.
  public let name: String

  /// The class of view models that the view draws.
  public let viewModelType: AnyCellViewModel.Type

  private let view: any ErasedCellView

  /// Creates a type-erased view from the type of a cell view.
  public init<View: CellView>(_ type: View.Type) {
    name = "\(type)"
    viewModelType = View.ViewModel.self
    view = TypedCellView(view: View())
  }

  /// Returns `true` if the view can draw a view model.
  func canDraw(_ viewModel: AnyCellViewModel) -> Bool {
    view.canDraw(viewModel)
  }

  /// Returns the number of rows of a view model, or `nil` if the view cannot draw it.
  func height(of viewModel: AnyCellViewModel, columns: Int) -> Int? {
    view.height(of: viewModel, columns: columns)
  }

  /// Draws a view model.
  ///
  /// Does nothing if the view cannot draw it.
  func draw(_ viewModel: AnyCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    view.draw(viewModel, into: &canvas, context)
  }
}

@MainActor
private protocol ErasedCellView {
  func canDraw(_ viewModel: AnyCellViewModel) -> Bool
  func height(of viewModel: AnyCellViewModel, columns: Int) -> Int?
  func draw(_ viewModel: AnyCellViewModel, into canvas: inout Canvas, _ context: CellContext)
}

@MainActor
private struct TypedCellView<View: CellView>: ErasedCellView {
  let view: View

  func canDraw(_ viewModel: AnyCellViewModel) -> Bool { viewModel is View.ViewModel }

  func height(of viewModel: AnyCellViewModel, columns: Int) -> Int? {
    (viewModel as? View.ViewModel).map { view.height(of: $0, columns: columns) }
  }

  func draw(_ viewModel: AnyCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    guard let viewModel = viewModel as? View.ViewModel else { return }
    view.draw(viewModel, into: &canvas, context)
  }
}

extension CellRegistration {
  /// Registers the terminal view of the view model that was just registered.
  @discardableResult
  public func view<View: CellView>(
    _ type: View.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> Self where View.ViewModel == ViewModel {
    module.view(type, file: file, line: line)
    return self
  }
}

extension Module {
  /// Registers a terminal view without a view model.
  ///
  /// If the view model has another class, a placeholder shows the mismatch.
  @discardableResult
  public func view<View: CellView>(
    _ type: View.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> Module {
    setSlot(
      AnyCellView(type), for: TerminalPresentation.self, named: "\(type)",
      origin: Origin(file: file, line: line))
    return self
  }
}
