internal import MocoaTerminal

/// How things look, where that changes while they are shown.
extension Browser {
  /// Looks as a theme says, now and whenever its file says something else.
  ///
  /// - Parameter name: the one that is asked for; nil for the automatic one.
  func follow(_ themes: ThemeCatalog, _ name: String?, told: Background? = .told) {
    themeFollower = ThemeFollower(themes, name, told: told) { [weak self] look in
      if let complaint = look.complaint("mocoa config --check") { self?.warn(complaint) }
      self?.theme = look.content
    }
  }

  /// Takes what the terminal says of its background.
  func receive(isLight: Bool) {
    themeFollower?.learn(isLight ? .light : .dark)
  }

  /// Has everything that is open look so from the next frame on.
  func showTheme() {
    for screen in screens.values { screen.theme = theme }
    if case .panel(var panel) = overlay {
      panel.text.theme = theme
      overlay = .panel(panel)
    }
    control?.setNeedsDisplay()
  }
}
