/// A key press that the terminal reported.
public struct KeyPress: Hashable, Sendable {
  /// A key on the keyboard.
  public enum Key: Hashable, Sendable {
    /// A character key, as one Unicode scalar.
    case character(Unicode.Scalar)

    /// A named key.
    case up, down, left, right
    case home, end, pageUp, pageDown
    case enter, escape, tab, backTab, backspace, delete, insert

    /// A function key, whose number is 1 for F1.
    case function(Int)

    /// A key that the program does not recognize.
    case unknown
  }

  /// The modifier keys that are held while a key is pressed.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits of the modifiers.
    public let rawValue: UInt8

    /// Creates modifiers from their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The Ctrl key.
    public static let control = Modifiers(rawValue: 1)

    /// The Alt or Meta key.
    public static let alt = Modifiers(rawValue: 2)
  }

  /// The key.
  public var key: Key

  /// The modifier keys.
  public var modifiers: Modifiers

  /// Creates a key press.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Returns the key press of a character.
  public static func character(_ scalar: Unicode.Scalar) -> KeyPress {
    KeyPress(.character(scalar))
  }

  /// Returns the key press of a letter with Ctrl.
  ///
  /// - Parameter letter: The letter in lower case.
  public static func control(_ letter: Unicode.Scalar) -> KeyPress {
    KeyPress(.character(letter), .control)
  }
}
