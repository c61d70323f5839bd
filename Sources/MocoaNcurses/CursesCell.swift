internal import CNcurses
import MocoaTerminal

/// The text of one cell of curses: a scalar with a known width, and its marks.
///
/// Curses measures text with the C library. If a scalar had another width there than on the
/// surface, all text after it would be displaced. Such scalars are replaced, and so are all scalars
/// that would control the terminal.
struct CursesCell: Equatable {
  /// The scalar.
  var scalar: UInt32

  /// The combining marks.
  ///
  /// Unused elements are 0.
  var marks = SIMD4<UInt32>.zero

  /// The number of columns.
  var width: Int

  static let blank = CursesCell(scalar: 32, width: 1)
  static let replacement = CursesCell(scalar: 0xFFFD, width: 1)

  private init(scalar: UInt32, width: Int) {
    self.scalar = scalar
    self.width = width
  }

  /// Creates the text of a glyph.
  ///
  /// A continuation without its first half becomes a blank.
  init(_ glyph: Glyph) {
    self.init(scalar: glyph.scalar, width: Int(glyph.width))
    if glyph.width == 0 {
      self = .blank
    } else if Self.width(of: scalar) != width {
      self = .replacement
    } else if glyph.marks != .zero {
      for index in 0..<4 where Self.width(of: glyph.marks[index]) == 0 {
        marks[index] = glyph.marks[index]
      }
      if glyph.joinsNext { separate() }
    }
  }

  /// Appends a zero-width non-joiner to the combining marks.
  ///
  /// If the cell already has four combining marks, the non-joiner replaces the last one.
  private mutating func separate() {
    let nonJoiner: UInt32 = 0x200C
    guard Self.width(of: nonJoiner) == 0 else { return }
    marks[marks.indices.first { marks[$0] == 0 } ?? 3] = nonJoiner
  }

  private static func width(of scalar: UInt32) -> Int {
    (0x20..<0x7F).contains(scalar) ? 1 : Int(mocoa_width(scalar))
  }

  /// Returns the curses character for the cell.
  func cell(_ pen: CursesAttributes) -> cchar_t {
    var cell = cchar_t()
    var pair = pen.pair
    // A cell holds a scalar and four marks. The sixth element is the terminator.
    withUnsafeTemporaryAllocation(of: wchar_t.self, capacity: 6) { text in
      text.initialize(repeating: 0)
      text[0] = wchar_t(bitPattern: scalar)
      var count = 1
      if marks != .zero {
        for index in 0..<4 where marks[index] != 0 {
          text[count] = wchar_t(bitPattern: marks[index])
          count += 1
        }
      }
      _ = setcchar(&cell, text.baseAddress, pen.attributes, 0, &pair)
    }
    return cell
  }
}

/// The attributes and the color pair of a style in curses.
struct CursesAttributes {
  var attributes = attr_t(0)
  var pair: Int32 = 0
}
