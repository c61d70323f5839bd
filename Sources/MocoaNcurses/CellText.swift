internal import CNcurses
import MocoaTerminal

/// What curses is told to show at one position: a scalar whose width it knows, and its marks.
///
/// Curses measures with the C library, and a scalar for which that gives another width than the
/// surface was laid out with would move all that follows it. Such a scalar is replaced, and so is
/// everything that would act on the terminal.
struct CellText: Equatable {
  /// The scalar.
  var scalar: UInt32

  /// Its combining marks, unused places 0.
  var marks = SIMD4<UInt32>.zero

  /// The number of columns.
  var width: Int

  static let blank = CellText(scalar: 32, width: 1)
  static let replacement = CellText(scalar: 0xFFFD, width: 1)

  private init(scalar: UInt32, width: Int) {
    self.scalar = scalar
    self.width = width
  }

  /// The text for a glyph; a continuation without its first half is a blank.
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

  /// Puts a zero-width non-joiner behind the marks; where they take all places, the last gives way.
  private mutating func separate() {
    let nonJoiner: UInt32 = 0x200C
    guard Self.width(of: nonJoiner) == 0 else { return }
    marks[marks.indices.first { marks[$0] == 0 } ?? 3] = nonJoiner
  }

  private static func width(of scalar: UInt32) -> Int {
    (0x20..<0x7F).contains(scalar) ? 1 : Int(mocoa_width(scalar))
  }

  /// The cell for curses.
  func cell(_ pen: CellPen) -> cchar_t {
    var cell = cchar_t()
    var pair = pen.pair
    // A scalar and four marks, which is what a cell holds, and the end.
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

/// What curses knows a style by.
struct CellPen {
  var attributes = attr_t(0)
  var pair: Int32 = 0
}
