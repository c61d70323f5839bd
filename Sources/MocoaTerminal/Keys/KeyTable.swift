/// A table of key bindings.
///
/// Each binding has its keys, its action and its help text, so that the help always matches the
/// behavior.
public struct KeyTable<Action: Sendable>: Sendable {
  /// A binding of keys to an action.
  public struct Binding: Sendable {
    /// The keys, the most common first.
    public var keys: [KeyPress]

    /// The action.
    public var action: Action

    /// A short description of the action, or `nil` if the keys are not listed in the help.
    public var help: String?

    /// Creates a binding.
    public init(_ keys: [KeyPress], _ action: Action, _ help: String?) {
      self.keys = keys
      self.action = action
      self.help = help
    }
  }

  /// The bindings, in the order of the help.
  public var bindings: [Binding]

  /// Creates a table.
  ///
  /// If two bindings have the same key, the first binding takes precedence.
  public init(_ bindings: [Binding]) {
    self.bindings = bindings
  }

  /// Returns the action of a key, or `nil` if the key is not bound.
  public func action(for key: KeyPress) -> Action? {
    bindings.first { $0.keys.contains(key) }?.action
  }
}

extension KeyPress: CustomStringConvertible {
  /// The key in the notation of the help: `↑`, `^L`, `PgDn`, `j`.
  public var description: String {
    let name: String =
      switch key {
      case .character(" "): "Space"
      case .character(let scalar): String(Character(scalar))
      case .up: "↑"
      case .down: "↓"
      case .left: "←"
      case .right: "→"
      case .home: "Home"
      case .end: "End"
      case .pageUp: "PgUp"
      case .pageDown: "PgDn"
      case .enter: "Enter"
      case .escape: "Esc"
      case .tab: "Tab"
      case .backTab: "⇧Tab"
      case .backspace: "Backspace"
      case .delete: "Del"
      case .insert: "Ins"
      case .function(let number): "F\(number)"
      case .unknown: "?"
      }
    if modifiers.contains(.alt) { return "Alt-" + name }
    return modifiers.contains(.control) ? "^" + name.uppercased() : name
  }
}
