/// How a glyph looks: two colours and attributes, packed into 32 bits.
///
/// Colours are the 256 of the common palette or the terminal's own default; a backend with fewer
/// colours picks the nearest. Everything is readable with no colour at all.
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

  /// The colour of the text: 0 to 255; nil for the terminal's default.
  public var foreground: UInt8? {
    get { colour(at: 8) }
    set { setColour(newValue, at: 8) }
  }

  /// The colour behind the text: 0 to 255; nil for the terminal's default.
  public var background: UInt8? {
    get { colour(at: 17) }
    set { setColour(newValue, at: 17) }
  }

  /// Ways to set the text apart.
  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits)) }
    set { bits = bits & ~0xFF | UInt32(newValue.rawValue) }
  }

  /// From the lowest bit: 8 attributes, 9 of the foreground, 9 of the background.
  ///
  /// The ninth bit of a colour tells it from the default, which is 0.
  private(set) var bits: UInt32

  /// A style from colours and attributes.
  public init(
    foreground: UInt8? = nil, background: UInt8? = nil, _ attributes: Attributes = []
  ) {
    bits = UInt32(attributes.rawValue)
    self.foreground = foreground
    self.background = background
  }

  init(bits: UInt32) {
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

  private func colour(at shift: UInt32) -> UInt8? {
    bits >> shift & 0x100 == 0 ? nil : UInt8(truncatingIfNeeded: bits >> shift)
  }

  private mutating func setColour(_ colour: UInt8?, at shift: UInt32) {
    let field = colour.map { 0x100 | UInt32($0) } ?? 0
    bits = bits & ~(0x1FF << shift) | field << shift
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
