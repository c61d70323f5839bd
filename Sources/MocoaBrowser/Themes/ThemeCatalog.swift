internal import Glibc
internal import MocoaLocalization
internal import Mocoa
internal import MocoaSystem
internal import MocoaTerminal

/// The themes of the user and the bundled ones.
///
/// The themes of the user take precedence.
struct ThemeCatalog {
  /// The folder of the user's themes, or `nil`.
  let folder: String?

  /// A Boolean value that indicates whether the user allows colors.
  var allowsColors = true

  /// The name that selects the theme for the background of the terminal.
  static let automatic = "auto"

  /// Returns the name of the theme that is used automatically for a background.
  func standard(on background: TerminalBackground) -> String {
    allowsColors ? Self.variant(of: "default", on: background) : "mono"
  }

  /// Returns the name of the variant of a theme for a background.
  private static func variant(of name: String, on background: TerminalBackground) -> String {
    background == .light ? "\(name)-light" : "\(name)-dark"
  }

  /// Returns `true` if a name is that of a theme with variants for dark and light backgrounds.
  private func hasVariants(_ name: String) -> Bool {
    isTheme("\(name)-dark") && isTheme("\(name)-light")
  }

  /// The themes of the user and the bundled ones.
  ///
  /// The folder of the user is `$XDG_CONFIG_HOME/mocoa/themes`, or the default of the XDG
  /// specification if the variable is not set.
  static var ofUser: ThemeCatalog {
    ThemeCatalog(
      folder: XDGDirectory.config.path(of: "mocoa").map { "\($0)/themes" },
      allowsColors: getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
  }

  /// The paths of the user's theme files.
  var paths: [String] { folder.flatMap { SmallFile.paths(in: $0, ending: ".json") } ?? [] }

  /// The name of the automatic theme, followed by the names of all themes, sorted.
  ///
  /// A theme with variants for dark and light backgrounds also has a name without the background.
  var names: [String] {
    let own = paths.compactMap { $0.split(separator: "/").last?.dropLast(".json".count) }
    let all = Set(own.map(String.init) + Resources.themes.map(\.name))
    let bases = all.filter { $0.hasSuffix("-dark") }.map { String($0.dropLast("-dark".count)) }
      .filter { $0 != "default" && all.contains("\($0)-light") }
    return [Self.automatic] + all.union(bases).subtracting([Self.automatic]).sorted()
  }

  /// Returns the path of the user's theme with a name, or `nil` if it does not exist.
  func path(of name: String) -> String? {
    guard let folder, !name.contains("/"), !name.hasPrefix(".") else { return nil }
    let path = "\(folder)/\(name).json"
    return SmallFile.isRegular(path) ? path : nil
  }

  /// Returns the theme with a name and its errors, or `nil` if it does not exist.
  func theme(named name: String) -> Settings<Theme>? {
    if let path = path(of: name) {
      return Settings(path: path, empty: .standard, Theme.read)
    }
    guard let theme = Resources.themes.first(where: { $0.name == name }) else { return nil }
    return Settings(
      name: "\(name).json", bytes: theme.bytes(), empty: .standard, Theme.read)
  }

  /// Returns `true` if a name selects a theme.
  func has(_ name: String) -> Bool {
    name == Self.automatic || isTheme(name) || hasVariants(name)
  }

  private func isTheme(_ name: String) -> Bool {
    path(of: name) != nil || Resources.themes.contains { $0.name == name }
  }

  /// Returns the name of the theme that a name selects.
  ///
  /// A name without a variant selects the one for the background. The automatic name and unknown
  /// names select the default theme.
  func name(of name: String, on background: TerminalBackground) -> String {
    if name == Self.automatic { return standard(on: background) }
    if isTheme(name) { return name }
    return hasVariants(name)
      ? Self.variant(of: name, on: background) : standard(on: background)
  }

  /// Returns the theme that a name selects, with its errors.
  func resolve(_ name: String, on background: TerminalBackground) -> Settings<Theme> {
    theme(named: self.name(of: name, on: background)) ?? Settings(.standard)
  }

  /// Returns an error message for an unknown theme name.
  func errorMessage(about name: String) -> String {
    let nearest = Suggestion.nearest(to: name, among: names)
    return localized("unknown theme \"\(name)\" (\(names.joined(separator: ", ")))")
      + (nearest.map { localized(" (did you mean \"\($0)\"?)") } ?? "")
  }
}
