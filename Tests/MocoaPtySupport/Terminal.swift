internal import CPty
import Glibc

/// A program in a real pseudo-terminal, with a terminal emulator.
///
/// A test waits until a condition holds, not for a fixed time. If the condition does not hold in
/// time, the test fails with the screen.
public final class Terminal {
  /// The end of a program.
  public enum End: Equatable, Sendable {
    /// A return or a call of `exit`, with the exit status.
    case exited(Int32)
    /// A signal, with its number.
    case signalled(Int32)

    /// The status that a shell reports: the exit status, or 128 plus the number of the signal.
    public var status: Int32 {
      switch self {
      case .exited(let status): status
      case .signalled(let signal): 128 + signal
      }
    }
  }

  /// An error for a condition that did not hold in time.
  public struct TimedOut: Error, CustomStringConvertible {
    /// The condition, and the screen at that time.
    public let description: String
  }

  /// The screen of the program, in columns that are counted by scalars.
  public let emulator: Emulator

  /// The same screen, in columns that are counted by grapheme clusters.
  public let clusters: CountingEmulator

  /// All bytes that the program has written.
  public private(set) var output: [UInt8] = []

  /// The modes of the terminal before the program ran.
  public let modesBefore: Modes

  /// The process id of the program.
  public private(set) var processID: Int32 = 0

  private let answer: (String) -> String
  private var pty = mocoa_pty()
  private var isHungUp = false
  private var end: End?
  private var stops = 0
  private var stopsSeen = 0

  /// Objects to retain as long as the terminal, such as temporary folders of the program.
  public var belongings: [AnyObject] = []

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - arguments: The arguments after the path.
  ///   - environment: Additions to a small environment of `PATH`, `HOME`, `LANG=C.UTF-8` and
  ///     `TERM=xterm-256color`. A nil value removes a variable.
  ///   - columns: The width that the program sees.
  ///   - rows: The height that the program sees.
  ///   - emulated: The size of the emulated screen, if it differs from the size that the program
  ///     sees, such as 0 × 0.
  ///   - answer: A closure that receives a reply of the emulator, and returns the reply to send.
  public init(
    _ path: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    columns: Int = 80, rows: Int = 24, emulated: (columns: Int, rows: Int)? = nil,
    answer: @escaping (String) -> String = { $0 }
  ) throws {
    let (width, height) = (emulated?.columns ?? columns, emulated?.rows ?? rows)
    emulator = Emulator(columns: width, rows: height)
    clusters = CountingEmulator(columns: width, rows: height)
    self.answer = answer
    // A missing home folder, so that a program saves no files there.
    var variables: [String: String?] = [
      "TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": "/nonexistent",
      "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin",
    ]
    // A program that is built with coverage writes its profile to this path.
    variables["LLVM_PROFILE_FILE"] = getenv("LLVM_PROFILE_FILE").map { String(cString: $0) }
    for (name, value) in environment { variables[name] = value }
    var list = variables.compactMap { name, value in value.map { strdup("\(name)=\($0)") } }
    var words = ([path] + arguments).map { strdup($0) }
    list.append(nil)
    words.append(nil)
    defer { for pointer in list + words { free(pointer) } }
    guard mocoa_pty_start(path, words, list, Int32(columns), Int32(rows), &pty) == 0 else {
      throw TimedOut(description: "no pseudo-terminal: errno \(errno)")
    }
    modesBefore = Modes(pty.before)
    guard read(pty.reports, &processID, 4) == 4 else {
      throw TimedOut(description: "\(path) was not started")
    }
  }

  deinit {
    // Closing is not enough: a program that was started since then may hold the descriptor as well.
    _ = write(pty.orders, "e", 1)
    close(pty.orders)
    close(pty.reports)
    if !isHungUp { close(pty.master) }
    var status: Int32 = 0
    waitpid(pty.holder, &status, 0)
  }

  // MARK: - The keyboard and the window

  /// Types text.
  public func send(_ text: String) {
    send(Array(text.utf8))
  }

