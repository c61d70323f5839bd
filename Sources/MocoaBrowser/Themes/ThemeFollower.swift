internal import MocoaData
internal import MocoaTerminal

/// The theme that is asked for, as it is now: on the background that there is, and as its file says.
@MainActor
final class ThemeFollower {
  private let themes: ThemeCatalog
  private let name: String
  private var background: Background
  private var watch: FileChanges?
  private let show: @MainActor (Settings<Theme>) -> Void

  /// Whether the terminal's answer decides, as nobody else has said anything.
  private let asksTerminal: Bool

  /// Shows a theme, now and whenever it becomes another.
  ///
  /// - Parameters:
  ///   - name: the one that is asked for; nil for the automatic one.
  ///   - told: the background that the environment tells of.
  init(
    _ themes: ThemeCatalog, _ name: String?, told: Background? = .told,
    show: @escaping @MainActor (Settings<Theme>) -> Void
  ) {
    self.themes = themes
    self.name = name ?? ThemeCatalog.automatic
    background = told ?? .dark
    asksTerminal = self.name == ThemeCatalog.automatic && told == nil
    self.show = show
    take()
  }

  /// Takes what the terminal says of its background.
  func learn(_ told: Background) {
    guard asksTerminal, told != background else { return }
    background = told
    take()
  }

  private func take() {
    show(themes.look(name, on: background))
    // Those of the program do not change.
    let path = themes.path(of: themes.name(of: name, on: background))
    watch = path.flatMap { path in
      FileChanges(of: [path]) { [weak self] in
        guard let self else { return }
        show(themes.look(name, on: background))
      }
    }
  }
}
