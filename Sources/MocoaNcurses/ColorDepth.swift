import MocoaTerminal

/// How many colours a terminal shows.
enum ColorDepth: Int, Comparable {
  case none = 0
  case basic = 8
  case bright = 16
  case palette = 256
  case full = 0x100_0000

  static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }

  /// The depth of a terminal that says it has so many colours.
  ///
  /// Where a colour number means red, green and blue (`isDirect`: xterm-direct and its like), it has to
  /// be eight bits of each; of other kinds only the first eight colours are known.
  init(colors: Int, isDirect: Bool) {
    self =
      switch colors {
      case ..<8: .none
      case Self.full.rawValue where isDirect: .full
      case _ where isDirect: .basic
      case ..<16: .basic
      case ..<256: .bright
      default: .palette
      }
  }

  /// The colour of this depth that is nearest to another; nil leaves it to the terminal.
  ///
  /// Red, green and blue decide, the 16 first colours being taken as xterm shows them. With eight
  /// colours a grey text has no neighbour that can be read on both black and white, so that it gets
  /// the terminal's default.
  func nearest(to color: Color, isText: Bool) -> Color? {
    if self == .none || self == .full { return self == .none ? nil : color }
    if case .palette(let index) = color {
      if index < rawValue { return color }
      if self == .basic, (9..<15).contains(index) { return .palette(index - 8) }
    }
    let wanted = RGB(color)
    if self == .basic, isText, wanted.isGrey { return nil }
    // Where there are others, the 16 that the user sets are none to count on.
    let choices = UInt8(self == .palette ? 16 : 0)...UInt8(rawValue - 1)
    return Self.nearest(to: color, among: choices.lazy.map { .palette($0) })
  }

  /// The colour that is nearest to another; nil where there is none to choose.
  static func nearest(to color: Color, among choices: some Sequence<Color>) -> Color? {
    let wanted = RGB(color)
    return choices.min { wanted.distance(to: RGB($0)) < wanted.distance(to: RGB($1)) }
  }

  /// Black or white, whichever can be read on this background.
  func contrast(to background: Color) -> Color {
    RGB(background).isLight ? 0 : 7
  }
}

/// Red, green and blue of a colour.
struct RGB {
  var red: Int
  var green: Int
  var blue: Int

  private static let basics: [(Int, Int, Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
    (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  /// Those of a colour; of one in the palette as xterm shows it.
  init(_ color: Color) {
    func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
    switch color {
    case .rgb(let red, let green, let blue):
      (self.red, self.green, self.blue) = (Int(red), Int(green), Int(blue))
    case .palette(let index) where index < 16:
      (red, green, blue) = RGB.basics[Int(index)]
    case .palette(let index) where index < 232:
      let cube = Int(index) - 16
      (red, green, blue) = (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
    case .palette(let index):
      let grey = 8 + 10 * (Int(index) - 232)
      (red, green, blue) = (grey, grey, grey)
    }
  }

  /// The number that means them, where numbers mean colours.
  var number: Int { red << 16 | green << 8 | blue }

  var isGrey: Bool { max(red, green, blue) - min(red, green, blue) < 24 }

  var isLight: Bool { 2 * red + 5 * green + blue > 8 * 110 }

  func distance(to other: RGB) -> Int {
    let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
    return 2 * red * red + 4 * green * green + 3 * blue * blue
  }
}
