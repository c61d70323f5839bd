import MocoaTerminal

/// Which number stands for a colour in what curses is told.
///
/// Curses knows the colours that terminfo tells of. Most terminals that show red, green and blue have a
/// terminfo of 256 colours all the same, and say it in COLORTERM. For these a number above 15 is only a
/// stand-in: curses writes `38;5;n`, and before that is sent, the colour is put in its place.
struct ColorNumbers {
  /// What a number means to the terminal.
  enum Meaning {
    /// One of the palette.
    case palette

    /// From 8 on, red, green and blue.
    case direct

    /// From 16 on, whatever colour it was given here.
    case standIns
  }

  let meaning: Meaning

  private var numbers: [Color: UInt8] = [:]
  private var colors = [Color?](repeating: nil, count: 256)
  private var next = Self.first

  /// Those below are what the user has set them to.
  private static let first: UInt8 = 16

  /// Whether a number was given to another colour than its own, so that what curses writes has to be
  /// rewritten.
  private(set) var hasStandIns = false

  init(_ meaning: Meaning) {
    self.meaning = meaning
  }

  /// The number of a colour; nil where none is left for it.
  mutating func number(of color: Color) -> Int32? {
    switch (meaning, color) {
    case (_, .palette(let index)) where index < (meaning == .direct ? 8 : Self.first):
      return Int32(index)
    case (.palette, .palette(let index)): return Int32(index)
    case (.palette, .rgb):
      return ColorDepth.palette.nearest(to: color, isText: false).flatMap { number(of: $0) }
    // A blue that is as good as black, as the first eight are other colours.
    case (.direct, _): return Int32(max(8, RGB(color).number))
    case (.standIns, _): return standIn(for: color).map(Int32.init)
    }
  }

  private mutating func standIn(for color: Color) -> UInt8? {
    if let number = numbers[color] { return number }
    guard let number = free(for: color) else { return nil }
    numbers[color] = number
    colors[Int(number)] = color
    if color != .palette(number) { hasStandIns = true }
    return number
  }

  /// Its own number where that is free, else the next that is.
  private mutating func free(for color: Color) -> UInt8? {
    if case .palette(let index) = color, colors[Int(index)] == nil { return index }
    while colors[Int(next)] != nil {
      if next == .max { return nil }
      next += 1
    }
    return next
  }

  /// The colour nearest to one for which no number was left, among those that have one.
  func nearest(to color: Color) -> Color? {
    ColorDepth.nearest(to: color, among: numbers.keys)
  }

  /// Forgets which number was given to which colour.
  mutating func removeAll() {
    self = ColorNumbers(meaning)
  }

  // MARK: - Rewriting

  /// What curses wrote, with colours in place of the numbers that stand for them.
  ///
  /// Curses writes each colour in a sequence of its own, and nothing else is written like one: no text
  /// has an Esc in it.
  func rewrite(_ bytes: [UInt8]) -> [UInt8] {
    guard hasStandIns else { return bytes }
    var rewritten: [UInt8] = []
    rewritten.reserveCapacity(bytes.count + bytes.count / 4)
    var rest = bytes[...]
    while let escape = rest.firstIndex(of: 0x1B) {
      rewritten += rest[..<escape]
      rest = rest[escape...]
      if let (ground, color, end) = sequence(at: rest) {
        rewritten += Array("\u{1B}[\(ground)8;2;\(color.red);\(color.green);\(color.blue)m".utf8)
        rest = rest[end...]
      } else {
        rewritten.append(rest.removeFirst())
      }
    }
    return rewritten + rest
  }

  /// A sequence at the start of bytes for a number that stands for another colour than its own:
  /// whether it sets the text (3) or what is behind it (4), the colour, and where it ends.
  private func sequence(at bytes: ArraySlice<UInt8>) -> (ground: Int, color: RGB, end: Int)? {
    for (ground, start) in Self.starts where bytes.starts(with: start) {
      var (number, end) = (0, bytes.startIndex + start.count)
      while end < bytes.endIndex, (0x30...0x39).contains(bytes[end]), number < 256 {
        number = number * 10 + Int(bytes[end] - 0x30)
        end += 1
      }
      guard end < bytes.endIndex, bytes[end] == UInt8(ascii: "m"), number < 256,
        let color = colors[number], color != .palette(UInt8(number))
      else { return nil }
      return (ground, RGB(color), end + 1)
    }
    return nil
  }

  private static let starts = [
    (3, Array("\u{1B}[38;5;".utf8)), (4, Array("\u{1B}[48;5;".utf8)),
  ]
}
