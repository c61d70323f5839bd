internal import Mocoa
internal import MocoaModel

/// Two columns of sections in a wide window.
extension ListRenderer {
  /// Lays out the list in two columns of sections.
  ///
  /// - Returns: `nil` if the module of the list has no such style, or if the window does not show
  ///   the whole list in two columns.
  func layInSectionColumns() -> ListLayout? {
    guard columns == nil, let style = list.module.slot(for: SectionColumnsPresentation.self),
      size.columns >= style.minimumWidth, let first = list.snapshot.firstElement
    else { return nil }
    let sections = list.snapshot.sections
    let second =
      sections.firstIndex { !style.leading.contains($0.id) } ?? sections.endIndex
    func count(_ range: Range<Int>) -> Int { sections[range].reduce(0) { $0 + $1.items.count } }
    guard count(0..<second) >= style.minimumItemCount,
      count(second..<sections.endIndex) >= style.minimumItemCount
    else { return nil }
    // One more row shows whether the list ends in the window.
    let rows = 2 * size.rows + 1
    return lay(.beginning(with: first, rows: rows), rows: rows)
      .inSectionColumns(from: second, columns: size.columns, rows: size.rows)
  }

  /// Returns the item in the other column that is nearest to an item, or `nil` if the sections are
  /// not in two columns.
  func itemInOtherSectionColumn(from path: ItemPath, _ movement: Movement) -> ItemPath? {
    guard let layout, layout.hasSectionColumns,
      let current = layout.frames.first(where: { $0.element == .item(path) })
    else { return nil }
    let others = layout.frames.filter { frame in
      guard frame.element.path != nil else { return false }
      return movement == .right
        ? frame.columns.lowerBound > current.columns.lowerBound
        : frame.columns.lowerBound < current.columns.lowerBound
    }
    return others.min { abs($0.row - current.row) < abs($1.row - current.row) }?.element.path
  }
}
