import Glibc
import MocoaTerminal

/// Terminal modes that curses does not support.
///
/// The backend also restores them, because `endwin` does not.
extension NcursesBackend {
  /// The maximum time to wait for replies before the terminal is restored, in seconds.
  ///
  /// Replies that arrive later appear in the shell.
  private static let timeout = 0.1

  /// The time after a query or a mouse report during which further input may arrive, in seconds.
  private static let replyTimeout = 2.0
  private static let mouseReportTimeout = 0.5

  /// The time without input after which no more mouse reports are expected, in seconds.
  private static let idleInterval = 0.02

  /// A Boolean value that indicates whether mouse events are reported.
  ///
  /// It is `false` if the terminal does not support a mouse.
  public var isMouseOn: Bool {
    get { wantsMouse && (!isOpen || capabilities.modes.contains(.mouse)) }
    set {
      guard newValue != wantsMouse else { return }
      wantsMouse = newValue
      if isOpen, !isSuspended { switchModes() }
    }
  }

  /// Turns on the modes and sends the queries, without waiting for replies.
  func startModes() {
    switchModes()
    guard capabilities.supportsQueries else { return }
    writeAll(TerminalCapabilities.query, to: descriptor)
    queryTime = MonotonicTime.seconds
  }

  /// Turns on the modes that are requested and supported, and turns off all others.
  func switchModes() {
    guard descriptor >= 0 else { return }
    let wanted = isMouseOn ? capabilities.modes : capabilities.modes.subtracting(.mouse)
    let before = modes
    modes = wanted.union(before.intersection(.synchronized))
    // Change the guard first. It may turn off modes that are off, but must not leave one on.
    guardModes(before.union(modes))
    writeAll(
      before.subtracting(modes).off + modes.subtracting(before).on, to: descriptor)
    guardModes(modes)
  }

  private func guardModes(_ modes: PrivateModes) {
    guard let reset else { return }
    terminalGuard?.change(reset: reset.bytes(modes))
  }

  /// Processes a reply of the terminal.
  func take(_ answer: TerminalReply) {
    switch answer {
    case .mode(2026, state: 1), .mode(2026, state: 2):
      guard frames != nil else { return }
      modes.insert(.synchronized)
      guardModes(modes)
    case .mode: break
    case .background(let light): receive?(.background(isLight: light > 0.5))
    case .attributes: queryTime = nil
    }
  }

  /// Turns off all modes, and reads pending replies, which would otherwise appear in the shell.
  func disableModes() {
    guard descriptor >= 0 else { return }
    writeAll(modes.subtracting(.synchronized).off, to: descriptor)
    let start = MonotonicTime.seconds
    let isScrolling = lastReport.map { start - $0 < Self.mouseReportTimeout } ?? false
    if let time = queryTime, start - time > Self.replyTimeout { queryTime = nil }
    // In the background a read would stop the program during its exit.
    let isForeground = tcgetpgrp(descriptor) == getpgrp()
    var ignored: [TerminalInput] = []
    while isForeground, queryTime != nil || isScrolling,
      case let left = start + Self.timeout - MonotonicTime.seconds, left > 0
    {
      let wait = queryTime == nil ? min(left, Self.idleInterval) : left
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Int32(wait * 1000) + 1) > 0 else { break }
      guard readBytes(into: &ignored) else { break }
      for case .reply(let answer) in ignored { take(answer) }
      ignored = []
    }
    queryTime = nil
    lastReport = nil
  }

  /// Turns on the modes that `disableModes` turned off.
  func resumeModes() {
    guard descriptor >= 0 else { return }
    writeAll(modes.on, to: descriptor)
  }

  /// Records the time of a mouse report, because more reports may follow.
  func recordMouseReport() {
    lastReport = MonotonicTime.seconds
  }
}
