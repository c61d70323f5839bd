internal import MocoaLanguage
internal import Glibc
internal import MocoaModel

/// One run of a command, whose output comes as far as it is asked for.
///
/// Whoever asks does the work of reading, and of all else that has to be done while the command runs:
/// so a run needs no thread but the one it is on. A run ends when the command has ended and its output
/// has; what the command left running, and the output that it holds open, has a moment more.
final class CommandRun: ByteStream, @unchecked Sendable {
  // Sendable, because only the thread that runs the command asks it for anything.
  let bytes = FileBytes(name: phrase("the output"))

  /// The last line that is not blank of what was written to standard error so far.
  var complaint: String { complaints.lastLine }

  private let process: ChildProcess
  private let control: CommandControl
  private let tellSlow: () -> Void

  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var complaints = Complaints()
  private var isOutputOpen = true
  private var isComplaining = true
  private var isDiscarding = false
  private var hasEnded = false
  private var failure: SourceError?

  /// When it is to be said that this takes long; nil when it was.
  private var slowAt: ContinuousClock.Instant?

  /// When what the ended command has left running is to end.
  private var killAt: ContinuousClock.Instant?

  /// After so long a run is slow.
  private static let patience = Duration.seconds(1)

  /// How long a command that is asked to end is waited for, and what an ended one left.
  private static let grace = Duration.milliseconds(400)
  private static let graceForRest = Duration.milliseconds(200)

  /// How often the command is looked at where the system does not tell when it ends.
  private static let pause = Duration.milliseconds(20)

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - control: ends the run, when it is cancelled.
  ///   - tellSlow: called when it takes long, once.
  init(_ words: [String], _ control: CommandControl, tellSlow: @escaping () -> Void)
    throws(CommandFailure)
  {
    process = try ChildProcess(words)
    (self.control, self.tellSlow) = (control, tellSlow)
    slowAt = .now + Self.patience
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

  /// Waits for the end of the command, and ends it where that does not come.
  ///
  /// - Parameter limit: how long to wait; for ever without one. What is printed meanwhile is lost.
  func end(within limit: Duration?) -> CommandEnd {
    stop()
    let deadline = limit.map { ContinuousClock.now + $0 }
    let isCancelled = { [control] in control.cancellation.isCancelled }
    while !hasEnded || isOutputOpen, !isCancelled(), advance(until: deadline) {}
    if !hasEnded {
      process.ask()
      let deadline = ContinuousClock.now + Self.grace
      while !hasEnded, advance(until: deadline) {}
    }
    complaints.read(process.errors, &buffer)
    return process.end()
  }

  // MARK: - One step

  /// Waits until something has happened, and does what is to be done about it.
  ///
  /// - Returns: whether the deadline has not come.
  private func advance(until deadline: ContinuousClock.Instant?) -> Bool {
    let isBlind = !hasEnded && process.handle < 0
    let lookAt = isBlind ? ContinuousClock.now + Self.pause : nil
    let next = [deadline, slowAt, killAt, lookAt].compactMap(\.self).min()
    var ready = [
      pollfd(waitingFor: isOutputOpen ? process.output : -1),
      pollfd(waitingFor: isComplaining ? process.errors : -1),
      pollfd(waitingFor: hasEnded ? -1 : process.handle),
      pollfd(waitingFor: control.wake.input),
    ]
    let left = next.map { max(0, ($0 - .now).milliseconds) } ?? -1
    guard poll(&ready, nfds_t(ready.count), left) >= 0 else { return true }
    // Who has woken this wants it to look whether it is cancelled.
    if ready[3].revents != 0 { control.wake.forget() }
    if ready[1].revents != 0 { isComplaining = complaints.read(process.errors, &buffer) }
    if ready[0].revents != 0 { takeOutput() }
    if ready[2].revents != 0 || isBlind { noteEnd() }
    attend(to: .now)
    return deadline.map { .now < $0 } ?? true
  }

  private func noteEnd() {
    hasEnded = process.hasEnded
    if hasEnded { killAt = .now + Self.graceForRest }
  }

  /// Does what is due.
  private func attend(to now: ContinuousClock.Instant) {
    if let due = slowAt, due <= now {
      slowAt = nil
      tellSlow()
    }
    if let due = killAt, due <= now {
      killAt = nil
      process.kill()
      // Of what those held who are none of the command's, there is only what is there.
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

/// The end of what a command writes to standard error.
private struct Complaints {
  private var bytes: [UInt8] = []

  /// How many bytes are kept.
  private static let limit = 4096

  /// How many characters of a line are told.
  private static let lineLimit = 200

  /// Reads what is there, but no more at a time than others can wait for.
  ///
  /// - Returns: whether there may be more later.
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

  /// The last line that is not blank; empty where there is none.
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
