public import Mocoa

/// The styles that a terminal uses for the roles of text and of parts of the screen.
///
/// All content is readable without colors.
///
/// Besides the roles of texts there are roles for parts of the screen, such as the cursor. A role
/// without a style in the theme has the style of its parent role, so a theme with three styles is
/// complete.
public struct Theme: Sendable {
  /// The style of each role.
  ///
  /// Roles without an entry are plain.
  public let roles: [TextContent.Role: Style]

  /// The style that marks the current item or page.
  public let accent: Style

  /// The style of secondary content: rules, hints, counts.
  public let quiet: Style

  /// The style of warnings.
  public let warning: Style

  /// Creates a theme from the styles of some roles.
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

  /// Returns the style of a role.
  public subscript(role: TextContent.Role) -> Style { roles[role] ?? .plain }

  /// The theme of the terminal's default colors, which suits dark and light backgrounds.
  public static let standard = Theme([
    .detail: Style(.dim), .heading: Style(.bold), .accent: Style(foreground: 6, .bold),
    .warning: Style(foreground: 1),
  ])
}

extension TextContent.Role {
  /// Secondary content: hints, counts.
  public static let quiet = Self("quiet")

  /// Rules between and around content.
  public static let rule = Self("rule")

  /// The bar at the current item.
  public static let cursor = Self("cursor")

  /// The sign of a marked or selected item.
  public static let mark = Self("mark")

  /// The temporary sign of an inserted item.
  public static let inserted = Self("inserted")

  /// The temporary sign of an updated item.
  public static let updated = Self("updated")

  /// The temporary sign of a moved item.
  public static let moved = Self("moved")

  /// The tag of a placeholder.
  public static let placeholder = Self("placeholder")

  /// The titles of the parent pages in the top line.
  public static let path = Self("path")

  /// The current choice among several choices side by side, such as a tab or a completion.
  public static let chosen = Self("chosen")

  /// The sign before a line of input.
  public static let prompt = Self("prompt")

  /// An error message in the last line.
  public static let error = Self("error")
}

extension Theme {
  /// All roles that a theme can style, each with its parent role.
  ///
  /// A role follows its parent in the order.
  static let kinds: [(TextContent.Role, TextContent.Role?)] = [
    (.text, nil), (.title, .text), (.detail, .text), (.number, .text), (.heading, .text),
    (.accent, .text), (.warning, .text), (.quiet, .detail), (.rule, .quiet), (.cursor, .accent),
    (.mark, .accent), (.path, .accent), (.chosen, .accent), (.prompt, .accent),
    (.inserted, .text), (.updated, .text), (.moved, .text), (.placeholder, .warning),
    (.error, .warning),
  ]

  /// The names of all roles that a theme can style.
  public static var roleNames: [String] { kinds.map(\.0.name) }
}
