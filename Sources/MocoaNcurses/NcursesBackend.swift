internal import CNcurses
import Glibc
public import MocoaTerminal

/// A terminal backend that uses ncurses.
///
/// It opens the controlling terminal directly, independent of stdin and stdout, and starts it with
/// `newterm` in raw mode on the alternate screen. It restores the terminal in `close`, in
/// `suspend`, and on every other exit path (``TerminalGuard``). Only one backend can be open at a
/// time, because curses stores its state in global variables.
///
/// ```swift
/// let backend = NcursesBackend()
/// try backend.start { event in … }
/// defer { backend.close() }
/// ```
@MainActor
public final class NcursesBackend: Backend {
  /// The size of the terminal, or 80 × 24 before `start`.
  public internal(set) var size = Size(columns: 80, rows: 24)

  private let path: String
  var receive: (@MainActor (TerminalEvent) -> Void)?

  // The state from `start` to `close`.
  var descriptor: Int32 = -1
  var device = mocoa_device()
  var input: UnsafeMutablePointer<WINDOW>?
  var watch: EventPoller?
  var terminalGuard: TerminalGuard?
  var isOpen = false
  private var wasStarted = false

  /// A Boolean value that indicates whether another program uses the terminal.
  ///
  /// It is `true` from `endwin` until the backend starts the terminal again.
  var isSuspended = false

  // The state of the terminal modes and reports that curses does not support.
  var capabilities = TerminalCapabilities(mouseKey: nil, hasOtherScreen: false, program: nil)
  var modes: PrivateModes = []
  var wantsMouse = true
  var queryTime: Double?
  var lastReport: Double?
  private(set) var inputLimits = InputLimits()
  var reset: ResetSequence?
  var frames: FrameCapture?

  var decoder = KeyDecoder()
  var pairs = ColorPairs(depth: .none, capacity: 0)
  var numbers = ColorIndexTable(.palette)
  var hasDefaultColors = false
  var cells: [cchar_t] = []
  var cursor: Point?

  // The hyperlinks on the screen by row, and the frame that contains them.
  var links: [Int: [ScreenURL]] = [:]
  var linkedFrame: Surface?

  /// Creates a backend for a device path.
  ///
  /// The device is opened by `start`.
  public init(terminal path: String = "/dev/tty") {
    self.path = path
  }

  /// Creates a backend for the terminal of the process with other time limits.
  package convenience init(inputLimits: InputLimits) {
    self.init()
    self.inputLimits = inputLimits
  }

  /// Starts the terminal and reports its events.
  ///
  /// - Parameter receive: A closure that receives the events.
  /// - Throws: ``NcursesError``. The terminal is then unchanged.
  public func start(_ receive: @escaping @MainActor (TerminalEvent) -> Void) throws {
    guard !wasStarted else { throw NcursesError.startedTwice }
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw NcursesError.opening(path) }
    do {
      try take(descriptor)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    wasStarted = true
    self.receive = receive
    watch?.resume()
  }

  private func take(_ descriptor: Int32) throws {
    TerminalGuard.waitForForeground(of: descriptor)
    var saved = termios()
    guard tcgetattr(descriptor, &saved) == 0 else { throw NcursesError.notATerminal(path: path) }
    let type = try TerminalType(on: descriptor)
    mocoa_use_utf8()
    let terminalGuard = try TerminalGuard(
      terminal: descriptor, saved: saved, reset: type.reset.bytes())
    // Start the thread before the screen. Without it no key could end the program and restore the
    // terminal.
    let watch = watch(over: descriptor, terminalGuard.signals)
    do {
      try watch.start()
      frames = FrameCapture()
      // Install the signal handlers before newterm, which installs its own if there are none.
      guard openScreen(type: type.name, input: descriptor, output: descriptor) else {
        throw errno == EMFILE ? NcursesError.noDescriptors : .initializationFailed(path: path)
      }
    } catch {
      watch.cancel()
      frames?.close()
      frames = nil
      _ = tcsetattr(descriptor, TCSANOW, &saved)
      terminalGuard.abandon()
      throw error
    }
    self.watch = watch
    self.descriptor = descriptor
    self.terminalGuard = terminalGuard
    reset = type.reset
    // Set the modes before the first frame. If the terminal prints a sequence, the frame clears it.
    startModes()
    fit(to: measure(fallback: Size(columns: 80, rows: 24)))
  }

