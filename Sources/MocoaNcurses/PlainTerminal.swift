internal import MocoaLanguage
internal import CNcurses
internal import CTerminalGuard
import Glibc
public import MocoaTerminal

/// A terminal as it is found: its modes are left alone, so that the system edits the lines typed on it,
/// and nothing is written but text.
///
/// It opens the controlling terminal itself, whatever stdin and stdout are; curses is not asked.
@MainActor
public final class PlainTerminal: LineTerminal {
  private let path: String
  private var descriptor: Int32 = -1
  private var watch: EventWatch?
  private var receive: (@MainActor (LineEvent) -> Void)?

  /// What was read of a line that has not ended yet.
  private var rest: [UInt8] = []

  /// More than this nobody types in a line; what is longer is cut.
  private static let longestLine = 1 << 16

  /// What a terminal is taken for that does not tell its size.
  private static let fallback = Size(columns: 80, rows: 24)

  /// A terminal at a path; nothing happens until `start`.
  public init(terminal path: String = "/dev/tty") { self.path = path }

  /// The size of the terminal now; sides that it does not know are those of 80 × 24.
  public var size: Size {
    var window = winsize()
    guard descriptor >= 0, ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else {
      return Self.fallback
    }
    return Size(
      columns: window.ws_col == 0 ? Self.fallback.columns : min(Int(window.ws_col), 2000),
      rows: window.ws_row == 0 ? Self.fallback.rows : min(Int(window.ws_row), 1000))
  }

  /// Begins to tell of lines and signals.
  ///
  /// - Throws: ``NcursesError`` where there is no terminal.
  public func start(_ receive: @escaping @MainActor (LineEvent) -> Void) throws {
    guard descriptor < 0 else { throw NcursesError.startedTwice }
    let opened = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard opened >= 0 else { throw NcursesError.opening(path) }
    guard isatty(opened) == 1 else {
      Glibc.close(opened)
      throw NcursesError.notATerminal(path: path)
    }
    TerminalGuard.awaitForeground(of: opened)
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

  private func watch(over terminal: Int32) throws(NcursesError) -> EventWatch {
    // ^C is typed as often as one likes, and asks for less than the end.
    mocoa_guard_interrupt_ends(false)
    let signals = mocoa_guard_catch_signals()
    if signals < 0 { throw .noDescriptors }
    let watch = EventWatch(
      terminal: terminal, signals: signals, endings: EventWatch.endings.subtracting([SIGINT])
    ) { [weak self] in self?.handle($0) }
    try watch.start()
    return watch
  }

  /// Writes text as it is; where the terminal is gone, that is told as an event.
  public func write(_ text: String) {
    if descriptor >= 0 { writeAll(Array(text.utf8), to: descriptor) }
  }

  /// Leaves the terminal to something else; its modes are afterwards as they were.
  public func lend(wholeScreen: Bool, _ perform: (LentTerminal) -> Void) {
    guard descriptor >= 0 else { return }
    // What is typed now is for others.
    watch?.pause()
    var modes = termios()
    let hasModes = tcgetattr(descriptor, &modes) == 0
    let arm = { [descriptor] in
      if hasModes { TerminalGuard.arm(lent: descriptor, &modes, []) }
    }
    arm()
    perform(
      LentTerminal(endRequest: TerminalGuard.endRequest) {
        guard mocoa_guard_can_stop() else { return }
        mocoa_guard_disarm()
        mocoa_guard_stop(true)
        if !TerminalGuard.isEnding { arm() }
      })
    TerminalGuard.awaitForeground(of: descriptor)
    let isForeground = tcgetpgrp(descriptor) == getpgrp()
    if hasModes, isForeground { _ = tcsetattr(descriptor, TCSANOW, &modes) }
    mocoa_guard_disarm()
    watch?.resume()
  }

  /// Stops the job until it is continued.
  public func suspend() { stop(wholeJob: true) }

  private func stop(wholeJob: Bool) {
    guard mocoa_guard_can_stop() else { return }
    mocoa_guard_stop(wholeJob)
    TerminalGuard.awaitForeground(of: descriptor)
    receive?(.resumed)
  }

  /// Ends the telling; later calls do nothing.
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

  // MARK: - What comes

  private func handle(_ event: EventWatch.Event) {
    TerminalGuard.shelterThread()
    switch event {
    case .input: read()
    case .hangUp: if isGone { receive?(.closed) }
    case .signal(SIGINT): receive?(.interrupt)
    case .signal(SIGTSTP): stop(wholeJob: false)
    case .signal(SIGCONT): receive?(.resumed)
    // The size is asked for whenever it is needed.
    case .signal(SIGWINCH): break
    case .signal(let signal): receive?(.terminate(signal: signal))
    }
  }

  /// Whether the terminal hung up; ^D looks the same to those who only wait.
  private var isGone: Bool { state & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 }

  private var state: Int16 {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) > 0 ? ready.revents : 0
  }

  /// Takes the lines that were typed.
  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while descriptor >= 0, state & Int16(POLLIN) != 0 {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        // A line that ends with ^D is one all the same.
        if !rest.isEmpty { take([UInt8(ascii: "\n")]) }
        receive?(isGone || count < 0 ? .closed : .end)
        return
      }
      take(bytes[..<count])
    }
    watch?.resume()
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        let line = String(decoding: rest, as: UTF8.self)
        rest = []
        receive?(.line(line))
      } else if rest.count < Self.longestLine {
        rest.append(byte)
      }
    }
  }
}

extension NcursesError: LinesOnly {
  /// Whether a terminal is there on which nothing can be placed, or nobody knows how.
  public var leavesLines: Bool {
    switch self {
    case .typeNotSet, .unknownType, .cannotPlaceText: true
    case .noTerminal, .notATerminal, .refused, .noDescriptors, .noThread, .startedTwice: false
    }
  }

  /// That nobody knows the type; the others are meant so.
  public var reasonForLines: String? {
    if case .unknownType(let type) = self {
      phrase("TERM=\(type) is not a known terminal type")
    } else {
      nil
    }
  }
}
