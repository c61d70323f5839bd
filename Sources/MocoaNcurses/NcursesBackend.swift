internal import CNcurses
import Glibc
public import MocoaTerminal

/// A terminal, by way of ncurses.
///
/// It opens the controlling terminal itself, whatever stdin and stdout are, takes it with `newterm`
/// in raw mode on the alternate screen, and gives it back in `close`, in `suspend`, and when the
/// program ends in any other way (``TerminalGuard``). Only one backend can be open at a time, as
/// curses keeps its state in global variables.
///
/// ```swift
/// let backend = NcursesBackend()
/// try backend.start { event in … }
/// defer { backend.close() }
/// ```
@MainActor
public final class NcursesBackend: Backend {
  /// The size of the terminal; 80 × 24 until `start`.
  public internal(set) var size = Size(columns: 80, rows: 24)

  let path: String
  var receive: (@MainActor (TerminalEvent) -> Void)?

  // What is there from `start` to `close`.
  var descriptor: Int32 = -1
  var device = mocoa_device()
  var input: UnsafeMutablePointer<WINDOW>?
  var watch: EventWatch?
  var terminalGuard: TerminalGuard?
  var isOpen = false
  var wasStarted = false

  /// Whether the terminal is somebody else's: from `endwin` until it is taken again.
  var isSuspended = false

  // What is told by hand, and heard.
  var manners = TerminalManners(mouseKey: nil, hasOtherScreen: false, program: nil)
  var modes: PrivateModes = []
  var wantsMouse = true
  var asked: Double?
  var lastReport: Double?
  var reset: ResetString?
  var frames: FrameOutput?

  var decoder = KeyDecoder()
  var pairs = ColorPairs(depth: .none, capacity: 0)
  var numbers = ColorNumbers(.palette)
  var hasDefaultColors = false
  var cells: [cchar_t] = []
  var cursor: Point?

  // The links on the screen, by their rows, and the frame that they stand in.
  var links: [Int: [ScreenLink]] = [:]
  var linkedFrame: Surface?

  /// A backend for the terminal at a path; nothing happens until `start`.
  public init(terminal path: String = "/dev/tty") {
    self.path = path
  }

  /// Takes the terminal and begins to tell of events.
  ///
  /// - Throws: ``NcursesError``; the terminal is as it was.
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
    TerminalGuard.awaitForeground(of: descriptor)
    var saved = termios()
    guard tcgetattr(descriptor, &saved) == 0 else { throw NcursesError.notATerminal(path: path) }
    let type = try TerminalType(on: descriptor)
    mocoa_use_utf8()
    let terminalGuard = try TerminalGuard(
      terminal: descriptor, saved: saved, reset: type.reset.bytes())
    // Before the screen is taken: without the thread no key could give it back.
    let watch = watch(over: descriptor, terminalGuard.signals)
    do {
      try watch.start()
      frames = FrameOutput()
      // The handlers must stand before newterm, which puts its own where there are none.
      guard openScreen(type: type.name, input: descriptor, output: descriptor) else {
        throw errno == EMFILE ? NcursesError.noDescriptors : .refused(path: path)
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
    // Before the first frame, which clears away what a terminal may make of it.
    startModes()
    fit(to: measure(fallback: Size(columns: 80, rows: 24)))
  }

  /// Makes the screen of curses and sets its modes; false if curses refuses the terminal.
  func openScreen(type: String, input: Int32, output: Int32) -> Bool {
    // Curses crashes on 32,768 rows or columns. It does not read them from variables, and from a terminal
    // that claims them neither: then it takes the size from terminfo, and the caller makes the screen fit.
    use_env(false)
    use_tioctl(isPossibleSize(of: output))
    guard mocoa_open_device(type, input, output, &device) else { return false }
    if getenv("ESCDELAY") == nil { set_escdelay(25) }
    raw()
    noecho()
    nonl()
    // A pad, because reading from a window first refreshes it.
    let pad = newpad(1, 1)
    keypad(pad, true)
    nodelay(pad, true)
    // The mouse is ours to decode: curses takes a report for one only while it has a mouse of its
    // own, and then loses what comes in pieces.
    define_key(nil, KEY_MOUSE)
    // No looking for keys in the middle of a frame, which cuts it in two.
    typeahead(-1)
    self.input = pad
    leaveok(mocoa_stdscr(), true)
    curs_set(0)
    startColors()
    manners = TerminalManners(
      mouseKey: mocoa_capability("kmous").map { Array(String(cString: $0).utf8) },
      hasOtherScreen: mocoa_capability("smcup") != nil,
      program: getenv("TERM_PROGRAM").map { String(cString: $0) })
    isOpen = true
    return true
  }

  /// Gives the screen back, unless that has been done.
  private func leaveScreen() {
    if isSuspended { return }
    if descriptor >= 0, tcgetpgrp(descriptor) != getpgrp() {
      // In the background the modes are the shell's, and to set them would stop the program.
      terminalGuard?.restore()
      return
    }
    quieten()
    clearLastLine()
    endwin()
  }

  /// Makes room for the shell's prompt where the terminal has no other screen to go back to.
  private func clearLastLine() {
    guard mocoa_capability("rmcup") == nil else { return }
    move(Int32(size.rows) - 1, 0)
    clrtoeol()
    refresh()
  }

  /// Gives the terminal back as it was; later calls do nothing.
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

  /// Rings the bell, or flashes where there is none.
  public func bell() {
    if isOpen, !isSuspended { beep() }
  }
}
