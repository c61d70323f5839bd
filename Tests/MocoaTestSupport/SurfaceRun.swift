import MocoaTerminal

/// Adjacent glyphs of one row with one style.
struct SurfaceRun {
  /// Adjacent glyphs that have the same width in every font.
  struct Piece {
    let column: Int
    fileprivate(set) var columns: Int
    fileprivate(set) var text: String
    fileprivate let kind: Kind
  }

  /// The kinds of glyphs for which different fonts may be used.
  fileprivate enum Kind {
    case letters, lines, other

    init(_ glyph: Glyph) {
      switch glyph.scalar {
      case _ where glyph.marks != .zero || glyph.width != 1: self = .other
      case 0x20..<0x250: self = .letters
      case 0x2500..<0x25A0: self = .lines
      default: self = .other
      }
    }
  }

  let row: Int
  let column: Int
  let columns: Int
  let style: Style

  /// The pieces to write, from left to right.
  ///
  /// Blanks between pieces are omitted.
  let pieces: [Piece]

  fileprivate init(of surface: Surface, row: Int, columns: Range<Int>) {
    (self.row, column, self.columns) = (row, columns.lowerBound, columns.count)
    style = surface[column, row].style
    var pieces: [Piece] = []
    var blanks = 0
    for column in columns {
      let glyph = surface[column, row]
      guard glyph.width > 0 else { continue }
      guard glyph.text != " " else {
        blanks += 1
        continue
      }
      let kind = Kind(glyph)
      // SVG collapses several blanks into one, so a piece has at most one between glyphs.
      let isNear = blanks == 0 || blanks == 1 && kind == .letters
      if isNear, kind != .other, let last = pieces.indices.last, pieces[last].kind == kind {
        pieces[last].text += (blanks == 1 ? " " : "") + glyph.text
        pieces[last].columns += blanks + 1
      } else {
        pieces.append(
          Piece(column: column, columns: Int(glyph.width), text: glyph.text, kind: kind))
      }
      blanks = 0
    }
    self.pieces = pieces
  }
}

extension Surface {
  /// The runs of all rows, as long as possible.
  var runs: [SurfaceRun] {
    (0..<size.rows).flatMap { row in
      var runs: [SurfaceRun] = []
      var start = 0
      while start < size.columns {
        let style = self[start, row].style
        let end = (start..<size.columns).first { self[$0, row].style != style } ?? size.columns
        runs.append(SurfaceRun(of: self, row: row, columns: start..<end))
        start = end
      }
      return runs
    }
  }
}
