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
    .changed: Style(.reverse), .changed1: Style(.bold), .warning: Style(foreground: 1),
    .key: Style(.bold), .header: Style([.bold, .underline]),
    .match: Style([.bold, .underline]), .match1: Style(.bold),
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

  /// A value or an item that a newer list does not have.
  public static let removed = Self("removed")

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

  /// The text that identifies an item, such as the first column of a table.
  public static let key = Self("key")

  /// The names of the columns of a table.
  public static let header = Self("header")

  /// Lines between columns and levels, and line numbers.
  public static let guide = Self("guide")

  /// A date or a time.
  public static let date = Self("date")

  /// A Boolean value.
  public static let boolean = Self("boolean")

  /// A URL, or a reference to another item.
  public static let url = Self("url")

  /// An array or an object in a cell.
  public static let nested = Self("nested")

  /// A state that needs no attention.
  public static let good = Self("good")

  /// A state that differs from the usual one and needs no attention.
  public static let info = Self("info")

  /// A state that may need attention.
  public static let warn = Self("warn")

  /// A state that needs attention.
  public static let bad = Self("bad")

  /// A value that the last refresh has changed.
  public static let changed = Self("changed")

  /// A value that the refresh before the latest refresh has changed.
  public static let changed1 = Self("changed1")

  /// A bar whose length shows a number.
  public static let bar = Self("bar")

  /// A part of a text that matches a filter or a search.
  public static let match = Self("match")

  /// A value for which a comparison of a filter or a search is true.
  public static let match1 = Self("match1")

  /// The name of a folder.
  public static let folder = Self("folder")

  /// The name of a file that can be executed.
  public static let program = Self("program")

  /// The name of a symbolic link.
  public static let link = Self("link")

  /// The name of an archive or a compressed file.
  public static let archive = Self("archive")

  /// The name of an image file.
  public static let image = Self("image")

  /// The background of the current row or cell.
  public static let tint = Self("tint")
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
    (.error, .warning), (.key, .title), (.header, .heading), (.guide, .rule), (.date, .text),
    (.boolean, .text), (.url, .text), (.nested, .text), (.good, .text), (.info, .text),
    (.warn, .warning), (.bad, .error), (.removed, .bad), (.changed, .text), (.changed1, .text),
    (.match, .header), (.match1, .changed1), (.bar, .text), (.folder, .heading), (.program, .key),
    (.link, .key), (.archive, .key), (.image, .key), (.tint, nil),
  ]

  /// The names of all roles that a theme can style.
  public static var roleNames: [String] { kinds.map(\.0.name) }
}
