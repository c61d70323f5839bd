internal import CNcurses
import Glibc
public import MocoaTerminal

extension NcursesBackend {
  /// A size beyond which nobody has a screen, only a broken `stty`.
  private static let largest = Size(columns: 2000, rows: 1000)

  /// Does what a signal asks.
  func handle(_ signal: Int32) {
    guard isOpen else { return }
    switch signal {
    case SIGWINCH: if !isSuspended { readSize() }
    case SIGTSTP: stop(wholeJob: false)
    case SIGCONT: resume()
    default: receive?(.terminate(signal: signal))
    }
  }

  /// Gives the terminal back and stops the job until it is continued; then takes it again.
  ///
  /// Without job control, when nobody could continue it, nothing happens.
  public func suspend() {
    stop(wholeJob: true)
  }

  private func stop(wholeJob: Bool) {
    guard isOpen, !isSuspended, let terminalGuard, terminalGuard.canStop else { return }
    quieten()
    endwin()
    isSuspended = true
    terminalGuard.giveBack()
    terminalGuard.stop(wholeJob: wholeJob)
    // Continued only to be ended.
    if TerminalGuard.isEnding { return }
    // Modes that were set from the shell meanwhile are the ones to be left behind.
    def_shell_mode()
    resume()
  }

  /// Gives the terminal back while `perform` has it; then takes it again and tells of `resumed`,
  /// unless a signal asked for the end.
  public func lend(wholeScreen: Bool, _ perform: (LentTerminal) -> Void) {
    guard isOpen, !isSuspended, let terminalGuard, let reset else { return }
    // What is typed now is for others: a watch that found it taken would think the terminal gone.
    watch?.pause()
    quieten()
    endwin()
    isSuspended = true
    let bytes = reset.bytes([.mouse, .paste], staysOnScreen: !wholeScreen)
    terminalGuard.lend(reset: bytes)
    var modes = termios()
    let hasModes = tcgetattr(descriptor, &modes) == 0
    perform(
      LentTerminal(endRequest: TerminalGuard.endRequest) {
        guard terminalGuard.canStop else { return }
        terminalGuard.giveBack()
        terminalGuard.stop(wholeJob: true)
        if !TerminalGuard.isEnding { terminalGuard.lend(reset: bytes) }
      })
    let isForeground = tcgetpgrp(descriptor) == getpgrp()
    // Whoever had it may have been killed, and have left it anyhow.
    if hasModes, isForeground { _ = tcsetattr(descriptor, TCSANOW, &modes) }
    if TerminalGuard.isEnding {
      if isForeground { writeAll(bytes, to: descriptor) }
      terminalGuard.giveBack()
    } else {
      resume()
      watch?.resume()
    }
  }

  /// Takes the terminal, which somebody else had, and shows again what stood there.
  private func resume() {
    TerminalGuard.awaitForeground(of: descriptor)
    if TerminalGuard.isEnding { return }
    isSuspended = false
    reset_prog_mode()
    terminalGuard?.take()
    resumeModes()
    let before = size
    let now = measure(fallback: before)
    fit(to: now)
    repaint()
    if size != before { receive?(.resize(size)) }
    receive?(.resumed)
  }

  /// Follows a change of size; of a storm of them only the last is seen.
  private func readSize() {
    let before = size
    let now = measure(fallback: before)
    if now == before {
      // It may have been another in between, and a terminal that shrinks forgets what it showed.
      repaint()
    } else {
      fit(to: now)
      receive?(.resize(size))
    }
  }

  /// What the terminal says its size is; a side it does not know is the fallback's.
  ///
  /// Unknown is 80 × 24 at first, which is what a terminal that never tells (a serial line) is taken
  /// for, and later the size it had: a 0 in passing is no reason to lay out everything anew.
  func measure(_ terminal: Int32? = nil, fallback: Size) -> Size {
    var window = winsize()
    guard ioctl(terminal ?? descriptor, UInt(TIOCGWINSZ), &window) == 0 else { return fallback }
    let columns = window.ws_col == 0 ? fallback.columns : Int(window.ws_col)
    let rows = window.ws_row == 0 ? fallback.rows : Int(window.ws_row)
    return Size(
      columns: min(columns, Self.largest.columns), rows: min(rows, Self.largest.rows))
  }

  /// Returns `true` unless the terminal claims a size that curses cannot have.
  func isPossibleSize(of terminal: Int32) -> Bool {
    var window = winsize()
    return ioctl(terminal, UInt(TIOCGWINSZ), &window) != 0
      || Int(window.ws_col) <= Self.largest.columns && Int(window.ws_row) <= Self.largest.rows
  }

  /// Gives the screen of curses this size.
  func fit(to size: Size) {
    resizeterm(Int32(size.rows), Int32(size.columns))
    self.size = Size(
      columns: Int(getmaxx(mocoa_stdscr())), rows: Int(getmaxy(mocoa_stdscr())))
  }
}
