import Glibc
import MocoaTerminal

/// What the terminal is told by hand: it is taken back by hand as well, as `endwin` does not know it.
extension NcursesBackend {
  /// How long the end waits for the answer to a question, so that it is not typed to the shell.
  private static let patience = 0.1

  /// How long after the question, or a turn of the wheel, something more may be on its way.
  private static let wayOfAnswer = 2.0
  private static let wayOfReport = 0.5

  /// How long nothing has to come for the wheel to have stopped.
  private static let stillness = 0.02

  /// Whether the mouse is told of; false where the terminal has none.
  public var isMouseOn: Bool {
    get { wantsMouse && (!isOpen || manners.modes.contains(.mouse)) }
    set {
      guard newValue != wantsMouse else { return }
      wantsMouse = newValue
      if isOpen, !isSuspended { switchModes() }
    }
  }

  /// Switches the modes on, and asks what more there is; the answer is not waited for.
  func startModes() {
    switchModes()
    guard manners.canBeAsked else { return }
    writeAll(TerminalManners.question, to: descriptor)
    asked = Uptime.seconds
  }

  /// Switches on what is wanted and can be had, and off what is not.
  func switchModes() {
    guard descriptor >= 0 else { return }
    let wanted = isMouseOn ? manners.modes : manners.modes.subtracting(.mouse)
    let before = modes
    modes = wanted.union(before.intersection(.synchronized))
    // The guard first: it may take back more than is on, but never less.
    guardModes(before.union(modes))
    writeAll(
      before.subtracting(modes).off + modes.subtracting(before).on, to: descriptor)
    guardModes(modes)
  }

  private func guardModes(_ modes: PrivateModes) {
    guard let reset else { return }
    terminalGuard?.change(reset: reset.bytes(modes))
  }

  /// Learns what the terminal answers.
  func take(_ answer: TerminalAnswer) {
    switch answer {
    case .mode(2026, state: 1), .mode(2026, state: 2):
      guard frames != nil else { return }
      modes.insert(.synchronized)
      guardModes(modes)
    case .mode: break
    case .background(let light): receive?(.background(isLight: light > 0.5))
    case .attributes: asked = nil
    }
  }

  /// Switches off what was switched on, and takes what the terminal still says, so that it is not
  /// typed to the shell.
  func quieten() {
    guard descriptor >= 0 else { return }
    writeAll(modes.subtracting(.synchronized).off, to: descriptor)
    let start = Uptime.seconds
    let isScrolling = lastReport.map { start - $0 < Self.wayOfReport } ?? false
    if let time = asked, start - time > Self.wayOfAnswer { asked = nil }
    // In the background a read would stop the program on its way out.
    let isForeground = tcgetpgrp(descriptor) == getpgrp()
    var ignored: [TerminalInput] = []
    while isForeground, asked != nil || isScrolling,
      case let left = start + Self.patience - Uptime.seconds, left > 0
    {
      let wait = asked == nil ? min(left, Self.stillness) : left
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Int32(wait * 1000) + 1) > 0 else { break }
      guard readBytes(into: &ignored) else { break }
      for case .answer(let answer) in ignored { take(answer) }
      ignored = []
    }
    asked = nil
    lastReport = nil
  }

  /// Switches on again what `quieten` switched off.
  func resumeModes() {
    guard descriptor >= 0 else { return }
    writeAll(modes.on, to: descriptor)
  }

  /// Notes that the mouse did something, of which more may be on its way.
  func noteReport() {
    lastReport = Uptime.seconds
  }
}
