internal import CNcurses
import Glibc
public import MocoaTerminal

/// A terminal backend that shows a block of rows below the line of the shell's prompt.
///
/// It does not use the alternate screen, and all other rows of the terminal stay as they are. The
/// block scrolls the screen up if there are not enough rows below. The cursor moves only relative to
/// its present row, because the backend does not know the row of the block. When the backend
/// closes, it erases the block, and the cursor is again at the point where it was before.
@MainActor
public final class InlineBackend: Backend {
  /// The size of the block, or 80 × 24 before `start`.
  public private(set) var size = Size(columns: 80, rows: 24)

  private let path: String
  private let height: InlineHeight
  private var receive: (@MainActor (TerminalEvent) -> Void)?
  private var descriptor: Int32 = -1
  private var saved = termios()
  private var watch: EventPoller?
  private var terminalGuard: TerminalGuard?
  private var wasStarted = false
  private var isSuspended = false
  private var capabilities = TerminalCapabilities(
    mouseKey: nil, hasOtherScreen: false, program: nil)
  private var decoder = KeyDecoder()
  private var writer = InlineFrameWriter(depth: .none)

  /// The frame in the block, or `nil` before the first frame.
  private var shown: Surface?

  /// The point of the cursor in the block, or `nil` if the cursor is hidden.
  private var cursor: Point?

  /// The column in which the cursor was before the block, if the block begins on the next row.
  private var formerColumn: Int?

  /// The row of the cursor for which the guard has the bytes that erase the block.
  private var guardedRow = -1

  /// Creates a backend for a device path.
  ///
  /// The device is opened by `start`.
  public init(height: InlineHeight, terminal path: String = "/dev/tty") {
    (self.height, self.path) = (height, path)
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
    enter()
    watch?.resume()
  }

  private func take(_ descriptor: Int32) throws {
    TerminalGuard.waitForForeground(of: descriptor)
    guard tcgetattr(descriptor, &saved) == 0 else { throw NcursesError.notATerminal(path: path) }
    let type = try TerminalType(on: descriptor)
    mocoa_use_utf8()
    let (capabilities, colors) = type.readFeatures(on: descriptor)
    let terminalGuard = try TerminalGuard(
      terminal: descriptor, saved: saved, reset: Self.resetBytes(row: 0))
    let watch = EventPoller(terminal: descriptor, signals: terminalGuard.signals) { [weak self] in
      self?.handle($0)
    }
    do {
      try watch.start()
    } catch {
      terminalGuard.abandon()
      throw error
    }
    (self.descriptor, self.watch, self.terminalGuard) = (descriptor, watch, terminalGuard)
    self.capabilities = capabilities
    writer = InlineFrameWriter(depth: Self.depth(colors: colors))
  }

  /// Returns the number of colors to use.
  ///
  /// If NO_COLOR is set and not empty, the backend uses no colors.
  private static func depth(colors: Int) -> ColorDepth {
    if ColorEnvironment.disablesColors { return .none }
    let depth = ColorDepth(colors: colors, isDirect: false)
    return depth == .palette && ColorEnvironment.declaresTrueColor ? .full : depth
  }

  // MARK: - The block

  /// The bytes that erase the block after a crash, if the cursor is in a row.
  private static func resetBytes(row: Int) -> [UInt8] {
    let up = row > 0 ? "\u{1B}[\(row)A" : ""
    return [0x18] + Array("\u{1B}[?2004l\u{1B}[m\(up)\r\u{1B}[J\u{1B}[?25h".utf8)
  }

  /// Sets the modes of the terminal, and reserves the rows of the block.
  private func enter() {
    var modes = saved
    cfmakeraw(&modes)
    _ = tcsetattr(descriptor, TCSADRAIN, &modes)
    let column = readCursorColumn()
    formerColumn = column > 0 ? column : nil
    fit()
    cursor = nil
    if capabilities.modes.contains(.paste) { writer.write("\u{1B}[?2004h") }
    writer.write("\u{1B}[?25l" + (column > 0 ? "\r\n" : ""))
    writer.reserve(rows: size.rows)
    send()
  }

  /// Erases the block, and restores the terminal.
  private func leave() {
    // In the background the modes belong to the shell, and setting them would stop the program.
    guard tcgetpgrp(descriptor) == getpgrp() else { return }
    writer.erase()
    if let column = formerColumn { writer.write("\u{1B}[A\u{1B}[\(column)C") }
    if capabilities.modes.contains(.paste) { writer.write("\u{1B}[?2004l") }
    writer.write("\u{1B}[?25h")
    writeAll(writer.takeBytes(), to: descriptor)
    _ = tcsetattr(descriptor, TCSADRAIN, &saved)
  }

