internal import MocoaSystem
internal import MocoaTerminal

/// Selects the theme, and selects it again when the background or the theme file changes.
@MainActor
final class ThemeObserver {
  private let themes: ThemeCatalog
  private let name: String
  private var background: TerminalBackground
  private var watch: FileObserver?
  private let show: @MainActor (Settings<Theme>) -> Void

  /// A Boolean value that indicates whether the reply of the terminal selects the theme.
  ///
  /// It is `true` if neither the user nor the environment specifies one.
  private let queriesTerminal: Bool

  /// Creates an observer that shows the theme now and after each change.
  ///
  /// The parameter `told` is the background that the environment specifies, or `nil` if it does not
  /// specify one. If it is `nil`, the background is initially dark.
  ///
  /// - Parameters:
  ///   - themes: The available themes.
  ///   - name: The name of the theme, or `nil` for the automatic one.
  ///   - show: A closure that shows the theme.
  init(
    _ themes: ThemeCatalog, _ name: String?,
    background told: TerminalBackground? = .fromEnvironment,
    show: @escaping @MainActor (Settings<Theme>) -> Void
  ) {
    self.themes = themes
    self.name = name ?? ThemeCatalog.automatic
    background = told ?? .dark
    queriesTerminal = self.name == ThemeCatalog.automatic && told == nil
    self.show = show
    take()
  }

  /// Updates the background after the terminal has reported it.
  func updateBackground(_ told: TerminalBackground) {
    guard queriesTerminal, told != background else { return }
    background = told
    take()
  }

  private func take() {
    show(themes.resolve(name, on: background))
    // A bundled theme never changes, so only the user's files are watched.
    let path = themes.path(of: themes.name(of: name, on: background))
    watch = path.flatMap { path in
      FileObserver(of: [path]) { [weak self] in
        guard let self else { return }
        show(themes.resolve(name, on: background))
      }
    }
  }
}
