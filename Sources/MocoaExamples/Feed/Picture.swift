internal import MocoaTerminal

/// A replacement for a picture in a terminal: block characters of different heights.
///
/// The heights depend on the address of the picture.
struct Picture {
  private let seed: UInt64

  init(_ address: String) {
    seed = address.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The block characters, from empty to full.
  private static let blocks = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Fills a canvas with the picture.
  func draw(into canvas: inout Canvas, _ style: Style) {
    let rows = canvas.size.rows
    let top = rows * 8
    var height = top / 2
    var random = seed
    for column in 0..<canvas.size.columns {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      height = max(1, min(top, height + Int(random >> 33) % 7 - 3))
      for row in 0..<rows {
        let filled = max(0, min(8, height - (rows - 1 - row) * 8))
        canvas.write(Self.blocks[filled], at: Point(column: column, row: row), style: style)
      }
    }
  }
}
