internal import MocoaLocalization
internal import CNcurses
internal import CTerminalGuard
import Glibc
public import MocoaTerminal

/// A terminal in line mode.
///
/// The terminal modes are not changed, so the system provides line editing. The output contains
/// only text, without escape sequences.
///
/// The terminal is opened directly, independent of stdin and stdout, and without curses.
@MainActor
public final class PlainTerminal: LineTerminal {
  private let path: String
  private var descriptor: Int32 = -1
  private var watch: EventPoller?
  private var receive: (@MainActor (LineEvent) -> Void)?

  /// The bytes of a line that was read only partly, without its end.
  private var partialLine: [UInt8] = []

  /// The maximum length of a line in bytes.
  ///
  /// Longer lines are truncated.
  private static let maxLineLength = 1 << 16

  /// The size that is used for a terminal that does not report one.
  private static let fallback = Size(columns: 80, rows: 24)

  /// Creates a terminal for a device path.
  ///
  /// The device is opened by `start`.
  public init(terminal path: String = "/dev/tty") { self.path = path }

  /// The current size of the terminal.
  ///
  /// A dimension that the terminal does not report is replaced with that of 80 × 24.
  public var size: Size {
    var window = winsize()
    guard descriptor >= 0, ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else {
      return Self.fallback
    }
    return Size(
      columns: window.ws_col == 0 ? Self.fallback.columns : min(Int(window.ws_col), 2000),
      rows: window.ws_row == 0 ? Self.fallback.rows : min(Int(window.ws_row), 1000))
  }

  /// Starts reporting lines and signals.
  ///
  /// - Throws: ``NcursesError`` if the terminal cannot be opened.
  public func start(_ receive: @escaping @MainActor (LineEvent) -> Void) throws {
    guard descriptor < 0 else { throw NcursesError.startedTwice }
    let opened = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard opened >= 0 else { throw NcursesError.opening(path) }
    guard isatty(opened) == 1 else {
      Glibc.close(opened)
      throw NcursesError.notATerminal(path: path)
    }
    TerminalGuard.waitForForeground(of: opened)
    do {
      watch = try watch(over: opened)
    } catch {
      Glibc.close(opened)
      mocoa_guard_abandon_signals()
      throw error
    }
    descriptor = opened
    self.receive = receive
    watch?.resume()
  }

  private func watch(over terminal: Int32) throws(NcursesError) -> EventPoller {
    // ^C interrupts an operation without ending the program, so it can be typed repeatedly.
    mocoa_guard_interrupt_ends(false)
    let signals = mocoa_guard_catch_signals()
    if signals < 0 { throw .noDescriptors }
    let watch = EventPoller(
      terminal: terminal, signals: signals,
      endings: EventPoller.terminationSignals.subtracting([SIGINT])
    ) { [weak self] in self?.handle($0) }
    try watch.start()
    return watch
  }

  /// Writes text without changes.
  ///
  /// The method does not report errors. If the terminal is lost, the event `closed` is sent.
  public func write(_ text: String) {
    if descriptor >= 0 { writeAll(Array(text.utf8), to: descriptor) }
  }

  /// Suspends terminal output while a closure uses the terminal.
  ///
  /// Afterwards the terminal modes are restored, because the closure may have changed them.
  public func suspendOutput(wholeScreen: Bool, _ perform: (SuspendedTerminal) -> Void) {
    guard descriptor >= 0 else { return }
    // Input during the call belongs to the other program.
    watch?.pause()
    var modes = termios()
    let hasModes = tcgetattr(descriptor, &modes) == 0
    let arm = { [descriptor] in
      if hasModes { TerminalGuard.arm(suspended: descriptor, &modes, []) }
    }
    arm()
    perform(
      SuspendedTerminal(endRequest: TerminalGuard.endRequest) {
        guard mocoa_guard_can_stop() else { return }
        mocoa_guard_disarm()
        mocoa_guard_stop(true)
        if !TerminalGuard.isEnding { arm() }
      })
    TerminalGuard.waitForForeground(of: descriptor)
    let isForeground = tcgetpgrp(descriptor) == getpgrp()
    if hasModes, isForeground { _ = tcsetattr(descriptor, TCSANOW, &modes) }
    mocoa_guard_disarm()
    watch?.resume()
  }

  /// Stops the job until it is continued.
  public func suspend() { stop(entireGroup: true) }

  private func stop(entireGroup: Bool) {
    guard mocoa_guard_can_stop() else { return }
    mocoa_guard_stop(entireGroup)
    TerminalGuard.waitForForeground(of: descriptor)
    receive?(.resumed)
  }

  /// Stops reporting events.
  ///
  /// Further calls do nothing.
  public func close() {
    guard descriptor >= 0 else { return }
    watch?.cancel()
    watch = nil
    TerminalGuard.releaseSignals()
    Glibc.close(descriptor)
    descriptor = -1
    receive = nil
  }

  isolated deinit { close() }

  // MARK: - Events

  private func handle(_ event: EventPoller.Event) {
    TerminalGuard.installSignalStack()
    switch event {
    case .input: read()
    case .hangUp: if isDisconnected { receive?(.closed) }
    case .signal(SIGINT): receive?(.interrupt)
    case .signal(SIGTSTP): stop(entireGroup: false)
    case .signal(SIGCONT): receive?(.resumed)
    // `size` reads the size when it is needed.
    case .signal(SIGWINCH): break
    case .signal(let signal): receive?(.terminate(signal: signal))
    }
  }

  /// A Boolean value that indicates whether the terminal was disconnected.
  ///
  /// The thread that waits for input cannot distinguish this from ^D.
  private var isDisconnected: Bool { state & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 }

  private var state: Int16 {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) > 0 ? ready.revents : 0
  }

  /// Reads the lines that were typed.
  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while descriptor >= 0, state & Int16(POLLIN) != 0 {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        // Input that ends with ^D is a line too.
        if !partialLine.isEmpty { take([UInt8(ascii: "\n")]) }
        receive?(isDisconnected || count < 0 ? .closed : .end)
        return
      }
      take(bytes[..<count])
    }
    watch?.resume()
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        let line = String(decoding: partialLine, as: UTF8.self)
        partialLine = []
        receive?(.line(line))
      } else if partialLine.count < Self.maxLineLength {
        partialLine.append(byte)
      }
    }
  }
}

extension NcursesError: LineModeFallbackError {
  /// A Boolean value that indicates whether the terminal supports line mode.
  ///
  /// It does if it exists, but its type is unknown or does not support moving the cursor.
  public var allowsLineMode: Bool {
    switch self {
    case .typeNotSet, .unknownType, .noCursorAddressing: true
    case .noTerminal, .notATerminal, .initializationFailed, .noDescriptors, .noThread,
      .startedTwice:
      false
    }
  }

  /// The message for an unknown terminal type, or `nil` for other errors.
  ///
  /// With a terminal that cannot show screens, users expect line mode without a message.
  public var fallbackReason: String? {
    if case .unknownType(let type) = self {
      localized("TERM=\(type) is not a known terminal type")
    } else {
      nil
    }
  }
}
