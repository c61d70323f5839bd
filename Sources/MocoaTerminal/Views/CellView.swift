public import Mocoa

/// What draws the view models of one class: a function from view model to glyphs, without state.
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
  /// The class of view models it draws; a view of another does not compile where one is registered.
  associatedtype ViewModel: AnyCellViewModel

  /// A view; one instance draws all cells of its kind.
  init()

  /// The number of rows that a cell takes in so many columns; 1 unless said otherwise.
  ///
  /// - Parameter columns: may be 0, in a terminal that is smaller than the margins.
  func height(of viewModel: ViewModel, columns: Int) -> Int

  /// Draws a cell on a canvas of its own, (0, 0) being its upper left corner.
  ///
  /// Drawing the same view model twice gives the same glyphs.
  func draw(_ viewModel: ViewModel, into canvas: inout Canvas, _ context: CellContext)
}

extension CellView {
  /// One row.
  public func height(of viewModel: ViewModel, columns: Int) -> Int { 1 }
}

/// What a cell view may know besides its view model.
public struct CellContext {
  /// How roles look.
  public var theme: Theme

  /// Whether the cursor is on the cell, which then has a bold title.
  public var isUnderCursor: Bool

  /// Whether the item is selected.
  public var isSelected: Bool

  /// Whether debug mode is on.
  public var isDebugging: Bool

  /// How many columns of a title are bold under the cursor: the terminal is sent them twice for
  /// every step of the cursor.
  public static let boldColumns = 40

  /// What a cell is drawn with.
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
