internal import Mocoa
internal import MocoaModel

extension ListRenderer {
  /// Returns the number of rows of the whole list, or `nil` if it exceeds the limit or the list was
  /// not laid out yet.
  ///
  /// - Parameter limit: The maximum number of rows.
  /// - Complexity: O(limit): only as many elements are measured as a window of that height shows.
  func rowsOfAll(atMost limit: Int) -> Int? {
    guard size.columns > 0, let first = list.snapshot.firstElement else { return nil }
    let rows = limit + 1
    let layout = lay(.beginning(with: first, rows: rows), rows: rows)
    guard layout.isComplete, layout.frames.first?.row ?? 0 >= 0, let end = layout.end else {
      return nil
    }
    return end <= limit ? end : nil
  }

  /// Returns the row of the window to which an item must move to be completely visible.
  ///
  /// The result is `nil` if the item is already completely visible.
  func rowToReveal(_ path: ItemPath, in layout: ListLayout) -> Int? {
    guard let frame = layout.frames.first(where: { $0.element == .item(path) }) else {
      return stickyRows(for: path)
    }
    return rowToReveal(frame, of: path)
  }

  /// Returns the row of the window to which a frame must move to be completely visible.
  ///
  /// The result is `nil` if the frame is already completely visible.
  ///
  /// - Parameters:
  ///   - frame: The frame of an item.
  ///   - path: The path of the item.
  func rowToReveal(_ frame: ListLayout.Frame, of path: ItemPath) -> Int? {
    let top = stickyRows(for: path)
    if frame.row < top { return top }
    if frame.rows.upperBound > size.rows { return max(top, size.rows - frame.height) }
    return nil
  }

  /// Returns the number of rows that the sticky header of an item's section needs above the item.
  func stickyRows(for path: ItemPath) -> Int {
    let header = ListElement.header(section: path.section)
    guard hasStickyHeaders, list.snapshot.contains(header) else { return 0 }
    return min(height(of: header), max(0, size.rows - 1))
  }

  /// Returns the height of an element that the cursor passes without stopping at it.
  ///
  /// If the module has a fixed height, the method returns this height without creating a view
  /// model. If the module later cannot show the element, its actual height is 0.
  func estimatedHeight(of element: ListElement) -> Int {
    if list.existingViewModel(for: element) != nil { return height(of: element) }
    guard let resolution = list.resolution(of: element) else { return 0 }
    guard let resolved = resolution.resolved else {
      return isDebugging ? PlaceholderCell.height : 0
    }
    if resolved.height == 0 { return 0 }
    return itemRows(of: element) ?? resolved.height ?? height(of: element)
  }

  func height(of element: ListElement) -> Int {
    // An element whose kind has height 0 needs no view model for measuring.
    if list.existingViewModel(for: element) == nil,
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

  /// Returns the height in rows of all items in the grid of an element's section.
  ///
  /// - Returns: `nil` if the items have their own heights.
  private func itemRows(of element: ListElement) -> Int? {
    element.path.flatMap { arrangement(ofSection: $0.section).itemRows }
  }

  /// Returns the layout of the items of a section in the window.
  func arrangement(ofSection section: Int) -> SectionLayout {
    let name = list.snapshot.sections[section].moduleName
    if let arrangement = arrangements[name] { return arrangement }
    let arrangement =
      list.module.gridStyle(ofSection: name)
      .map { SectionLayout($0, columns: size.columns, margins: Self.gutter + Self.rightMargin) }
      ?? .list(columns: size.columns)
    // Limit the cache, because the names may come from data.
    if arrangements.count >= 1024 { arrangements.removeAll(keepingCapacity: true) }
    arrangements[name] = arrangement
    return arrangement
  }

  /// Returns the drawing of a view model, and caches it until the next layout.
  ///
  /// The content of the view model is therefore read once for the layout and the drawing.
  func drawing(of viewModel: AnyCellViewModel) -> CellDrawing {
    let key = ObjectIdentifier(viewModel)
    if let drawing = drawings[key] { return drawing }
    let drawing = makeDrawing(of: viewModel)
    drawings[key] = drawing
    return drawing
  }

  /// Returns the drawing of a view model without caching it.
  func makeDrawing(of viewModel: AnyCellViewModel) -> CellDrawing {
    if let drawing = columnsDrawing(of: viewModel) { return drawing }
    let drawing = CellDrawing(of: viewModel)
    guard case .content(let content) = drawing, viewModel.shownPath != nil,
      let item = viewModel.element, let matches = highlighter?.matches(in: item)
    else { return drawing }
    return .content(HighlightBudget.highlight(content, matches))
  }

  /// Returns the drawing of an item as a table row, or `nil` if the item is not shown as a table
  /// row.
  private func columnsDrawing(of viewModel: AnyCellViewModel) -> CellDrawing? {
    guard let columns, let item = viewModel.element, !(viewModel is PlaceholderViewModel)
    else { return nil }
    guard let path = viewModel.shownPath else {
      // The margin of a footer is narrower than that of an item.
      return columns.footer(
        item, width: availableColumns(in: size.columns), indent: Self.gutter - 1
      ).map { .row($0, cursor: nil, hasHiddenMatch: false) }
    }
    let arrangement = arrangement(ofSection: path.section)
    let available = availableColumns(in: arrangement.itemColumns)
    guard !arrangement.isGrid,
      let row = columns.row(
        for: item, width: available, change: markedChange(ofItemAt: path), highlighter)
    else { return nil }
    return .row(
      row.line, cursor: columns.cursorColumns(width: available)?.cell,
      hasHiddenMatch: row.hasHiddenMatch)
  }

  /// Returns the number of columns that the table may use in a window or a part of a window.
  func availableColumns(in columns: Int) -> Int { max(0, columns - Self.gutter - Self.rightMargin) }

  /// Returns the rectangle of the window in which the view of an element draws.
  func area(of frame: ListLayout.Frame) -> Rect {
    let margins = Self.margins(of: frame.element)
    return Rect(
      column: frame.columns.lowerBound + margins.left, row: frame.row,
      columns: frame.columns.count - margins.sum, rows: frame.height)
  }

  /// Returns the left margin of an element, and the sum of both margins, in columns.
  private static func margins(of element: ListElement) -> (left: Int, sum: Int) {
    element.path == nil ? (1, 2) : (gutter, gutter + rightMargin)
  }

  func isVisible(_ path: ItemPath) -> Bool {
    list.snapshot.contains(path) && hidden.run(around: path) == nil
      && height(of: .item(path)) > 0
  }

  /// Returns the view model of an element.
  ///
  /// - Returns: `nil` if the list does not contain the element, or if it is hidden because no
  ///   module is registered for it.
  func viewModel(of element: ListElement) -> AnyCellViewModel? {
    isDebugging ? list.viewModel(for: element) : list.resolvedViewModel(for: element)
  }
}
