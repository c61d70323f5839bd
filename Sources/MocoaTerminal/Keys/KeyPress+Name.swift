internal import MocoaLocalization

/// Key names as written in settings: `a`, `G`, `ctrl-x`, `alt-left`, `space`, `pgup`, `f1`.
extension KeyPress {
  /// The error for a text that is not a key name.
  public struct KeyNameError: Error, Equatable, CustomStringConvertible {
    /// The reason in a few words.
    public let reason: String

    /// The valid name that the author probably meant, or `nil` if it is unknown.
    public let suggestion: String?

    /// The reason and the suggestion in one line.
    public var description: String {
      reason + (suggestion.map { localized(" (did you mean \"\($0)\"?)") } ?? "")
    }

    init(_ reason: String, _ suggestion: String? = nil) {
      (self.reason, self.suggestion) = (reason, suggestion)
    }
  }

  /// The names of keys, except function keys.
  private static let named: [(name: String, key: Key)] = [
    ("space", .character(" ")), ("enter", .enter), ("esc", .escape), ("tab", .tab),
    ("shift-tab", .backTab), ("backspace", .backspace), ("del", .delete), ("ins", .insert),
    ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home),
    ("end", .end), ("pgup", .pageUp), ("pgdn", .pageDown),
  ]

  /// Alternative spellings of key names.
  private static let aliases = [
    "escape": "esc", "return": "enter", "backtab": "shift-tab", "delete": "del", "insert": "ins",
    "pageup": "pgup", "pagedown": "pgdn", "page-up": "pgup", "page-down": "pgdn",
  ]

  /// The characters that a terminal sends as another key if Ctrl is held, each with that key's
  /// name.
  private static let others: [Unicode.Scalar: String] = [
    "i": "tab", "m": "enter", "j": "enter", "h": "backspace", "[": "esc",
  ]

  /// Creates the key for a name.
  ///
  /// - Throws: ``KeyNameError`` if the text is not a key name, or if terminals cannot report the
  ///   key.
  public init(named name: String) throws(KeyNameError) {
    var (rest, modifiers) = (Substring(name), Modifiers())
    for (prefix, modifier) in [("ctrl-", Modifiers.control), ("alt-", .alt)] {
      guard rest.lowercased().hasPrefix(prefix), rest.count > prefix.count else { continue }
      rest = rest.dropFirst(prefix.count)
      modifiers.insert(modifier)
    }
    let key = try Self.key(named: String(rest), of: name)
    if modifiers.contains(.control), case .character(let scalar) = key {
      try Self.checkControl(scalar, of: name)
    }
    self.init(key, modifiers)
  }

  private static func key(named text: String, of name: String) throws(KeyNameError) -> Key {
    let scalars = Array(text.unicodeScalars)
    if scalars.count == 1, let scalar = scalars.first {
      if scalar == " " { throw KeyNameError(localized("is not a key"), "space") }
      if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
        throw KeyNameError(localized("is not a key (write control characters as \"ctrl-x\")"))
      }
      return .character(scalar)
    }
    let lower = text.lowercased()
    if let found = named.first(where: { $0.name == aliases[lower] ?? lower }) {
      return found.key
    }
    if lower.first == "f", let number = Int(lower.dropFirst()), (1...63).contains(number) {
      return .function(number)
    }
    let names = localized(
      "(write a character, or one of \(named.map(\.name).joined(separator: ", ")), f1)")
    throw KeyNameError(localized("is not a key \(names)"))
  }

  /// Throws an error if terminals cannot report a character with Ctrl.
  ///
  /// Terminals send some characters with Ctrl as another key, and others not at all.
  private static func checkControl(
    _ scalar: Unicode.Scalar, of name: String
  ) throws(KeyNameError) {
    if let other = others[scalar] {
      throw KeyNameError(localized("is sent by terminals as \"\(other)\""), other)
    }
    if (0x41...0x5A).contains(scalar.value) {
      let lower = String(name.dropLast()) + scalar.properties.lowercaseMapping
      throw KeyNameError(localized("is sent by terminals in lowercase"), lower)
    }
    let isKnown = (0x61...0x7A).contains(scalar.value) || " \\]^_".unicodeScalars.contains(scalar)
    if !isKnown { throw KeyNameError(localized("is not sent by terminals")) }
  }

  /// The name of the key in settings, or an empty string if the key has no name.
  public var name: String {
    let name: String =
      switch key {
      case .character(let scalar) where scalar != " ": String(Character(scalar))
      case .function(let number): "f\(number)"
      default: Self.named.first { $0.key == key }?.name ?? ""
      }
    let control = modifiers.contains(.control) ? "ctrl-" : ""
    return control + (modifiers.contains(.alt) ? "alt-" : "") + name
  }
}
