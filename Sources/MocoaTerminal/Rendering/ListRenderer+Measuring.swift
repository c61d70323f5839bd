internal import Mocoa
internal import MocoaModel

extension ListRenderer {
  /// The row at which an item is to be put so that it is seen whole; nil where it is already.
  func rowToReveal(_ path: ItemPath, in layout: ListLayout) -> Int? {
    let top = stickyRows(for: path)
    guard let frame = layout.frames.first(where: { $0.element == .item(path) }) else {
      return top
    }
    if frame.row < top { return top }
    if frame.rows.upperBound > size.rows { return max(top, size.rows - frame.height) }
    return nil
  }

  /// The rows that the sticky header covers when an item is the first that is seen.
  func stickyRows(for path: ItemPath) -> Int {
    let header = ListElement.header(section: path.section)
    guard sticks, list.snapshot.contains(header) else { return 0 }
    return min(height(of: header), max(0, size.rows - 1))
  }

  /// The height of an element that is only passed by, for which its view model is not made where
  /// its module fixes the height; that of an element which then turns out to be none that the module
  /// can show is 0 after all.
  func heightInPassing(of element: ListElement) -> Int {
    if list.madeViewModel(of: element) != nil { return height(of: element) }
    guard let resolution = list.resolution(of: element) else { return 0 }
    guard let resolved = resolution.resolved else {
      return isDebugging ? PlaceholderCell.height : 0
    }
    return resolved.height ?? height(of: element)
  }

  func height(of element: ListElement) -> Int {
    // What takes no row by its kind is not made to be measured.
    if list.madeViewModel(of: element) == nil,
      list.resolution(of: element)?.resolved?.height == 0
    {
      return 0
    }
    guard let viewModel = viewModel(of: element) else { return 0 }
    return drawing(of: viewModel).height(
      of: viewModel, columns: area(of: element, row: 0, height: 0).size.columns,
      isDebugging: isDebugging)
  }

  /// How a view model is drawn; its content is asked for once in a layout and its drawing.
  func drawing(of viewModel: AnyCellViewModel) -> CellDrawing {
    let key = ObjectIdentifier(viewModel)
    if let drawing = drawings[key] { return drawing }
    let drawing = CellDrawing(of: viewModel)
    drawings[key] = drawing
    return drawing
  }

  /// The part of the window that an element is drawn in.
  func area(of element: ListElement, row: Int, height: Int) -> Rect {
    let (left, right) = element.path == nil ? (1, 1) : (Self.gutter, Self.rightMargin)
    return Rect(column: left, row: row, columns: size.columns - left - right, rows: height)
  }

  func isVisible(_ path: ItemPath) -> Bool {
    list.snapshot.contains(path) && hidden.run(around: path) == nil
      && height(of: .item(path)) > 0
  }

  /// The view model of an element; nil for what is not there, or hidden for want of a module.
  func viewModel(of element: ListElement) -> AnyCellViewModel? {
    isDebugging ? list.viewModel(of: element) : list.resolvedViewModel(of: element)
  }
}
