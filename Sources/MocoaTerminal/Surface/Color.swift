/// A colour of text or of what is behind it.
///
/// A backend whose terminal does not have it picks the nearest that it has.
public enum Color: Hashable, Sendable {
  /// One of the common palette: 0 to 7 and, brighter, 8 to 15 are what the user has set them to, 16 to
  /// 231 a cube of six levels each, 232 to 255 greys.
  case palette(UInt8)

  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)
}

extension Color: ExpressibleByIntegerLiteral {
  /// A colour of the palette.
  public init(integerLiteral index: UInt8) {
    self = .palette(index)
  }
}

extension Color: CustomStringConvertible {
  /// The number in the palette, or `#rrggbb`.
  public var description: String {
    switch self {
    case .palette(let index): return String(index)
    case .rgb(let red, let green, let blue):
      let number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
      // A leading one keeps the zeros behind it.
      return "#" + String(1 << 24 | number, radix: 16).dropFirst()
    }
  }
}

extension Color {
  /// The names of the first sixteen of the palette, in their order.
  public static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright-black",
    "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
    "bright-white",
  ]

  /// The colour that a text means: one of `names`, a number from 0 to 255, or `#rrggbb`; nil where it
  /// means none.
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

  /// Red, green and blue as the lowest 24 bits have them.
  private init(bits: UInt32) {
    func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: bits >> shift) }
    self = .rgb(byte(16), byte(8), byte(0))
  }

  /// 26 bits that tell it from all others, and from 0, which is no colour.
  var field: UInt64 {
    switch self {
    case .palette(let index): 1 << 24 | UInt64(index)
    case .rgb(let red, let green, let blue):
      2 << 24 | UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue)
    }
  }

  /// The colour of 26 bits; nil for 0.
  init?(field: UInt64) {
    switch field >> 24 & 3 {
    case 0: return nil
    case 1: self = .palette(UInt8(truncatingIfNeeded: field))
    default: self = Color(bits: UInt32(truncatingIfNeeded: field))
    }
  }
}