  private func send() {
    let bytes = writer.takeBytes()
    if bytes.isEmpty { return }
    if writer.row != guardedRow {
      guardedRow = writer.row
      terminalGuard?.change(reset: Self.resetBytes(row: guardedRow))
    }
    writeAll(bytes, to: descriptor)
  }

  /// Sets the size of the block from the size of the terminal.
  private func fit() {
    var window = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0
    let columns = isKnown && window.ws_col > 0 ? Int(window.ws_col) : 80
    let rows = isKnown && window.ws_row > 0 ? Int(window.ws_row) : 24
    size = Size(columns: min(columns, 2000), rows: height.rowCount(in: min(rows, 1000)))
  }

  /// The maximum time to wait for the reply with the position of the cursor, in milliseconds.
  private static let replyTimeout: Int32 = 300

  /// Returns the column of the cursor, from 0.
  ///
  /// The result is 0 if the terminal does not reply. Keys that arrive before the reply are kept.
  private func readCursorColumn() -> Int {
    guard capabilities.supportsQueries else { return 0 }
    writeAll(Array("\u{1B}[6n".utf8), to: descriptor)
    var received: [UInt8] = []
    var column = 0
    while true {
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Self.replyTimeout) > 0, let bytes = readBytes() else { break }
      received += bytes
      guard let reply = Self.reply(in: received) else { continue }
      column = reply.column
      received.removeSubrange(reply.range)
      break
    }
    var inputs: [TerminalInput] = []
    for byte in received { decoder.feed(.byte(byte), into: &inputs) }
    typed += inputs
    return column
  }

  /// The input that arrived before the first frame.
  private var typed: [TerminalInput] = []

  /// Returns the reply `ESC [ row ; column R` in some bytes, or `nil` if it is not complete.
  static func reply(in bytes: [UInt8]) -> (range: Range<Int>, column: Int)? {
    for start in bytes.indices where bytes[start...].starts(with: [0x1B, UInt8(ascii: "[")]) {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "R")) else { return nil }
      let numbers = bytes[(start + 2)..<end].split(separator: UInt8(ascii: ";"))
        .map { Int(String(decoding: $0, as: UTF8.self)) }
      if numbers.count == 2, numbers[0] != nil, let column = numbers[1] {
        return (start..<end + 1, max(0, column - 1))
      }
    }
    return nil
  }

  // MARK: - Frames

  /// Shows a frame.
  public func present(_ frame: Surface, damage: [Damage], cursor: Point?) {
    guard descriptor >= 0, !isSuspended else { return }
    shown = frame
    writer.write(frame, damage)
    show(cursor)
    send()
    let inputs = typed
    typed = []
    for input in inputs { deliver(input) }
  }

  /// Moves the cursor to a point, or to the first row of the block if it is hidden.
  ///
  /// The rows of the block below the cursor may change when the terminal changes its size.
  private func show(_ point: Point?) {
    let target = point.map {
      Point(
        column: min(max(0, $0.column), size.columns - 1), row: min(max(0, $0.row), size.rows - 1))
    }
    writer.move(to: target ?? Point(column: 0, row: 0))
    if (target == nil) != (cursor == nil) {
      writer.write(target == nil ? "\u{1B}[?25l" : "\u{1B}[?25h")
    }
    cursor = target
  }

  /// Sends the last frame again.
  public func repaint() {
    guard descriptor >= 0, !isSuspended, let shown else { return }
    let columns = 0..<min(shown.size.columns, size.columns)
    let rows = 0..<min(shown.size.rows, size.rows)
    writer.write(shown, rows.map { Damage(row: $0, columns: columns) })
    show(cursor)
    send()
  }

  // MARK: - Events

  private func handle(_ event: EventPoller.Event) {
    TerminalGuard.installSignalStack()
    switch event {
    case .input: readInput()
    case .hangUp: receive?(.closed)
    case .signal(SIGWINCH): if !isSuspended { resize() }
    case .signal(SIGTSTP): stop(entireGroup: false)
    case .signal(SIGCONT): break
    case .signal(let signal): receive?(.terminate(signal: signal))
    }
  }

  /// Erases the block, and reserves rows in the new size.
  private func resize() {
    let former = size
    writer.erase()
    fit()
    writer.reserve(rows: size.rows)
    send()
    if size == former { repaint() } else { receive?(.resize(size)) }
  }

  /// The time after an Esc in which the rest of a sequence may arrive, in milliseconds.
  private static let escapeDelay: Int32 = 25

  private func readInput() {
    guard descriptor >= 0, !isSuspended else { return }
    var inputs: [TerminalInput] = []
    while let bytes = readBytes() {
      for byte in bytes { decoder.feed(.byte(byte), into: &inputs) }
      guard bytes.suffix(8).contains(0x1B) else { continue }
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&ready, 1, Self.escapeDelay)
    }
    decoder.flushTimeout(into: &inputs)
    watch?.resume()
    for input in inputs { deliver(input) }
  }

  /// Returns the available bytes, or `nil` if there are none.
  private func readBytes() -> [UInt8]? {
    var waiting: Int32 = 0
    guard ioctl(descriptor, UInt(FIONREAD), &waiting) == 0, waiting > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  private func deliver(_ input: TerminalInput) {
    switch input {
    case .key(let key): receive?(.key(key))
    case .paste(let text, let isComplete): receive?(.paste(text, isComplete: isComplete))
    case .reply, .mouse: break
    }
  }

  // MARK: - Suspension

  /// Erases the block, stops the job until it is continued, and shows the block again.
  public func suspend() { stop(entireGroup: true) }

  private func stop(entireGroup: Bool) {
    guard descriptor >= 0, !isSuspended, let terminalGuard, terminalGuard.canStop else { return }
    leave()
    isSuspended = true
    terminalGuard.disarm()
    terminalGuard.stop(entireGroup: entireGroup)
    // The process was continued only to end.
    if TerminalGuard.isEnding { return }
    _ = tcgetattr(descriptor, &saved)
    resume()
  }

  /// Suspends terminal output while a closure uses the terminal.
  public func suspendTerminal(wholeScreen: Bool, _ perform: (SuspendedTerminal) -> Void) {
    guard descriptor >= 0, !isSuspended, let terminalGuard else { return }
    watch?.pause()
    leave()
    isSuspended = true
    terminalGuard.suspend(reset: [])
    perform(
      SuspendedTerminal(endRequest: TerminalGuard.endRequest) {
        guard terminalGuard.canStop else { return }
        terminalGuard.disarm()
        terminalGuard.stop(entireGroup: true)
        if !TerminalGuard.isEnding { terminalGuard.suspend(reset: []) }
      })
    // The other program may have been killed without restoring the modes.
    if tcgetpgrp(descriptor) == getpgrp() { _ = tcsetattr(descriptor, TCSANOW, &saved) }
    if TerminalGuard.isEnding { return terminalGuard.disarm() }
    resume()
    watch?.resume()
  }

  private func resume() {
    TerminalGuard.waitForForeground(of: descriptor)
    if TerminalGuard.isEnding { return }
    isSuspended = false
    terminalGuard?.arm()
    let former = size
    enter()
    repaint()
    if size != former { receive?(.resize(size)) }
    receive?(.resumed)
  }

  // MARK: - Other functions of the terminal

  /// Always `false`, because the backend does not know the row of the block.
  ///
  /// Setting it has no effect.
  public var isMouseOn: Bool {
    get { false }
    set {}
  }

  /// Copies text to the clipboard of the terminal's user with xterm's OSC 52.
  ///
  /// - Throws: `ClipboardError.unavailable` for a console, `ClipboardError.tooLong` for long text.
  public func copy(_ text: String) throws(ClipboardError) {
    guard descriptor >= 0, !isSuspended, capabilities.ignoresUnknownSequences else {
      throw .unavailable
    }
    let bytes = Array(text.utf8)
    guard bytes.count <= ClipboardError.byteLimit else { throw .tooLong(bytes.count) }
    writeAll(ClipboardSequence.bytes(copying: bytes), to: descriptor)
  }

  /// Rings the bell.
  public func bell() {
    if descriptor >= 0, !isSuspended { writeAll([7], to: descriptor) }
  }

  /// Erases the block, and restores the terminal to its previous state.
  ///
  /// Further calls do nothing.
  public func close() {
    guard descriptor >= 0 else { return }
    watch?.cancel()
    watch = nil
    if !isSuspended { leave() }
    terminalGuard?.end()
    terminalGuard = nil
    Glibc.close(descriptor)
    descriptor = -1
    receive = nil
  }

  isolated deinit { close() }
}
