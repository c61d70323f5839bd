internal import CPty
import Glibc

/// A program in a real pseudo-terminal, under a terminal emulator.
///
/// Nothing here waits blindly: a test waits *until* something holds, and fails with the screen when
/// it does not within the time.
public final class Terminal {
  /// How a program ended.
  public enum End: Equatable, Sendable {
    /// It returned, or called `exit`.
    case exited(Int32)
    /// A signal ended it.
    case signalled(Int32)

    /// What a shell says of it: the exit status, or 128 and the signal's number.
    public var status: Int32 {
      switch self {
      case .exited(let status): status
      case .signalled(let signal): 128 + signal
      }
    }
  }

  /// Something did not happen in time.
  public struct TimedOut: Error, CustomStringConvertible {
    /// What did not happen, and what was on the screen.
    public let description: String
  }

  /// What is on the screen.
  public let emulator: Emulator

  /// The same screen in a terminal that counts clusters.
  public let clusters: CountingEmulator

  /// All bytes that came from the program.
  public private(set) var output: [UInt8] = []

  /// The modes of the terminal before the program ran.
  public let modesBefore: Modes

  /// The program's process id, known once it runs.
  public private(set) var processID: Int32 = 0

  private let answer: (String) -> String
  private var pty = mocoa_pty()
  private var isHungUp = false
  private var end: End?
  private var stops = 0
  private var stopsSeen = 0

  /// What is to be there as long as it is, such as folders of the program.
  public var belongings: [AnyObject] = []

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: the program.
  ///   - environment: added to a small one of `PATH`, `HOME`, `LANG=C.UTF-8`, `TERM=xterm-256color`;
  ///     nil takes a variable away.
  ///   - emulated: the size of the screen, if the program is told another, such as 0 × 0.
  ///   - answer: what to answer in place of what the emulator would.
  public init(
    _ path: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    columns: Int = 80, rows: Int = 24, emulated: (columns: Int, rows: Int)? = nil,
    answer: @escaping (String) -> String = { $0 }
  ) throws {
    let (width, height) = (emulated?.columns ?? columns, emulated?.rows ?? rows)
    emulator = Emulator(columns: width, rows: height)
    clusters = CountingEmulator(columns: width, rows: height)
    self.answer = answer
    // Nobody's home: what a program keeps for later is kept nowhere.
    var variables: [String: String?] = [
      "TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": "/nonexistent",
      "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin",
    ]
    // Where a program that was built for it says which of its lines ran.
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
    // Said, and not only by closing: a program that was started meanwhile may have it open too.
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

  /// Gives the window another size.
  public func resize(columns: Int, rows: Int) {
    emulator.resize(columns: max(1, columns), rows: max(1, rows))
    clusters.resize(columns: max(1, columns), rows: max(1, rows))
    _ = mocoa_pty_resize(pty.master, Int32(columns), Int32(rows))
  }

  /// Has the terminal claim a size; the emulator keeps its own.
  public func claim(columns: Int, rows: Int) {
    _ = mocoa_pty_resize(pty.master, Int32(columns), Int32(rows))
  }

  /// Sends the program a signal.
  public func signal(_ number: Int32) {
    kill(processID, number)
  }

  /// Continues a stopped program, as a shell's `fg` does.
  public func bringToForeground() {
    _ = write(pty.orders, "f", 1)
  }

  /// Closes the window, as pulling the plug does.
  public func hangUp() {
    guard !isHungUp else { return }
    isHungUp = true
    close(pty.master)
  }

  // MARK: - Waiting

  /// Waits until a condition holds.
  ///
  /// Only a program that hangs reaches the limit of a minute. A busy machine gives few looks in
  /// that time, so the limit is a number of looks as well.
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

  /// The number of looks, of at most 100 ms each, before a program counts as hanging.
  private static let minLooks = 600

  /// Waits until a row of the screen contains a text.
  public func wait(for text: String) throws {
    try wait("\"\(text)\"") { terminal in
      terminal.emulator.rows.contains { $0.contains(text) }
    }
  }

  /// Waits until the program has written nothing for a time, and is not about to: each of its
  /// threads waits, and none of its timers is due within that time.
  public func waitUntilQuiet(milliseconds: Int32 = 120) {
    let limit = Self.now + 60
    while Self.now < limit {
      while take(milliseconds: milliseconds) {}
      if hasEnded || isHungUp { return }
      let rest = mocoa_pty_rest(processID)
      if rest.is_waiting != 0, rest.next < 0 || rest.next > Int(milliseconds) { return }
    }
  }

  /// Lets time pass, for what has a time by contract, such as a timeout of the program.
  public func pass(milliseconds: Int32) {
    let end = Self.now + Double(milliseconds) / 1000
    while Self.now < end { take(milliseconds: max(1, Int32((end - Self.now) * 1000))) }
  }

  /// Waits until the program cannot wake by itself: each of its threads waits without a limit, and
  /// no timer is set.
  ///
  /// - Throws: ``TimedOut`` when that does not come.
  public func waitUntilIdle() throws {
    try wait("a program that cannot wake") { $0.becomesIdle() }
  }

  /// Returns whether the program cannot wake by itself; lets it write what it has begun.
  public func becomesIdle() -> Bool {
    let (count, before) = (output.count, mocoa_pty_rest(processID))
    waitUntilQuiet(milliseconds: 20)
    let rest = mocoa_pty_rest(processID)
    return output.count == count && rest.switches == before.switches
      && rest.is_waiting != 0 && rest.next < 0
  }

  /// Waits until the program ends.
  public func waitForEnd() throws -> End {
    try wait("the end of the program") { $0.end != nil }
    // What it wrote last may still be on its way.
    waitUntilQuiet(milliseconds: 10)
    return end ?? .exited(-1)
  }

  /// Waits until the program is stopped, once more than when last asked.
  public func waitForStop() throws {
    try wait("the program to stop") { $0.stops > $0.stopsSeen }
    stopsSeen += 1
    waitUntilQuiet(milliseconds: 10)
  }

  /// Whether the program ended.
  public var hasEnded: Bool { end != nil }

  /// How many threads the program has.
  public var threadCount: Int {
    var status = stat()
    return stat("/proc/\(processID)/task", &status) == 0 ? Int(status.st_nlink) - 2 : -1
  }

  /// How often the program's threads have gone to sleep of their own will, so that idleness shows.
  public var switches: Int { mocoa_pty_rest(processID).switches }

  /// The screen, with a frame around it.
  public var screen: String {
    emulator.rows.map { "|\($0)" }.joined(separator: "\n")
  }

  /// How many bytes were typed that no program has read.
  public var unread: Int {
    let descriptor = open("/proc/\(pty.holder)/fd/0", O_RDONLY | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return -1 }
    defer { close(descriptor) }
    var count: Int32 = 0
    // By lines, nothing can be read before the end of one; as they come, all of it.
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

  /// The modes of the terminal now.
  public var modes: Modes { Modes(of: pty.master) }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Takes what comes within a time; false if nothing came.
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
