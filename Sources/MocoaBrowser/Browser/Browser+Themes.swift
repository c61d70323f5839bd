internal import MocoaTerminal

/// Changes of the theme while the browser runs.
extension Browser {
  /// Applies a theme now and whenever its file changes.
  ///
  /// The automatic theme depends on the terminal background that the environment specifies. If the
  /// environment does not specify it, the terminal is queried.
  ///
  /// - Parameter name: The name of the theme, or `nil` for the automatic theme.
  func follow(_ themes: ThemeCatalog, _ name: String?, told: TerminalBackground? = .fromEnvironment)
  {
    themeFollower = ThemeObserver(themes, name, background: told) { [weak self] look in
      if let complaint = look.firstErrorMessage("mocoa config --check") {
        self?.showWarning(complaint)
      }
      self?.theme = look.content
    }
  }

  /// Updates the automatic theme after the terminal has reported its background color.
  func backgroundDidChange(isLight: Bool) {
    themeFollower?.updateBackground(isLight ? .light : .dark)
  }

  /// Applies the theme to all open screens and panels, and draws them again.
  func showTheme() {
    for session in sessions.values { session.screen.styling?.theme = theme }
    if case .panel(var panel) = overlay {
      panel.text.theme = theme
      overlay = .panel(panel)
    }
    control?.setNeedsDisplay()
  }
}