  /// Types bytes.
  public func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, !isHungUp {
      let count = rest.withUnsafeBytes { write(pty.master, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Types text, and waits until the program has woken up.
  ///
  /// On a busy machine, the kernel may deliver text late. Until then, the program is idle.
  public func sendAndWaitForWake(_ text: String) throws {
    let switches = switches
    send(text)
    try wait("the program to read the keys") { $0.hasEnded || $0.switches > switches }
  }

  /// Changes the size of the window.
  public func resize(columns: Int, rows: Int) {
    emulator.resize(columns: max(1, columns), rows: max(1, rows))
    clusters.resize(columns: max(1, columns), rows: max(1, rows))
    _ = mocoa_pty_resize(pty.master, Int32(columns), Int32(rows))
  }

  /// Reports a size to the program, without changing the size of the emulators.
  public func claim(columns: Int, rows: Int) {
    _ = mocoa_pty_resize(pty.master, Int32(columns), Int32(rows))
  }

  /// Sends a signal to the program.
  public func signal(_ number: Int32) {
    kill(processID, number)
  }

  /// Continues a stopped program in the foreground, as `fg` does in a shell.
  public func bringToForeground() {
    _ = write(pty.orders, "f", 1)
  }

  /// Makes the group of a stopped program the foreground group, and leaves the program stopped.
  public func giveForeground() throws {
    _ = write(pty.orders, "g", 1)
    try wait("the program in the foreground") { $0.foregroundGroup == $0.processID }
  }

  /// Closes the terminal, as a lost connection does.
  public func hangUp() {
    guard !isHungUp else { return }
    isHungUp = true
    close(pty.master)
  }

  // MARK: - Waiting

  /// Waits until a condition holds.
  ///
  /// Only a program that hangs reaches the limit of 60 seconds. A busy machine makes few checks in
  /// that time, so at least 600 checks are made as well.
  ///
  /// - Throws: ``TimedOut``, with the screen.
  public func wait(_ what: String, until holds: (Terminal) throws -> Bool) throws {
    let start = Self.now
    var looks = 0
    while try !holds(self) {
      guard Self.now < start + 60 || looks < Self.minLooks else {
        throw TimedOut(description: "not in time: \(what)\n\(screen)")
      }
      take(milliseconds: 100)
      looks += 1
    }
  }

  /// The minimum number of checks, of at most 100 ms each, before a wait fails.
  private static let minLooks = 600

  /// Waits until a row of the screen contains a text.
  public func wait(for text: String) throws {
    try wait("\"\(text)\"") { terminal in
      terminal.emulator.rows.contains { $0.contains(text) }
    }
  }

  /// Waits until the program has written no output for a time, and is not about to write.
  ///
  /// Each of its threads waits, and none of its timers is due within that time. The method returns
  /// after at most 60 seconds.
  public func waitUntilQuiet(milliseconds: Int32 = 120) {
    let limit = Self.now + 60
    while Self.now < limit {
      while take(milliseconds: milliseconds) {}
      if hasEnded || isHungUp { return }
      let rest = mocoa_pty_rest(processID)
      if rest.is_waiting != 0, rest.next < 0 || rest.next > Int(milliseconds) { return }
    }
  }

  /// Reads output for a fixed time, for behavior that is defined by a time, such as a timeout.
  public func pass(milliseconds: Int32) {
    let end = Self.now + Double(milliseconds) / 1000
    while Self.now < end { take(milliseconds: max(1, Int32((end - Self.now) * 1000))) }
  }

  /// Waits until the program is idle.
  ///
  /// Each thread of an idle program waits without a timeout, and no timer is set.
  ///
  /// - Throws: ``TimedOut`` if the program does not become idle.
  public func waitUntilIdle() throws {
    try wait("a program that cannot wake") { $0.becomesIdle() }
  }

  /// Returns `true` if the program is idle, after it had time to finish its output.
  public func becomesIdle() -> Bool {
    let (count, before) = (output.count, mocoa_pty_rest(processID))
    waitUntilQuiet(milliseconds: 20)
    let rest = mocoa_pty_rest(processID)
    return output.count == count && rest.switches == before.switches
      && rest.is_waiting != 0 && rest.next < 0
  }

  /// Returns `true` if the program waits until it can write to a file descriptor.
  public func isBlockedWriting(to descriptor: Int32) -> Bool {
    let rest = mocoa_pty_rest(processID)
    return rest.is_waiting != 0 && rest.writing == descriptor
  }

  /// Waits until the program ends, and returns how it ended.
  public func waitForEnd() throws -> End {
    try wait("the end of the program") { $0.end != nil }
    // The last output may still be in the pseudo-terminal.
    waitUntilQuiet(milliseconds: 10)
    return end ?? .exited(-1)
  }

  /// Waits until the program has stopped again since the last call.
  public func waitForStop() throws {
    try wait("the program to stop") { $0.stops > $0.stopsSeen }
    stopsSeen += 1
    waitUntilQuiet(milliseconds: 10)
  }

  /// A Boolean value that indicates whether the program has ended.
  public var hasEnded: Bool { end != nil }

  /// The number of threads of the program, or -1 if it has ended.
  public var threadCount: Int {
    var status = stat()
    return stat("/proc/\(processID)/task", &status) == 0 ? Int(status.st_nlink) - 2 : -1
  }

  /// The number of voluntary context switches of the program, which an idle program does not
  /// change.
  public var switches: Int { mocoa_pty_rest(processID).switches }

  /// The text of the screen, with a bar before each row.
  public var screen: String {
    emulator.rows.map { "|\($0)" }.joined(separator: "\n")
  }

  /// The process group that receives the signals of keys, or -1 if there is none.
  public var foregroundGroup: Int32 { isHungUp ? -1 : tcgetpgrp(pty.master) }

  /// The number of typed bytes that no program has read, or -1 if it is unknown.
  public var unread: Int {
    let descriptor = open("/proc/\(pty.holder)/fd/0", O_RDONLY | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return -1 }
    defer { close(descriptor) }
    var count: Int32 = 0
    // In line mode, only complete lines can be read. Raw mode counts all bytes.
    var modes = termios()
    tcgetattr(descriptor, &modes)
    var raw = modes
    cfmakeraw(&raw)
    tcsetattr(descriptor, TCSANOW, &raw)
    defer { tcsetattr(descriptor, TCSANOW, &modes) }
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : -1
  }

  /// Writes to the terminal as another program would.
  public func scribble(_ text: String) {
    let descriptor = open("/proc/\(pty.holder)/fd/0", O_WRONLY | O_NOCTTY)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    _ = write(descriptor, bytes, bytes.count)
  }

  /// The current modes of the terminal.
  public var modes: Modes { Modes(of: pty.master) }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Processes the output and reports that arrive within a time.
  ///
  /// - Returns: `false` if none arrived.
  @discardableResult
  private func take(milliseconds: Int32) -> Bool {
    var ready = [
      pollfd(fd: isHungUp ? -1 : pty.master, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pty.reports, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&ready, 2, milliseconds) > 0 else { return false }
    if ready[1].revents & Int16(POLLIN) != 0 { takeReport() }
    guard ready[0].revents & Int16(POLLIN) != 0 else { return ready[1].revents != 0 }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(pty.master, &bytes, bytes.count)
    guard count > 0 else { return false }
    output += bytes[..<count]
    clusters.write(bytes[..<count])
    let answer = emulator.write(Array(bytes[..<count]))
    if !answer.isEmpty { send(self.answer(String(decoding: answer, as: UTF8.self))) }
    return true
  }

  private func takeReport() {
    var status: Int32 = 0
    guard read(pty.reports, &status, 4) == 4 else { return }
    switch status & 0x7F {
    case 0: end = .exited(status >> 8 & 0xFF)
    case 0x7F: stops += 1
    case let signal: end = .signalled(signal)
    }
  }
}
