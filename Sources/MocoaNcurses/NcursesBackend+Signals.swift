internal import CNcurses
import Glibc
public import MocoaTerminal

extension NcursesBackend {
  /// The maximum size of a screen.
  ///
  /// A terminal with a larger size was set incorrectly, for example with `stty`.
  private static let maxSize = Size(columns: 2000, rows: 1000)

  /// Processes a signal.
  func handle(_ signal: Int32) {
    guard isOpen else { return }
    switch signal {
    case SIGWINCH: if !isSuspended { readSize() }
    case SIGTSTP: stop(wholeJob: false)
    case SIGCONT: resume()
    default: receive?(.terminate(signal: signal))
    }
  }

  /// Restores the terminal, stops the job until it is continued, and starts the terminal again.
  ///
  /// Without job control no program could continue the job, so the method does nothing.
  public func suspend() {
    stop(wholeJob: true)
  }

  private func stop(wholeJob: Bool) {
    guard isOpen, !isSuspended, let terminalGuard, terminalGuard.canStop else { return }
    disableModes()
    endwin()
    isSuspended = true
    terminalGuard.disarm()
    terminalGuard.stop(wholeJob: wholeJob)
    // The process was continued only to end.
    if TerminalGuard.isEnding { return }
    // Modes that were set in the shell during the stop are the ones to restore later.
    def_shell_mode()
    resume()
  }

  /// Suspends terminal output while a closure uses the terminal.
  ///
  /// Afterwards it starts the terminal again and sends `resumed`, unless a termination signal
  /// arrived.
  public func suspendTerminal(wholeScreen: Bool, _ perform: (SuspendedTerminal) -> Void) {
    guard isOpen, !isSuspended, let terminalGuard, let reset else { return }
    // Input during the call belongs to the other program. Without a pause, the watch would find
    // readable input without bytes and report that the terminal is gone.
    watch?.pause()
    disableModes()
    endwin()
    isSuspended = true
    let bytes = reset.bytes([.mouse, .paste], staysOnScreen: !wholeScreen)
    terminalGuard.suspend(reset: bytes)
    var modes = termios()
    let hasModes = tcgetattr(descriptor, &modes) == 0
    perform(
      SuspendedTerminal(endRequest: TerminalGuard.endRequest) {
        guard terminalGuard.canStop else { return }
        terminalGuard.disarm()
        terminalGuard.stop(wholeJob: true)
        if !TerminalGuard.isEnding { terminalGuard.suspend(reset: bytes) }
      })
    let isForeground = tcgetpgrp(descriptor) == getpgrp()
    // The other program may have been killed without restoring the modes.
    if hasModes, isForeground { _ = tcsetattr(descriptor, TCSANOW, &modes) }
    if TerminalGuard.isEnding {
      if isForeground { writeAll(bytes, to: descriptor) }
      terminalGuard.disarm()
    } else {
      resume()
      watch?.resume()
    }
  }

  /// Starts the terminal again after another program used it, and shows the last frame.
  private func resume() {
    TerminalGuard.waitForForeground(of: descriptor)
    if TerminalGuard.isEnding { return }
    isSuspended = false
    reset_prog_mode()
    terminalGuard?.arm()
    resumeModes()
    let before = size
    let now = measure(fallback: before)
    fit(to: now)
    repaint()
    if size != before { receive?(.resize(size)) }
    receive?(.resumed)
  }

  /// Processes a change of size.
  ///
  /// During a series of changes, only the last size is used.
  private func readSize() {
    let before = size
    let now = measure(fallback: before)
    if now == before {
      // The size may have changed twice, and a terminal that shrinks loses part of its content.
      repaint()
    } else {
      fit(to: now)
      receive?(.resize(size))
    }
  }

  /// Returns the size that the terminal reports.
  ///
  /// Unknown dimensions are those of `fallback`.
  ///
  /// At first the fallback is 80 × 24, for a terminal that never reports a size, such as a serial
  /// line. Later it is the current size, because a temporary 0 is not a reason for a new layout.
  func measure(_ terminal: Int32? = nil, fallback: Size) -> Size {
    var window = winsize()
    guard ioctl(terminal ?? descriptor, UInt(TIOCGWINSZ), &window) == 0 else { return fallback }
    let columns = window.ws_col == 0 ? fallback.columns : Int(window.ws_col)
    let rows = window.ws_row == 0 ? fallback.rows : Int(window.ws_row)
    return Size(
      columns: min(columns, Self.maxSize.columns), rows: min(rows, Self.maxSize.rows))
  }

  /// Returns `true` unless the terminal reports a size that curses does not support.
  func isPossibleSize(of terminal: Int32) -> Bool {
    var window = winsize()
    return ioctl(terminal, UInt(TIOCGWINSZ), &window) != 0
      || Int(window.ws_col) <= Self.maxSize.columns && Int(window.ws_row) <= Self.maxSize.rows
  }

  /// Resizes the screen of curses.
  func fit(to size: Size) {
    resizeterm(Int32(size.rows), Int32(size.columns))
    self.size = Size(
      columns: Int(getmaxx(mocoa_stdscr())), rows: Int(getmaxy(mocoa_stdscr())))
  }
}
