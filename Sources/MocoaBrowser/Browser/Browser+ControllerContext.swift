internal import Mocoa
internal import MocoaLocalization
internal import MocoaTerminal

/// The properties and methods of the browser that its controllers use.
extension Browser: ControllerContext {
  func makeListSession() -> ListSession? {
    listPage.flatMap { session?.makeList(for: $0) }
  }

  func restartSearchPrompt(at number: Int) {
    guard case .prompt(let prompt) = overlay, case .search = prompt.purpose else { return }
    overlay = .prompt(Prompt(.search(from: number), prompt.line))
  }

  var pageArea: Rect { window.area }

  func suspendTerminal(wholeScreen: Bool, _ perform: (SuspendedTerminal) -> Void) {
    control?.suspendTerminal(wholeScreen: wholeScreen, perform)
  }

  func showMessage(_ text: String) {
    message = Message(text: text)
  }

  func showWarning(_ text: String) {
    message = Message(text: text, isWarning: true)
  }

  func clearMessage() {
    message = nil
  }

  func setNeedsDisplay() {
    control?.setNeedsDisplay()
  }

  /// Performs an action that may show a question or use the terminal.
  ///
  /// If a prompt or a panel is open, the method shows a warning instead.
  func unlessOverlaid(_ perform: () -> Void) {
    if overlay == nil {
      perform()
    } else {
      showWarning(localized("canceled: a prompt or panel is open"))
    }
  }
}
