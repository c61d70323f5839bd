internal import MocoaTerminal

/// The functions of a screen that line mode does not support.
extension LineMode {
  func repaint() {}

  var isMouseOn: Bool {
    get { false }
    set {}
  }

  /// Throws `ClipboardError.absent`: a copy needs an escape sequence.
  func copy(_ text: String) throws(ClipboardError) { throw .absent }

  func bell() {}
}
