internal import MocoaLanguage

/// Keys as one writes them in settings: `a`, `G`, `ctrl-x`, `alt-left`, `space`, `pgup`, `f1`.
extension KeyPress {
  /// Why a text names no key.
  public struct NameFault: Error, Equatable, CustomStringConvertible {
    /// What is wrong, in a few words.
    public let reason: String

    /// What was probably meant.
    public let suggestion: String?

    /// What is wrong, in one line.
    public var description: String {
      reason + (suggestion.map { phrase(" (did you mean \"\($0)\"?)") } ?? "")
    }

    init(_ reason: String, _ suggestion: String? = nil) {
      (self.reason, self.suggestion) = (reason, suggestion)
    }
  }

  /// The keys that have names, function keys aside.
  private static let named: [(name: String, key: Key)] = [
    ("space", .character(" ")), ("enter", .enter), ("esc", .escape), ("tab", .tab),
    ("shift-tab", .backTab), ("backspace", .backspace), ("del", .delete), ("ins", .insert),
    ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home),
    ("end", .end), ("pgup", .pageUp), ("pgdn", .pageDown),
  ]

  /// Other ways to write some of the names.
  private static let nicknames = [
    "escape": "esc", "return": "enter", "backtab": "shift-tab", "delete": "del", "insert": "ins",
    "pageup": "pgup", "pagedown": "pgdn", "page-up": "pgup", "page-down": "pgdn",
  ]

  /// Letters that with Ctrl are other keys to a terminal.
  private static let others: [Unicode.Scalar: String] = [
    "i": "tab", "m": "enter", "j": "enter", "h": "backspace", "[": "esc",
  ]

  /// The key that a name means.
  ///
  /// One that a terminal does not tell of, or tells of as another, is none.
  public init(named name: String) throws(NameFault) {
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

  private static func key(named text: String, of name: String) throws(NameFault) -> Key {
    let scalars = Array(text.unicodeScalars)
    if scalars.count == 1, let scalar = scalars.first {
      if scalar == " " { throw NameFault(phrase("is no key"), "space") }
      if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
        throw NameFault(phrase("is no key: control characters are written as in \"ctrl-x\""))
      }
      return .character(scalar)
    }
    let lower = text.lowercased()
    if let found = named.first(where: { $0.name == nicknames[lower] ?? lower }) {
      return found.key
    }
    if lower.first == "f", let number = Int(lower.dropFirst()), (1...63).contains(number) {
      return .function(number)
    }
    let names = phrase(
      "(write a character, or one of \(named.map(\.name).joined(separator: ", ")), f1)")
    throw NameFault(phrase("is no key \(names)"))
  }

  /// Refuses what does not come as it was pressed, where Ctrl is held.
  private static func checkControl(
    _ scalar: Unicode.Scalar, of name: String
  ) throws(NameFault) {
    if let other = others[scalar] {
      throw NameFault(phrase("comes from the terminal as \"\(other)\""), other)
    }
    if (0x41...0x5A).contains(scalar.value) {
      let lower = String(name.dropLast()) + scalar.properties.lowercaseMapping
      throw NameFault(phrase("comes from the terminal with a small letter"), lower)
    }
    let isKnown = (0x61...0x7A).contains(scalar.value) || " \\]^_".unicodeScalars.contains(scalar)
    if !isKnown { throw NameFault(phrase("does not come from a terminal")) }
  }

  /// What the key is called in settings; what is not known by name has an empty one.
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
