internal import Mocoa
internal import MocoaTerminal

/// The view of a news item with one picture at the right, if the window is wide enough.
///
/// ```text
///  A night train has found a second home          ▁▃▅▆▇▅▃▁▂▄▅▃
///  2026-03-28 13:22  37 comments                  ████████████
/// ```
struct NewsCell: CellView {
  static let rows = 3

  private static let pictureColumns = 12

  func draw(_ news: NewsCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    let columns = canvas.size.columns
    let hasPicture = columns >= 40
    let room = hasPicture ? columns - Self.pictureColumns - 2 : columns
    canvas.write(
      news.model.title, at: Point(column: 0, row: 0), style: context.titleStyle, limit: room,
      truncation: .ellipsis)
    canvas.write(
      news.detail, at: Point(column: 0, row: 1), style: context.theme[.detail], limit: room,
      truncation: .ellipsis)
    guard hasPicture, let image = news.model.images.first else { return }
    let frame = Rect(
      column: columns - Self.pictureColumns, row: 0, columns: Self.pictureColumns, rows: 2)
    canvas.within(frame) { Picture(image).draw(into: &$0, context.theme.quiet) }
  }
}

/// The view of a news item with three pictures.
///
/// ```text
///  An old telescope returns in spring 🌸
///  ▁▃▅▆▇▅▃▁▂▄▅▃  ▅▃▁▂▄▅▃▁▃▅▆▇  ▂▄▅▃▅▆▇▅▃▁▂▄
///  ████████████  ████████████  ████████████
///  2026-03-28 13:22  37 comments
/// ```
struct GalleryCell: CellView {
  static let rows = 5

  func draw(_ news: NewsCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    canvas.write(
      news.model.title, at: Point(column: 0, row: 0), style: context.titleStyle,
      truncation: .ellipsis)
    let images = news.model.images
    let columns = min(20, (canvas.size.columns + 2) / max(1, images.count) - 2)
    for (index, image) in images.enumerated() where columns > 0 {
      let frame = Rect(column: index * (columns + 2), row: 1, columns: columns, rows: 2)
      canvas.within(frame) { Picture(image).draw(into: &$0, context.theme.quiet) }
    }
    canvas.write(
      news.detail, at: Point(column: 0, row: 3), style: context.theme[.detail],
      truncation: .ellipsis)
  }
}

/// The view of a pager: the title and picture of the visible news item, and its index as dots.
///
/// ```text
///  The solar kite 🪁 breaks its own record
///  ▁▃▅▆▇▅▃▁▂▄▅▃▅▃▁▂▄▅▃▁▃▅▆▇▂▄▅▃▅▆▇▅▃▁▂▄
///  ████████████████████████████████████
///  ○ ● ○ ○ ○
/// ```
struct BannerCell: CellView {
  static let rows = 5

  func draw(_ pager: BannerCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    guard let news = pager.current else { return }
    canvas.write(
      news.title, at: Point(column: 0, row: 0), style: context.titleStyle, truncation: .ellipsis)
    if let image = news.images.first {
      let frame = Rect(column: 0, row: 1, columns: min(64, canvas.size.columns), rows: 2)
      canvas.within(frame) { Picture(image).draw(into: &$0, context.theme.quiet) }
    }
    let dots = pager.model.items.indices.map { $0 == pager.currentIndex ? "●" : "○" }
    canvas.write(
      dots.joined(separator: " "), at: Point(column: 0, row: 3), style: context.theme[.detail],
      truncation: .ellipsis)
  }
}

extension CellContext {
  /// The style of a cell's title.
  fileprivate var titleStyle: Style {
    isUnderCursor ? theme[.title].adding(.bold) : theme[.title]
  }
}
