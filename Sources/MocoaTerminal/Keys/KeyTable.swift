/// Keys as data: each binding carries its keys, what they do, and the line that explains it, so
/// that help can never disagree with the program.
public struct KeyTable<Action: Sendable>: Sendable {
  /// One line of the table.
  public struct Binding: Sendable {
    /// The keys, the most usual first.
    public var keys: [KeyPress]

    /// What they do.
    public var action: Action

    /// What that is, in a few words; nil for keys that need no explanation.
    public var help: String?

    /// A line from its parts.
    public init(_ keys: [KeyPress], _ action: Action, _ help: String?) {
      self.keys = keys
      self.action = action
      self.help = help
    }
  }

  /// The lines, in the order of the help.
  public var bindings: [Binding]

  /// A table from its lines; of two that have the same key the first counts.
  public init(_ bindings: [Binding]) {
    self.bindings = bindings
  }

  /// What a key does; nil where it is not bound.
  public func action(for key: KeyPress) -> Action? {
    bindings.first { $0.keys.contains(key) }?.action
  }
}

extension KeyPress: CustomStringConvertible {
  /// The key as help shows it: `↑`, `^L`, `PgDn`, `j`.
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
