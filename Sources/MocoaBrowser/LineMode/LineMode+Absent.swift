internal import MocoaTerminal

/// The methods of the application that have no effect in line mode.
extension LineMode {
  func repaint() {}

  var isMouseOn: Bool {
    get { false }
    set {}
  }

  /// Throws `ClipboardError.unavailable`, because copying needs an escape sequence.
  func copy(_ text: String) throws(ClipboardError) { throw .unavailable }

  func bell() {}
}
