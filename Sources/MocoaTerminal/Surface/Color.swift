/// A color of text or of its background.
///
/// If the terminal does not support the color, the backend chooses the nearest available one.
public enum Color: Hashable, Sendable {
  /// A color of the 256-color palette.
  ///
  /// The settings of the terminal determine the colors 0 to 7 and their bright variants 8 to 15.
  /// The colors 16 to 231 are a cube with six levels per component, and 232 to 255 are grays.
  case palette(UInt8)

  /// A color with red, green and blue components.
  case rgb(UInt8, UInt8, UInt8)
}

extension Color: ExpressibleByIntegerLiteral {
  /// Creates a color of the palette.
  public init(integerLiteral index: UInt8) {
    self = .palette(index)
  }
}

extension Color: CustomStringConvertible {
  /// The index in the palette, or `#rrggbb`.
  public var description: String {
    switch self {
    case .palette(let index): return String(index)
    case .rgb(let red, let green, let blue):
      let number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
      // The leading 1 retains zeros at the start of the number.
      return "#" + String(1 << 24 | number, radix: 16).dropFirst()
    }
  }
}

extension Color {
  /// The names of the first 16 colors of the palette, in order.
  public static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright-black",
    "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
    "bright-white",
  ]

  /// Creates a color from text: one of `names`, a number from 0 to 255, or `#rrggbb`.
  ///
  /// The result is `nil` for any other text.
  public init?(_ text: String) {
    if let index = Self.names.firstIndex(of: text) {
      self = .palette(UInt8(index))
    } else if text.first == "#" {
      let digits = text.dropFirst()
      guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
        let number = UInt32(digits, radix: 16)
      else { return nil }
      self = Color(bits: number)
    } else {
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let index = UInt8(text) else {
        return nil
      }
      self = .palette(index)
    }
  }

  /// Creates a color from the red, green and blue components in the lowest 24 bits.
  private init(bits: UInt32) {
    func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: bits >> shift) }
    self = .rgb(byte(16), byte(8), byte(0))
  }

  /// A number of 26 bits that differs for each color.
  ///
  /// It is never 0, which means the default color.
  var field: UInt64 {
    switch self {
    case .palette(let index): 1 << 24 | UInt64(index)
    case .rgb(let red, let green, let blue):
      2 << 24 | UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue)
    }
  }

  /// Creates a color from its number of 26 bits.
  ///
  /// The result is `nil` for 0.
  init?(field: UInt64) {
    switch field >> 24 & 3 {
    case 0: return nil
    case 1: self = .palette(UInt8(truncatingIfNeeded: field))
    default: self = Color(bits: UInt32(truncatingIfNeeded: field))
    }
  }
}
