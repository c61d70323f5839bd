import MocoaTerminal

/// A generator of random numbers that are equal in every run.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

extension SeededNumbers {
  /// Returns text with difficult scalars: wide, joined, marked, invisible, or acting on a terminal.
  mutating func awkwardText(pieces: Range<Int>) -> String {
    let hard = [
      "a", "Z", " ", "é", "e\u{301}", "日", "本語", "한", "\u{1112}\u{1161}\u{11AB}", "\u{1100}",
      "👩", "👩‍👩‍👧", "👍🏽", "🏽", "🇩🇪", "🇫", "❤️", "1️⃣", "\u{200D}", "\u{200B}", "\u{FE0F}",
      "\u{301}", "\u{301}\u{302}\u{303}\u{304}\u{305}", "\u{1B}[2J", "\t", "\n", "\u{9B}m",
      "\u{202E}", "\u{E0067}", "กำ", "น้ำ", "हिन्दी", "క్షే", "\u{378}", "\u{FFFE}", "☰", "\u{E0FF}",
    ]
    var text = ""
    for _ in 0..<Int.random(in: pieces, using: &self) {
      text += hard.randomElement(using: &self) ?? ""
      if Int.random(in: 0..<8, using: &self) == 0,
        let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self))
      {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Returns a rectangle inside, across the edges of, or outside a surface of a size.
  mutating func rect(near size: Size) -> Rect {
    Rect(
      column: .random(in: -4...size.columns + 2, using: &self),
      row: .random(in: -2...size.rows + 1, using: &self),
      columns: .random(in: 0...size.columns + 4, using: &self),
      rows: .random(in: 0...size.rows + 2, using: &self))
  }

  mutating func style() -> Style {
    Style(
      foreground: Bool.random(using: &self)
        ? .palette(.random(in: 0...255, using: &self)) : nil,
      Bool.random(using: &self) ? .bold : [])
  }

  /// Returns a surface with difficult text at random points.
  mutating func surface(_ size: Size, writes: Int = 12) -> Surface {
    var surface = Surface(size: size)
    draw(on: &surface, writes: writes)
    return surface
  }

  mutating func draw(on surface: inout Surface, in rect: Rect? = nil, writes: Int = 12) {
    let size = surface.size
    surface.draw(in: rect) { canvas in
      for _ in 0..<writes {
        canvas.write(
          awkwardText(pieces: 0..<8),
          at: Point(
            column: .random(in: -6...size.columns, using: &self),
            row: .random(in: -1...size.rows, using: &self)), style: style(),
          limit: Bool.random(using: &self) ? .random(in: 0...12, using: &self) : nil,
          truncation: Bool.random(using: &self) ? .clip : .ellipsis)
      }
    }
  }
}

/// Returns the drawing of a text in one row that is long enough.
func drawn(_ text: String, columns: Int = 40) -> String {
  var surface = Surface(size: Size(columns: columns, rows: 1))
  surface.draw { $0.write(text, at: Point(column: 0, row: 0)) }
  return surface.description
}
