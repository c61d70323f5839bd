import MocoaTerminal

/// The numbers with which colors are passed to curses.
///
/// Curses supports the colors in the terminfo entry. Most true-color terminals have a terminfo
/// entry with 256 colors, and report true color in COLORTERM. For these terminals a number above 15
/// is an alias of any color. Curses writes `38;5;n`, and the backend replaces the number with the
/// color before it sends the bytes.
struct ColorIndexTable {
  /// The way in which a number represents a color.
  enum Mode {
    /// An index of the palette.
    case palette

    /// A 24-bit RGB value for numbers of 8 and above, and an index of the palette for lower
    /// numbers.
    case direct

    /// An alias of the assigned color for numbers of 16 and above, and an index of the palette for
    /// lower numbers.
    case aliased
  }

  let meaning: Mode

  private var numbers: [Color: UInt8] = [:]
  private var colors = [Color?](repeating: nil, count: 256)
  private var next = Self.first

  /// The first number that can be an alias.
  ///
  /// The settings of the terminal determine the colors of lower numbers.
  private static let first: UInt8 = 16

  /// A Boolean value that indicates whether a number represents a color other than the palette
  /// color with that index.
  ///
  /// If so, the numbers in the output of curses must be replaced.
  private(set) var hasApproximations = false

  init(_ meaning: Mode) {
    self.meaning = meaning
  }

  /// Returns the number of a color, or `nil` if all numbers are in use.
  mutating func number(of color: Color) -> Int32? {
    switch (meaning, color) {
    case (_, .palette(let index)) where index < (meaning == .direct ? 8 : Self.first):
      return Int32(index)
    case (.palette, .palette(let index)): return Int32(index)
    case (.palette, .rgb):
      return ColorDepth.palette.nearest(to: color, isText: false).flatMap { number(of: $0) }
    // Very dark blue becomes at least 8, because the numbers below are palette colors.
    case (.direct, _): return Int32(max(8, RGB(color).number))
    case (.aliased, _): return approximation(for: color).map(Int32.init)
    }
  }

  private mutating func approximation(for color: Color) -> UInt8? {
    if let number = numbers[color] { return number }
    guard let number = free(for: color) else { return nil }
    numbers[color] = number
    colors[Int(number)] = color
    if color != .palette(number) { hasApproximations = true }
    return number
  }

  /// Returns an unused number for a color, or `nil` if all numbers are in use.
  ///
  /// For a palette color, it is the index in the palette if that number is unused.
  private mutating func free(for color: Color) -> UInt8? {
    if case .palette(let index) = color, colors[Int(index)] == nil { return index }
    while colors[Int(next)] != nil {
      if next == .max { return nil }
      next += 1
    }
    return next
  }

  /// Returns the color that is nearest to `color` among those with a number, or `nil` if there are
  /// none.
  func nearest(to color: Color) -> Color? {
    ColorDepth.nearest(to: color, among: numbers.keys)
  }

  /// Removes the numbers of all colors.
  mutating func removeAll() {
    self = ColorIndexTable(meaning)
  }

  // MARK: - Rewriting

  /// Returns the output of curses with all aliases replaced by their colors.
  ///
  /// Curses writes each color as a separate sequence. No other output matches the pattern, because
  /// text does not contain Esc.
  func rewrite(_ bytes: [UInt8]) -> [UInt8] {
    guard hasApproximations else { return bytes }
    var rewritten: [UInt8] = []
    rewritten.reserveCapacity(bytes.count + bytes.count / 4)
    var remaining = bytes[...]
    while let escape = remaining.firstIndex(of: 0x1B) {
      rewritten += remaining[..<escape]
      remaining = remaining[escape...]
      if let (ground, color, end) = sequence(at: remaining) {
        rewritten += Array("\u{1B}[\(ground)8;2;\(color.red);\(color.green);\(color.blue)m".utf8)
        remaining = remaining[end...]
      } else {
        rewritten.append(remaining.removeFirst())
      }
    }
    return rewritten + remaining
  }

  /// Returns the color sequence at the start of some bytes.
  ///
  /// - Returns: 3 for the text or 4 for the background, the color, and the index after the
  ///   sequence. `nil` if the bytes do not begin with a sequence whose number is an alias.
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
