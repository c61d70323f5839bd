public import Mocoa

/// A type that draws the view models of one class, and has no state.
///
/// ```swift
/// struct AlbumCell: CellView {
///   func draw(_ album: AlbumCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
///     canvas.write(album.model.title, at: Point(column: 0, row: 0), style: context.theme[.title])
///   }
/// }
/// ```
@MainActor
public protocol CellView {
  /// The class of view models that the view draws.
  ///
  /// Registering a view for another class does not compile.
  associatedtype ViewModel: AnyCellViewModel

  /// Creates a view.
  ///
  /// One instance draws all cells of its kind.
  init()

  /// Returns the number of rows of a cell for a width.
  ///
  /// The default is 1.
  ///
  /// - Parameters:
  ///   - viewModel: The view model of the cell.
  ///   - columns: The width in columns. It is 0 if the terminal is narrower than the margins.
  func height(of viewModel: ViewModel, columns: Int) -> Int

  /// Draws a cell on its own canvas, whose upper left corner is (0, 0).
  ///
  /// The same view model must always result in the same glyphs.
  ///
  /// - Parameters:
  ///   - viewModel: The view model of the cell.
  ///   - canvas: The canvas of the cell.
  ///   - context: The theme and the state of the cell.
  func draw(_ viewModel: ViewModel, into canvas: inout Canvas, _ context: CellContext)
}

extension CellView {
  /// 1 by default.
  public func height(of viewModel: ViewModel, columns: Int) -> Int { 1 }
}

/// The settings and the state with which a cell is drawn.
public struct CellContext {
  /// The theme, which defines the styles of text roles such as titles and warnings.
  public var theme: Theme

  /// A Boolean value that indicates whether the cell is under the cursor.
  ///
  /// Its title is then bold.
  public var isUnderCursor: Bool

  /// A Boolean value that indicates whether the item is selected.
  public var isSelected: Bool

  /// A Boolean value that indicates whether debug mode is on.
  public var isDebugging: Bool

  /// The maximum number of bold columns of a title under the cursor.
  ///
  /// Each step of the cursor sends the bold columns twice: of the item that it leaves and of the
  /// item that it reaches.
  public static let boldColumns = 40

  /// Creates the settings and the state of a cell.
  public init(
    theme: Theme = .standard, isUnderCursor: Bool = false, isSelected: Bool = false,
    isDebugging: Bool = false
  ) {
    self.theme = theme
    self.isUnderCursor = isUnderCursor
    self.isSelected = isSelected
    self.isDebugging = isDebugging
  }
}
