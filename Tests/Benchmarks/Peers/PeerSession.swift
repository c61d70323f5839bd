internal import CPty
import Glibc

/// A program in a pseudo-terminal of 200 × 50 cells, with the times of its output.
final class PeerSession {
  /// An error that prevents a measurement.
  struct SessionError: Error { let text: String }

  /// The time at which the program was executed, in seconds.
  private let start: Double

  private var pty = mocoa_pty()
  private var processID: Int32 = 0

  /// The screen of the program.
  private(set) var screen = PeerScreen(columns: 200, rows: 50)

  /// The number of bytes that the program has written.
  private(set) var byteCount = 0

  /// The time of the last output, in seconds.
  private var lastByte = 0.0

  /// The time at which the program ended, in seconds, or nil if it is running.
  private var end: Double?

  /// Creates a session, and starts a program in it.
  ///
  /// - Parameter words: The path of the program, followed by its arguments.
  init(_ words: [String]) throws {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let environment = ["TERM=xterm-256color", "LANG=C.UTF-8", "HOME=/nonexistent", "PATH=\(path)"]
    let variables = environment.map { strdup($0 as String) } + [nil]
    let arguments = words.map { strdup($0 as String) } + [nil]
    defer { for pointer in variables + arguments { free(pointer) } }
    guard mocoa_pty_start(words[0], arguments, variables, 200, 50, &pty) == 0,
      read(pty.reports, &processID, 4) == 4
    else { throw SessionError(text: "\(words[0]) was not started: errno \(errno)") }
    // The holder reports the process id right after the fork, as the program is executed.
    start = Self.now
  }

  deinit {
    close(pty.orders)
    close(pty.reports)
    close(pty.master)
    var status: Int32 = 0
    waitpid(pty.holder, &status, 0)
  }

  /// Types text.
  ///
  /// - Returns: The time before the first byte, in seconds.
  @discardableResult
  func type(_ text: String) -> Double {
    let time = Self.now
    var text = text
    text.withUTF8 { _ = write(pty.master, $0.baseAddress, $0.count) }
    return time
  }

  /// Waits until the screen fulfills a condition.
  ///
  /// - Returns: The time of the output that fulfilled it, in seconds.
  func wait(
    _ what: String, seconds: Double = 30, until holds: (PeerScreen) -> Bool
  ) throws -> Double {
    let deadline = Self.now + seconds
    while !holds(screen) {
      guard Self.now < deadline, end == nil else {
        let said = (0..<50).map { screen.text(of: $0) }.last { !$0.isEmpty } ?? "nothing"
        throw SessionError(text: "never \(what); what stands last on the screen: \(said)")
      }
      take(milliseconds: 100)
    }
    return lastByte
  }

  /// Waits for a pause in the output.
  ///
  /// - Returns: The time of the last output before the pause, in seconds.
  @discardableResult
  func waitForPause(milliseconds: Int32) -> Double {
    while end == nil, take(milliseconds: milliseconds) {}
    return lastByte
  }

  /// Waits until the program ends, for at most ten seconds.
  ///
  /// - Returns: The time of the end, in seconds.
  func waitForEnd() throws -> Double {
    let deadline = Self.now + 10
    while Self.now < deadline {
      if let end { return end }
      take(milliseconds: 100)
    }
    throw SessionError(text: "the program did not end")
  }

  /// Reads the output for a fixed time.
  func listen(seconds: Double) {
    let deadline = Self.now + seconds
    while Self.now < deadline { take(milliseconds: Int32(max(1, (deadline - Self.now) * 1000))) }
  }

  /// Returns the milliseconds from the start of the program to a time.
  func milliseconds(to time: Double) -> Double { (time - start) * 1000 }

  /// The peak of resident memory, in megabytes, or nil if it cannot be read.
  var peakMegabytes: Double? {
    number(after: "VmHWM:", in: "/proc/\(processID)/status").map { $0 * 1024 / 1e6 }
  }

  /// The current memory and descriptors of the program.
  var usage: ProcessUsage { ProcessUsage(of: processID) }

  /// The number of voluntary context switches of each thread, by thread id.
  var sleeps: [String: Double] {
    guard let threads = opendir("/proc/\(processID)/task") else { return [:] }
    defer { closedir(threads) }
    var sleeps: [String: Double] = [:]
    while let entry = readdir(threads) {
      let id = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      let status = "/proc/\(processID)/task/\(id)/status"
      if let count = number(after: "voluntary_ctxt_switches:", in: status) { sleeps[id] = count }
    }
    return sleeps
  }

  /// Returns the number of times that threads woke up since an earlier value of `sleeps`.
  ///
  /// A thread that has ended counts as one wake-up.
  func wakeUps(since before: [String: Double]) -> Double {
    let after = sleeps
    let ended = before.keys.count { after[$0] == nil }
    return after.reduce(Double(ended)) { $0 + $1.value - (before[$1.key] ?? 0) }
  }

  private func number(after word: String, in path: String) -> Double? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let words = text.split { $0 == "\t" || $0 == " " || $0 == "\n" }
      if words.count > 1, words[0] == word { return Double(words[1]) }
    }
    return nil
  }

  /// Reads the output that arrives within a time.
  ///
  /// - Returns: `false` if the program wrote no output.
  @discardableResult
  private func take(milliseconds: Int32) -> Bool {
    var ready = [
      pollfd(fd: pty.master, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pty.reports, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&ready, 2, milliseconds) > 0 else { return false }
    let time = Self.now
    if ready[1].revents != 0 {
      var status: Int32 = 0
      _ = read(pty.reports, &status, 4)
      end = end ?? time
    }
    guard ready[0].revents & Int16(POLLIN) != 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(pty.master, &bytes, bytes.count)
    guard count > 0 else { return false }
    (lastByte, byteCount) = (time, byteCount + count)
    screen.write(bytes[..<count])
    let answers = screen.takeAnswers()
    if !answers.isEmpty { type(String(decoding: answers, as: UTF8.self)) }
    return true
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
