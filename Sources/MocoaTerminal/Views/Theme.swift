public import Mocoa

/// How roles look in a terminal: one accent, and everything readable without it.
public struct Theme: Sendable {
  /// The style of each role that has one; others are plain.
  public var roles: [TextContent.Role: Style]

  /// What marks the cursor and the place where one is.
  public var accent: Style

  /// What stands back: rules, hints, counts.
  public var quiet: Style

  /// Something that is wrong.
  public var warning: Style

  /// A theme from its styles.
  public init(
    roles: [TextContent.Role: Style], accent: Style, quiet: Style, warning: Style
  ) {
    self.roles = roles
    self.accent = accent
    self.quiet = quiet
    self.warning = warning
  }

  /// The style of a role.
  public subscript(role: TextContent.Role) -> Style { roles[role] ?? .plain }

  /// The theme that goes with dark and light terminals alike.
  public static let standard: Theme = {
    let warning = Style(foreground: 1)
    let quiet = Style(.dim)
    let accent = Style(foreground: 6, .bold)
    return Theme(
      roles: [
        .title: .plain,
        .detail: quiet,
        .number: .plain,
        .heading: Style(.bold),
        .warning: warning,
        .accent: accent,
      ],
      accent: accent, quiet: quiet, warning: warning)
  }()
}