  /// Creates the screen of curses and sets its modes.
  ///
  /// - Returns: `false` if curses does not support the terminal.
  func openScreen(type: String, input: Int32, output: Int32) -> Bool {
    // Curses crashes on 32,768 rows or columns. It must not read the size from variables, nor from
    // a terminal that reports such a size. It then takes the size from terminfo, and the caller
    // resizes the screen.
    use_env(false)
    use_tioctl(isPossibleSize(of: output))
    guard mocoa_open_device(type, input, output, &device) else { return false }
    if getenv("ESCDELAY") == nil { set_escdelay(25) }
    raw()
    noecho()
    nonl()
    // A pad, because reading from a window refreshes it first.
    let pad = newpad(1, 1)
    keypad(pad, true)
    nodelay(pad, true)
    // Mouse reports are decoded by the backend. Curses recognizes them only while its own mouse
    // support is on, and then loses reports that arrive in pieces.
    define_key(nil, KEY_MOUSE)
    // Do not check for input during a frame, which would split its output.
    typeahead(-1)
    self.input = pad
    leaveok(mocoa_stdscr(), true)
    curs_set(0)
    startColors()
    capabilities = TerminalCapabilities(
      mouseKey: mocoa_capability("kmous").map { Array(String(cString: $0).utf8) },
      hasOtherScreen: mocoa_capability("smcup") != nil,
      program: getenv("TERM_PROGRAM").map { String(cString: $0) })
    isOpen = true
    return true
  }

  /// Restores the terminal, unless that was already done.
  private func leaveScreen() {
    if isSuspended { return }
    if descriptor >= 0, tcgetpgrp(descriptor) != getpgrp() {
      // In the background the modes belong to the shell, and setting them would stop the program.
      terminalGuard?.restore()
      return
    }
    disableModes()
    clearLastLine()
    endwin()
  }

  /// Clears the last line for the shell's prompt if the terminal has no alternate screen.
  private func clearLastLine() {
    guard mocoa_capability("rmcup") == nil else { return }
    move(Int32(size.rows) - 1, 0)
    clrtoeol()
    refresh()
  }

  /// Restores the terminal to its previous state.
  ///
  /// Further calls do nothing.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    watch?.cancel()
    watch = nil
    leaveScreen()
    terminalGuard?.end()
    terminalGuard = nil
    delwin(input)
    input = nil
    mocoa_close_device(&device)
    frames?.close()
    frames = nil
    if descriptor >= 0 { Glibc.close(descriptor) }
    receive = nil
  }

  isolated deinit {
    close()
  }

  /// Rings the bell, or flashes the screen of a terminal without a bell.
  public func bell() {
    if isOpen, !isSuspended { beep() }
  }
}

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
    case SIGTSTP: stop(entireGroup: false)
    case SIGCONT: resume()
    default: receive?(.terminate(signal: signal))
    }
  }

  /// Restores the terminal, stops the job until it is continued, and starts the terminal again.
  ///
  /// Without job control no program could continue the job, so the method does nothing.
  public func suspend() {
    stop(entireGroup: true)
  }

  private func stop(entireGroup: Bool) {
    guard isOpen, !isSuspended, let terminalGuard, terminalGuard.canStop else { return }
    disableModes()
    endwin()
    isSuspended = true
    terminalGuard.disarm()
    terminalGuard.stop(entireGroup: entireGroup)
    // The process was continued only to end.
    if TerminalGuard.isEnding { return }
    // Modes that were set in the shell during the stop are the ones to restore later.
    def_shell_mode()
    resume()
  }

  /// Suspends terminal output while a closure uses the terminal.
  ///
  /// Afterwards the backend starts the terminal again and sends `resumed`, unless a termination
  /// signal arrived.
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
        terminalGuard.stop(entireGroup: true)
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
  /// A dimension that the terminal reports as 0 is unknown, and replaced with that of `fallback`.
  /// At the start, the fallback is 80 × 24, for terminals that never report a size, such as a
  /// serial line. Later, it is the current size, so that a temporary 0 does not change the layout.
  private func measure(_ terminal: Int32? = nil, fallback: Size) -> Size {
    var window = winsize()
    guard ioctl(terminal ?? descriptor, UInt(TIOCGWINSZ), &window) == 0 else { return fallback }
    let columns = window.ws_col == 0 ? fallback.columns : Int(window.ws_col)
    let rows = window.ws_row == 0 ? fallback.rows : Int(window.ws_row)
    return Size(
      columns: min(columns, Self.maxSize.columns), rows: min(rows, Self.maxSize.rows))
  }

  /// Returns `true` unless the terminal reports a size that curses does not support.
  private func isPossibleSize(of terminal: Int32) -> Bool {
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
