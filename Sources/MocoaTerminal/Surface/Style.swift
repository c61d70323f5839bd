/// How a glyph looks: two colours and attributes, packed into 64 bits.
///
/// A backend whose terminal lacks a colour picks the nearest. Everything is readable with no colour
/// at all.
public struct Style: Hashable, Sendable {
  /// Ways to set text apart.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Attributes from their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Heavier.
    public static let bold = Attributes(rawValue: 1)

    /// Fainter.
    public static let dim = Attributes(rawValue: 2)

    /// With a line below.
    public static let underline = Attributes(rawValue: 4)

    /// With foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 8)

    /// Slanted.
    public static let italic = Attributes(rawValue: 16)
  }

  /// The colour of the text; nil for the terminal's default.
  public var foreground: Color? {
    get { Color(field: bits >> 8) }
    set { set(newValue, at: 8) }
  }

  /// The colour behind the text; nil for the terminal's default.
  public var background: Color? {
    get { Color(field: bits >> 34) }
    set { set(newValue, at: 34) }
  }

  /// Ways to set the text apart.
  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits)) }
    set { bits = bits & ~0xFF | UInt64(newValue.rawValue) }
  }

  /// From the lowest bit: 8 of attributes, 26 of the foreground, 26 of the background.
  private(set) var bits: UInt64

  /// A style from colours and attributes.
  public init(
    foreground: Color? = nil, background: Color? = nil, _ attributes: Attributes = []
  ) {
    bits = UInt64(attributes.rawValue)
    self.foreground = foreground
    self.background = background
  }

  init(bits: UInt64) {
    self.bits = bits
  }

  /// The terminal's default.
  public static let plain = Style()

  /// The same style with more attributes.
  public func adding(_ more: Attributes) -> Style {
    var style = self
    style.attributes.formUnion(more)
    return style
  }

  private mutating func set(_ color: Color?, at shift: UInt64) {
    bits = bits & ~(0x3FF_FFFF << shift) | (color?.field ?? 0) << shift
  }
}

extension Style: CustomStringConvertible {
  /// What differs from the terminal's default, such as `bold underline fg 4`; else `plain`.
  public var description: String {
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.underline, "underline"), (.reverse, "reverse"),
      (.italic, "italic"),
    ]
    var words = names.filter { attributes.contains($0.0) }.map(\.1)
    if let foreground { words.append("fg \(foreground)") }
    if let background { words.append("bg \(background)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
