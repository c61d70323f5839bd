import MocoaTerminal

/// A URL that stands on the screen, whole, in one row.
struct ScreenLink: Equatable {
  let columns: Range<Int>

  /// The URL: printable ASCII without blanks, so that it can stand within a sequence.
  let target: [UInt8]
}

/// Finds the URLs that stand in a row of a frame.
///
/// What is seen is what a click leads to: a URL that was cut leads nowhere.
enum LinkScan {
  private static let beginnings = ["https://", "http://", "file://", "mailto:"].map {
    $0.unicodeScalars.map(\.value)
  }

  /// Such bytes end a sentence, or what a URL stands in, rather than a URL.
  private static let closings = Set(".,;:!?)]}'\"".utf8.map(UInt32.init))

  /// Longer ones are not followed by terminals either.
  private static let limit = 2000

  /// The URLs in a row, from the left.
  static func links(in frame: Surface, row: Int) -> [ScreenLink] {
    var links: [ScreenLink] = []
    var column = 0
    while column < frame.size.columns {
      guard begins(frame, row, column) else {
        column += 1
        continue
      }
      let first = column
      while column < frame.size.columns, belongs(frame[column, row]) { column += 1 }
      // The last column is left out: what is written there leaves the cursor beyond the row.
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

  /// Whether a glyph can be one of a URL.
  private static func belongs(_ glyph: Glyph) -> Bool {
    (0x21...0x7E).contains(glyph.scalar) && glyph.marks == .zero && glyph.width == 1
      && glyph.scalar != 0x22 && glyph.scalar != 0x3C && glyph.scalar != 0x3E
  }
}
