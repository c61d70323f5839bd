internal import MocoaTerminal

/// The functions of a screen that line mode does not support.
extension LineMode {
  func repaint() {}

  var isMouseOn: Bool {
    get { false }
    set {}
  }

  /// Throws `ClipboardError.unavailable`: a copy needs an escape sequence.
  func copy(_ text: String) throws(ClipboardError) { throw .unavailable }

  func bell() {}
}
