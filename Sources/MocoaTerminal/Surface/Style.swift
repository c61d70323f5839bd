/// The style of a glyph: two colors and attributes, packed into 64 bits.
///
/// If the terminal does not support a color, the backend chooses the nearest available one. All
/// content is readable without colors.
public struct Style: Hashable, Sendable {
  /// The text attributes.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits of the attributes.
    public let rawValue: UInt8

    /// Creates attributes from their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Bold text.
    public static let bold = Attributes(rawValue: 1)

    /// Faint text.
    public static let dim = Attributes(rawValue: 2)

    /// Underlined text.
    public static let underline = Attributes(rawValue: 4)

    /// Text with foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 8)

    /// Italic text.
    public static let italic = Attributes(rawValue: 16)
  }

  /// The color of the text, or `nil` for the terminal's default.
  public var foreground: Color? {
    get { Color(field: bits >> 8) }
    set { set(newValue, at: 8) }
  }

  /// The color of the background, or `nil` for the terminal's default.
  public var background: Color? {
    get { Color(field: bits >> 34) }
    set { set(newValue, at: 34) }
  }

  /// The attributes.
  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits)) }
    set { bits = bits & ~0xFF | UInt64(newValue.rawValue) }
  }

  /// The storage, from the lowest bit: 8 bits for the attributes, 26 for the foreground, 26 for the
  /// background.
  private(set) var bits: UInt64

  /// Creates a style from colors and attributes.
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

  /// The terminal's default style.
  public static let plain = Style()

  /// Returns the style with additional attributes.
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
  /// The differences from the plain style, such as `bold underline fg 4`, or `plain`.
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
