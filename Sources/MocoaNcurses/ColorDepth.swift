/// How many colours a terminal shows.
enum ColorDepth: Int, Comparable {
  case none = 0
  case basic = 8
  case bright = 16
  case palette = 256

  static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }

  /// The depth of a terminal that says it has so many colours.
  ///
  /// Where a colour number means red, green and blue (`isDirect`: xterm-direct and its like), the
  /// first eight are still the basic ones, and no other number is.
  init(colors: Int, isDirect: Bool) {
    self =
      switch colors {
      case ..<8: .none
      case _ where isDirect: .basic
      case ..<16: .basic
      case ..<256: .bright
      default: .palette
      }
  }

  /// The colour of this depth that is nearest to one of the 256; nil leaves it to the terminal.
  ///
  /// Red, green and blue decide, the 16 first colours being taken as xterm shows them. With eight
  /// colours a grey text has no neighbour that can be read on both black and white, so that it gets
  /// the terminal's default.
  func nearest(to index: UInt8, isText: Bool) -> UInt8? {
    guard self != .none, index >= rawValue else { return self == .none ? nil : index }
    let wanted = RGB(index)
    if self == .basic, isText, wanted.isGrey { return nil }
    if self == .basic, index < 16 { return index - 8 }
    return (0..<UInt8(rawValue)).min { wanted.distance(to: RGB($0)) < wanted.distance(to: RGB($1)) }
  }

  /// Black or white, whichever can be read on this background.
  func contrast(to background: UInt8) -> UInt8 {
    RGB(background).isLight ? 0 : 7
  }
}

/// Red, green and blue of a colour of the common palette.
private struct RGB {
  var red: Int
  var green: Int
  var blue: Int

  private static let basics: [(Int, Int, Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
    (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  init(_ index: UInt8) {
    func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
    switch Int(index) {
    case let index where index < 16:
      (red, green, blue) = RGB.basics[index]
    case let index where index < 232:
      let cube = index - 16
      (red, green, blue) = (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
    case let index:
      let grey = 8 + 10 * (index - 232)
      (red, green, blue) = (grey, grey, grey)
    }
  }

  var isGrey: Bool { max(red, green, blue) - min(red, green, blue) < 24 }

  var isLight: Bool { 2 * red + 5 * green + blue > 8 * 110 }

  func distance(to other: RGB) -> Int {
    let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
    return 2 * red * red + 4 * green * green + 3 * blue * blue
  }
}
