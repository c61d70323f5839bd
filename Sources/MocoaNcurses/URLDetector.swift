import MocoaTerminal

/// A complete URL in one row of the screen.
struct ScreenURL: Equatable {
  let columns: Range<Int>

  /// The URL as printable ASCII without blanks, so that it is safe in an escape sequence.
  let target: [UInt8]
}

/// A detector for URLs in the rows of a frame.
///
/// A link opens exactly the visible URL, so truncated URLs are not links.
enum URLDetector {
  private static let beginnings = ["https://", "http://", "file://", "mailto:"].map {
    $0.unicodeScalars.map(\.value)
  }

  /// Characters that end a sentence or a quotation rather than a URL.
  private static let closings = Set(".,;:!?)]}'\"".utf8.map(UInt32.init))

  /// The maximum length of a URL.
  ///
  /// Longer URLs are not links, because terminals ignore them too.
  private static let limit = 2000

  /// Returns the URLs in a row, from left to right.
  static func links(in frame: Surface, row: Int) -> [ScreenURL] {
    var links: [ScreenURL] = []
    var column = 0
    while column < frame.size.columns {
      guard begins(frame, row, column) else {
        column += 1
        continue
      }
      let first = column
      while column < frame.size.columns, belongs(frame[column, row]) { column += 1 }
      // URLs that end in the last column are skipped, because writing there leaves the cursor
      // beyond the row.
      guard column < frame.size.columns, frame[column, row].scalar < 0x80 else { continue }
      var end = column
      while end > first, closings.contains(frame[end - 1, row].scalar) { end -= 1 }
      let target = (first..<end).map { UInt8(truncatingIfNeeded: frame[$0, row].scalar) }
      let isMore = beginnings.contains { beginning in
        target.count > beginning.count && target.starts(with: beginning.map(UInt8.init))
      }
      if isMore, target.count <= limit { links.append(.init(columns: first..<end, target: target)) }
    }
    return links
  }

  private static func begins(_ frame: Surface, _ row: Int, _ column: Int) -> Bool {
    switch frame[column, row].scalar {
    case 0x68, 0x66, 0x6D: break
    default: return false
    }
    if column > 0, isWord(frame[column - 1, row].scalar) { return false }
    return beginnings.contains { beginning in
      column + beginning.count < frame.size.columns
        && beginning.indices.allSatisfy {
          belongs(frame[column + $0, row]) && frame[column + $0, row].scalar == beginning[$0]
        }
    }
  }

  private static func isWord(_ scalar: UInt32) -> Bool {
    (0x30...0x39).contains(scalar) || (0x61...0x7A).contains(scalar | 0x20) || scalar >= 0x80
  }

  /// Returns `true` if a glyph can be part of a URL.
  private static func belongs(_ glyph: Glyph) -> Bool {
    (0x21...0x7E).contains(glyph.scalar) && glyph.marks == .zero && glyph.width == 1
      && glyph.scalar != 0x22 && glyph.scalar != 0x3C && glyph.scalar != 0x3E
  }
}
