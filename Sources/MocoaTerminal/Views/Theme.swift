public import Mocoa

/// How roles look in a terminal: one accent, and everything readable without it.
///
/// Besides the roles of texts there are those of the screen itself, such as its cursor. One that a
/// theme says nothing of looks like the one it is a kind of, so that a theme of three styles is
/// whole.
public struct Theme: Sendable {
  /// The style of each role that has one; others are plain.
  public let roles: [TextContent.Role: Style]

  /// What marks the place where one is.
  public let accent: Style

  /// What stands back: rules, hints, counts.
  public let quiet: Style

  /// Something that is wrong.
  public let warning: Style

  /// A theme from its styles.
  public init(_ styles: [TextContent.Role: Style]) {
    var roles = styles
    for (role, kind) in Self.kinds where roles[role] == nil {
      roles[role] = kind.flatMap { roles[$0] }
    }
    self.roles = roles
    accent = roles[.accent] ?? .plain
    quiet = roles[.quiet] ?? .plain
    warning = roles[.warning] ?? .plain
  }

  /// The style of a role.
  public subscript(role: TextContent.Role) -> Style { roles[role] ?? .plain }

  /// The theme of the terminal's own colours, which goes with dark and light ones alike.
  public static let standard = Theme([
    .detail: Style(.dim), .heading: Style(.bold), .accent: Style(foreground: 6, .bold),
    .warning: Style(foreground: 1),
  ])
}

extension TextContent.Role {
  /// What stands back: hints, counts.
  public static let quiet = Self("quiet")

  /// Lines between things and around them.
  public static let rule = Self("rule")

  /// The bar at the item that the cursor is on.
  public static let cursor = Self("cursor")

  /// The sign of an item that is marked or selected.
  public static let mark = Self("mark")

  /// The sign of an item that is new, for a moment.
  public static let inserted = Self("inserted")

  /// The sign of an item that has changed, for a moment.
  public static let updated = Self("updated")

  /// The sign of an item that stood somewhere else, for a moment.
  public static let moved = Self("moved")

  /// What says that no module can show something.
  public static let placeholder = Self("placeholder")

  /// The titles of the pages on the way to where one is.
  public static let path = Self("path")

  /// The one of several, side by side, that is chosen: a tab, a completion.
  public static let chosen = Self("chosen")

  /// The sign before a line that is typed.
  public static let prompt = Self("prompt")

  /// What went wrong, in the last line.
  public static let error = Self("error")
}

extension Theme {
  /// All roles that are known, each with the one it is a kind of, behind which it stands.
  static let kinds: [(TextContent.Role, TextContent.Role?)] = [
    (.text, nil), (.title, .text), (.detail, .text), (.number, .text), (.heading, .text),
    (.accent, .text), (.warning, .text), (.quiet, .detail), (.rule, .quiet), (.cursor, .accent),
    (.mark, .accent), (.path, .accent), (.chosen, .accent), (.prompt, .accent),
    (.inserted, .text), (.updated, .text), (.moved, .text), (.placeholder, .warning),
    (.error, .warning),
  ]

  /// The names of all roles that are known.
  public static var roleNames: [String] { kinds.map(\.0.name) }
}
