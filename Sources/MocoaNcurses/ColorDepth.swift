import MocoaTerminal

/// The number of colors that a terminal supports: none, 8, 16, 256 or all.
enum ColorDepth: Int, Comparable {
  case none = 0
  case basic = 8
  case bright = 16
  case palette = 256
  case full = 0x100_0000

  static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }

  /// Creates the depth for the number of colors in the terminfo entry.
  ///
  /// - Parameters:
  ///   - colors: The number of colors.
  ///   - isDirect: A Boolean value that indicates whether color numbers are RGB values, as for
  ///     xterm-direct. If they do not have eight bits per component, only the first eight colors
  ///     are used.
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

  /// Returns the nearest color that this depth supports, or `nil` for the terminal's default.
  ///
  /// The distance is measured in RGB, with the first 16 colors as defined by xterm. With eight
  /// colors no color near gray is readable on both black and white, so gray text gets the
  /// terminal's default.
  func nearest(to color: Color, isText: Bool) -> Color? {
    if self == .none || self == .full { return self == .none ? nil : color }
    if case .palette(let index) = color {
      if index < rawValue { return color }
      if self == .basic, (9..<15).contains(index) { return .palette(index - 8) }
    }
    let wanted = RGB(color)
    if self == .basic, isText, wanted.isGray { return nil }
    // With 256 colors, avoid the first 16, because users configure them.
    let choices = UInt8(self == .palette ? 16 : 0)...UInt8(rawValue - 1)
    return Self.nearest(to: color, among: choices.lazy.map { .palette($0) })
  }

  /// Returns the element of `choices` that is nearest to a color, or `nil` if `choices` is empty.
  static func nearest(to color: Color, among choices: some Sequence<Color>) -> Color? {
    let wanted = RGB(color)
    var best: (color: Color, distance: Int)?
    for choice in choices {
      let distance = wanted.distance(to: RGB(choice))
      if best.map({ distance < $0.distance }) ?? true { best = (choice, distance) }
    }
    return best?.color
  }

  /// Returns black or white, whichever is easier to read on a background.
  func contrast(to background: Color) -> Color {
    RGB(background).isLight ? 0 : 7
  }
}

/// The red, green and blue components of a color, from 0 to 255.
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

  /// Creates the components of a color.
  ///
  /// Palette colors have the values of xterm.
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

  /// The 24-bit number of the color.
  var number: Int { red << 16 | green << 8 | blue }

  var isGray: Bool { max(red, green, blue) - min(red, green, blue) < 24 }

  var isLight: Bool { 2 * red + 5 * green + blue > 8 * 110 }

  func distance(to other: RGB) -> Int {
    let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
    return 2 * red * red + 4 * green * green + 3 * blue * blue
  }
}
