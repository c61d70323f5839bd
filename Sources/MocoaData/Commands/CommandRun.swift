internal import MocoaLocalization
internal import Glibc
internal import MocoaModel
internal import MocoaSystem

/// One run of a command, whose output is read on demand.
///
/// The thread that requests output also does all other work of the run, so a run needs no further
/// thread. A run ends when the command has ended and its output is closed. Processes that the
/// command leaves running may hold the output open for 200 ms more.
final class CommandRun: ByteStream, @unchecked Sendable {
  // Sendable, because only the thread that runs the command uses it.
  let bytes = FileBytes(name: localized("the output"))

  /// The last nonblank line that the command has written to standard error.
  var lastErrorLine: String { standardErrorTail.lastLine }

  private let process: ChildProcess
  private let control: CommandControl
  private let onSlow: () -> Void

  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var standardErrorTail = StandardErrorTail()
  private var isOutputOpen = true
  private var isErrorOutputOpen = true
  private var isDiscarding = false
  private var hasEnded = false
  private var failure: SourceError?

  /// The time after which the run is reported as slow, or `nil` after the report.
  private var slowAt: ContinuousClock.Instant?

  /// The time at which the processes that the ended command has left running are killed, or `nil`.
  private var killAt: ContinuousClock.Instant?

  /// The duration after which a run is reported as slow.
  private static let timeout = Duration.seconds(1)

  /// The time that a command has to end after a request to end.
  private static let grace = Duration.milliseconds(400)

  /// The time for which processes that an ended command has left running may continue.
  private static let outputGrace = Duration.milliseconds(200)

  /// The polling interval if the system cannot notify the program of the end of the command.
  private static let pause = Duration.milliseconds(20)

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - words: A path or a name in PATH, followed by the arguments.
  ///   - control: The requests for the run. Canceling its token ends the run.
  ///   - onSlow: A closure that is called once, on the thread of the run, if the run is slow.
  /// - Throws: ``CommandError/launch(_:)`` if the command cannot be started.
  init(_ words: [String], _ control: CommandControl, onSlow: @escaping () -> Void)
    throws(CommandError)
  {
    process = try ChildProcess(words)
    (self.control, self.onSlow) = (control, onSlow)
    slowAt = .now + Self.timeout
  }

  func extent(beyond offset: Int, atMost limit: Duration?, isCancelled: () -> Bool)
    throws(SourceError) -> ByteExtent
  {
    let deadline = limit.map { ContinuousClock.now + $0 }
    while bytes.size <= offset, isOutputOpen, !isCancelled(), advance(until: deadline) {}
    if let failure, bytes.size <= offset { throw failure }
    return ByteExtent(count: bytes.size, isEnded: !isOutputOpen)
  }

  func wake() {
    control.wake.wake()
  }

  func stop() {
    isDiscarding = true
  }

  /// Waits for the end of the command and terminates the command at the deadline.
  ///
  /// Output that is printed while this method waits is discarded.
  ///
  /// - Parameter limit: The maximum time to wait, or `nil` to wait without a limit.
  func end(within limit: Duration?) -> CommandExit {
    stop()
    let deadline = limit.map { ContinuousClock.now + $0 }
    let isCancelled = { [control] in control.cancellation.isCancelled }
    while !hasEnded || isOutputOpen, !isCancelled(), advance(until: deadline) {}
    if !hasEnded {
      process.requestTermination()
      let deadline = ContinuousClock.now + Self.grace
      while !hasEnded, advance(until: deadline) {}
    }
    standardErrorTail.read(process.errors, &buffer)
    return process.end()
  }

  // MARK: - Steps

  /// Waits for the next event and processes it.
  ///
  /// - Returns: `false` if the deadline has passed.
  private func advance(until deadline: ContinuousClock.Instant?) -> Bool {
    let isBlind = !hasEnded && process.handle < 0
    let lookAt = isBlind ? ContinuousClock.now + Self.pause : nil
    let next = [deadline, slowAt, killAt, lookAt].compactMap(\.self).min()
    var ready = [
      pollfd(waitingFor: isOutputOpen ? process.output : -1),
      pollfd(waitingFor: isErrorOutputOpen ? process.errors : -1),
      pollfd(waitingFor: hasEnded ? -1 : process.handle),
      pollfd(waitingFor: control.wake.input),
    ]
    let left = next.map { max(0, ($0 - .now).milliseconds) } ?? -1
    guard poll(&ready, nfds_t(ready.count), left) >= 0 else { return true }
    // A wake-up only makes the callers check for cancellation.
    if ready[3].revents != 0 { control.wake.reset() }
    if ready[1].revents != 0 { isErrorOutputOpen = standardErrorTail.read(process.errors, &buffer) }
    if ready[0].revents != 0 { takeOutput() }
    if ready[2].revents != 0 || isBlind { checkForEnd() }
    handleTimers(at: .now)
    return deadline.map { .now < $0 } ?? true
  }

  private func checkForEnd() {
    hasEnded = process.hasEnded
    if hasEnded { killAt = .now + Self.outputGrace }
  }

  /// Reports the run as slow, and kills the remaining processes, if the time for this has passed.
  private func handleTimers(at now: ContinuousClock.Instant) {
    if let time = slowAt, time <= now {
      slowAt = nil
      onSlow()
    }
    if let time = killAt, time <= now {
      killAt = nil
      process.kill()
      // Foreign processes may hold the output open. Only the output that is available now is read.
      for _ in 0..<16 where isOutputOpen { takeOutput() }
      isOutputOpen = false
    }
  }

  private func takeOutput() {
    let count = read(process.output, &buffer, buffer.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else {
      if count < 0 { failure = .system(bytes.name, errno) }
      isOutputOpen = false
      return
    }
    if isDiscarding { return }
    do throws(SourceError) {
      try bytes.append(buffer[..<count])
    } catch {
      failure = error
      isOutputOpen = false
    }
  }
}

/// The last part of the text that a command has written to standard error.
private struct StandardErrorTail {
  private var bytes: [UInt8] = []

  /// The maximum number of bytes that are retained.
  private static let limit = 4096

  /// The maximum number of characters of the line that is reported.
  private static let lineLimit = 200

  /// Reads the available bytes.
  ///
  /// One call reads at most 16 buffers, so that other events are processed in time.
  ///
  /// - Returns: `true` if more bytes may follow.
  @discardableResult
  mutating func read(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Bool {
    for _ in 0..<16 {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      if count == 0 { return false }
      bytes = Array((bytes + buffer[..<count]).suffix(Self.limit))
    }
    return true
  }

  /// The last nonblank line without leading whitespace, or an empty string if there is none.
  var lastLine: String {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let line = lines.last { !$0.allSatisfy(\.isWhitespace) } ?? ""
    return String(line.drop(while: \.isWhitespace).prefix(Self.lineLimit))
  }
}

extension pollfd {
  fileprivate init(waitingFor descriptor: Int32) {
    self.init(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }
}
