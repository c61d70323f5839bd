internal import Mocoa
internal import MocoaModel

extension ListRenderer {
  /// The rows of the whole list; nil where they are more than that, or it was not laid out yet.
  ///
  /// No more elements are measured than such a window shows.
  func rowsOfAll(atMost limit: Int) -> Int? {
    guard size.columns > 0, let first = list.snapshot.firstElement else { return nil }
    let rows = limit + 1
    let layout = lay(.beginning(with: first, rows: rows), rows: rows)
    guard layout.isComplete, layout.frames.first?.row ?? 0 >= 0, let end = layout.end else {
      return nil
    }
    return end <= limit ? end : nil
  }

  /// The row at which an item is to be put so that it is seen whole; nil where it is already.
  func rowToReveal(_ path: ItemPath, in layout: ListLayout) -> Int? {
    guard let frame = layout.frames.first(where: { $0.element == .item(path) }) else {
      return stickyRows(for: path)
    }
    return rowToReveal(frame, of: path)
  }

  /// The row at which the frame of an item is to be put; nil where it is seen whole already.
  func rowToReveal(_ frame: ListLayout.Frame, of path: ItemPath) -> Int? {
    let top = stickyRows(for: path)
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
    if resolved.height == 0 { return 0 }
    return itemRows(of: element) ?? resolved.height ?? height(of: element)
  }

  func height(of element: ListElement) -> Int {
    // What takes no row by its kind is not made to be measured.
    if list.madeViewModel(of: element) == nil,
      list.resolution(of: element)?.resolved?.height == 0
    {
      return 0
    }
    guard let viewModel = viewModel(of: element) else { return 0 }
    let arrangement = arrangement(ofSection: element.section)
    let columns = element.path == nil ? arrangement.columns : arrangement.itemColumns
    let rows = drawing(of: viewModel).height(
      of: viewModel, columns: max(0, columns - Self.margins(of: element).sum),
      isDebugging: isDebugging)
    return rows > 0 ? itemRows(of: element) ?? rows : 0
  }

  /// The rows that the grid of its section gives to an item; nil where it has those of its own.
  private func itemRows(of element: ListElement) -> Int? {
    element.path.flatMap { arrangement(ofSection: $0.section).itemRows }
  }

  /// How the items of a section stand in the window.
  func arrangement(ofSection section: Int) -> Arrangement {
    let name = list.snapshot.sections[section].moduleName
    if let arrangement = arrangements[name] { return arrangement }
    let arrangement =
      list.module.gridStyle(ofSection: name)
      .map { Arrangement($0, columns: size.columns, margins: Self.gutter + Self.rightMargin) }
      ?? .list(columns: size.columns)
    // Names may come from data.
    if arrangements.count >= 1024 { arrangements.removeAll(keepingCapacity: true) }
    arrangements[name] = arrangement
    return arrangement
  }

  /// How a view model is drawn; its content is asked for once in a layout and its drawing.
  func drawing(of viewModel: AnyCellViewModel) -> CellDrawing {
    let key = ObjectIdentifier(viewModel)
    if let drawing = drawings[key] { return drawing }
    let drawing = columnsDrawing(of: viewModel) ?? CellDrawing(of: viewModel)
    drawings[key] = drawing
    return drawing
  }

  /// How an item of a list is drawn in columns; nil for what is not.
  private func columnsDrawing(of viewModel: AnyCellViewModel) -> CellDrawing? {
    guard let columns, let path = viewModel.shownPath, let item = viewModel.element,
      !(viewModel is PlaceholderViewModel)
    else { return nil }
    let arrangement = arrangement(ofSection: path.section)
    guard !arrangement.isGrid,
      let line = columns.line(of: item, room: columnsRoom(in: arrangement.itemColumns))
    else { return nil }
    return .content(TextContent(lines: [line]))
  }

  /// The room for columns in a window, or a part of it.
  func columnsRoom(in columns: Int) -> Int { max(0, columns - Self.gutter - Self.rightMargin) }

  /// The part of the window that the view of an element draws in.
  func area(of frame: ListLayout.Frame) -> Rect {
    let margins = Self.margins(of: frame.element)
    return Rect(
      column: frame.columns.lowerBound + margins.left, row: frame.row,
      columns: frame.columns.count - margins.sum, rows: frame.height)
  }

  /// The columns of an element that are not its view's.
  private static func margins(of element: ListElement) -> (left: Int, sum: Int) {
    element.path == nil ? (1, 2) : (gutter, gutter + rightMargin)
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
