internal import MocoaLanguage
internal import Mocoa
internal import MocoaData
internal import MocoaTerminal

/// The themes there are: the user's own, which count first, and those of the program.
struct ThemeCatalog {
  /// Where the user's are; nil for nowhere.
  let folder: String?

  /// The name that stands for the theme that goes with the terminal's background.
  static let automatic = "auto"

  /// What is called by `automatic`.
  static func standard(on background: Background) -> String {
    background == .light ? "default-light" : "default-dark"
  }

  /// `$XDG_CONFIG_HOME/mocoa/themes`, or what the standard puts in its place.
  static var ofUser: ThemeCatalog {
    ThemeCatalog(folder: UserFolder.config.path(of: "mocoa").map { "\($0)/themes" })
  }

  /// The paths of the user's themes.
  var paths: [String] { folder.flatMap { SmallFile.paths(in: $0, ending: ".json") } ?? [] }

  /// What can be asked for, in the order of the names, the automatic one first.
  var names: [String] {
    let own = paths.compactMap { $0.split(separator: "/").last?.dropLast(".json".count) }
    let all = Set(own.map(String.init) + Resources.themes.map(\.name))
    return [Self.automatic] + all.subtracting([Self.automatic]).sorted()
  }

  /// The file of the user for a name; nil where there is none.
  func path(of name: String) -> String? {
    guard let folder, !name.contains("/"), !name.hasPrefix(".") else { return nil }
    let path = "\(folder)/\(name).json"
    return SmallFile.isRegular(path) ? path : nil
  }

  /// The theme of a name, and what is wrong with it; nil where there is none.
  func theme(named name: String) -> Settings<Theme>? {
    if let path = path(of: name) {
      return Settings(path: path, empty: .standard, Theme.read)
    }
    guard let theme = Resources.themes.first(where: { $0.name == name }) else { return nil }
    return Settings(
      name: "\(name).json", bytes: theme.bytes(), empty: .standard, Theme.read)
  }

  /// Whether there is a theme of that name.
  func has(_ name: String) -> Bool {
    name == Self.automatic || path(of: name) != nil
      || Resources.themes.contains { $0.name == name }
  }

  /// The name of the theme that is asked for; of the one that goes with the terminal's background where
  /// that is asked for, or something that there is not.
  func name(of name: String, on background: Background) -> String {
    name != Self.automatic && has(name) ? name : Self.standard(on: background)
  }

  /// The theme that is asked for, and what is wrong with it.
  func look(_ name: String, on background: Background) -> Settings<Theme> {
    theme(named: self.name(of: name, on: background)) ?? Settings(.standard)
  }

  /// What is to be said of a name that no theme has.
  func complaint(about name: String) -> String {
    let nearest = Suggestion.nearest(to: name, among: names)
    return phrase("there is no theme \"\(name)\" (\(names.joined(separator: ", ")))")
      + (nearest.map { phrase(" (did you mean \"\($0)\"?)") } ?? "")
  }
}
