internal import Mocoa
internal import MocoaTerminal

/// The cell view of an album, which draws its text content.
///
/// ```text
///  Kind of Blue                                            1959   5 tracks
/// ```
struct AlbumCell: CellView {
  func draw(_ album: AlbumCellViewModel, into canvas: inout Canvas, _ context: CellContext) {
    guard let line = album.content?.lines.first else { return }
    canvas.draw(line, row: 0, context)
  }
}
