/// One key, as the terminal tells it.
public struct KeyPress: Hashable, Sendable {
  /// Which key.
  public enum Key: Hashable, Sendable {
    /// A key that writes: one scalar of text.
    case character(Unicode.Scalar)

    /// A key that is known by name.
    case up, down, left, right
    case home, end, pageUp, pageDown
    case enter, escape, tab, backTab, backspace, delete, insert

    /// A function key, F1 being 1.
    case function(Int)

    /// A key that has no name here.
    case unknown
  }

  /// Keys held down with it.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Modifiers from their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Ctrl.
    public static let control = Modifiers(rawValue: 1)

    /// Alt or Meta.
    public static let alt = Modifiers(rawValue: 2)
  }

  /// Which key.
  public var key: Key

  /// Keys held down with it.
  public var modifiers: Modifiers

  /// A key with modifiers.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// A key that writes one scalar.
  public static func character(_ scalar: Unicode.Scalar) -> KeyPress {
    KeyPress(.character(scalar))
  }

  /// A letter with Ctrl; `letter` is lower-case.
  public static func control(_ letter: Unicode.Scalar) -> KeyPress {
    KeyPress(.character(letter), .control)
  }
}
