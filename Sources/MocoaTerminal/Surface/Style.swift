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
    get { hasForeground ? foregroundIndex : nil }
    set {
      hasForeground = newValue != nil
      foregroundIndex = newValue ?? 0
    }
  }

  /// The colour behind the text: 0 to 255; nil for the terminal's default.
  public var background: UInt8? {
    get { hasBackground ? backgroundIndex : nil }
    set {
      hasBackground = newValue != nil
      backgroundIndex = newValue ?? 0
    }
  }

  /// Ways to set the text apart.
  public var attributes: Attributes

  private var hasForeground = false
  private var hasBackground = false
  private var foregroundIndex: UInt8 = 0
  private var backgroundIndex: UInt8 = 0

  /// A style from colours and attributes.
  public init(
    foreground: UInt8? = nil, background: UInt8? = nil, _ attributes: Attributes = []
  ) {
    self.attributes = attributes
    self.foreground = foreground
    self.background = background
  }

  /// The terminal's default.
  public static let plain = Style()

  /// The same style with more attributes.
  public func adding(_ more: Attributes) -> Style {
    var style = self
    style.attributes.formUnion(more)
    return style
  }
}
