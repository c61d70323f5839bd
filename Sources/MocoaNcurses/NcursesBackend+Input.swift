internal import CNcurses
import Dispatch
import Glibc
import MocoaTerminal

extension NcursesBackend {
  /// The maximum number of reads in one turn of the main actor.
  private static let maxReads = 1024

  /// Returns a poller for keys and signals, which the caller must start.
  func watch(over descriptor: Int32, _ signals: Int32) -> EventPoller {
    EventPoller(terminal: descriptor, signals: signals) { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: EventPoller.Event) {
    TerminalGuard.installSignalStack()
    switch event {
    case .input: readInput()
    case .hangUp: receive?(.closed)
    case .signal(let signal): handle(signal)
    }
  }

  /// Reads the available input, and reports the keys and events in it.
  private func readInput() {
    guard isOpen, !isSuspended else { return }
    var inputs: [TerminalInput] = []
    var count = 0
    while count < Self.maxReads {
      guard readOnce(into: &inputs) else {
        decoder.flushTimeout(into: &inputs)
        watch?.resume()
        break
      }
      count += 1
    }
    for input in inputs { deliver(input) }
    if count == Self.maxReads {
      // Input in the buffer of curses does not wake the watch.
      DispatchQueue.main.async { [weak self] in
        MainActor.assumeIsolated { self?.readInput() }
      }
    }
  }

  /// Reads one key, or the available part of a pasted text.
  ///
  /// - Returns: `false` if no input is available.
  private func readOnce(into inputs: inout [TerminalInput]) -> Bool {
    // Curses would recognize keys in the text. Its buffer is empty here, because it reads ahead
    // only within a known key.
    if decoder.isPasting { return readBytes(into: &inputs) }
    let code = wgetch(input)
    if code == ERR { return false }
    decoder.feed(Self.decoderInput(code), into: &inputs)
    return true
  }

  /// Reads the available bytes without curses.
  ///
  /// - Returns: `false` if no input is available.
  private func readBytes(into inputs: inout [TerminalInput]) -> Bool {
    var waiting: Int32 = 0
    guard ioctl(descriptor, UInt(FIONREAD), &waiting) == 0, waiting > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return false }
    for byte in bytes[..<count] { decoder.feed(.byte(byte), into: &inputs) }
    return true
  }

  private func deliver(_ input: TerminalInput) {
    switch input {
    case .key(let key): receive?(.key(key))
    case .paste(let text, let isComplete): receive?(.paste(text, isComplete: isComplete))
    case .reply(let reply): take(reply)
    case .mouse(let event):
      recordMouseReport()
      // Ignore reports that were on their way when mouse reports were turned off.
      if isMouseOn { receive?(.mouse(event)) }
    }
  }

  private static func decoderInput(_ code: Int32) -> KeyDecoder.Input {
    if code < 256 { return .byte(UInt8(truncatingIfNeeded: code)) }
    guard code > KEY_MAX else { return .code(code) }
    return .code(code, name: keyname(code).map { String(cString: $0) })
  }
}

/// The modes of the terminal that curses does not support, such as mouse reports.
///
/// The backend also turns these modes off, because `endwin` does not.
extension NcursesBackend {
  /// The times, in seconds, that limit the wait for input before the terminal is restored.
  package struct InputLimits: Sendable {
    /// The maximum time to wait.
    ///
    /// Input that arrives later appears in the shell.
    package var wait = 0.1

    /// The time after a query during which a reply may arrive.
    package var reply = 2.0

    /// The time after a mouse report during which further reports may arrive.
    package var mouseReport = 0.5

    package init() {}
  }

  /// The time without input after which no more mouse reports are expected, in seconds.
  private static let idleInterval = 0.02

  /// A Boolean value that indicates whether mouse events are reported.
  ///
  /// It is `false` if the terminal does not support a mouse.
  public var isMouseOn: Bool {
    get { wantsMouse && (!isOpen || capabilities.modes.contains(.mouse)) }
    set {
      guard newValue != wantsMouse else { return }
      wantsMouse = newValue
      if isOpen, !isSuspended { switchModes() }
    }
  }

  /// Turns on the modes and sends the queries, without waiting for replies.
  func startModes() {
    switchModes()
    guard capabilities.supportsQueries else { return }
    writeAll(TerminalCapabilities.query, to: descriptor)
    queryTime = MonotonicTime.seconds
  }

  /// Turns on the modes that are requested and supported, and turns off all others.
  private func switchModes() {
    guard descriptor >= 0 else { return }
    let wanted = isMouseOn ? capabilities.modes : capabilities.modes.subtracting(.mouse)
    let before = modes
    modes = wanted.union(before.intersection(.synchronized))
    // Change the guard first. It may turn off modes that are off, but must not leave one on.
    guardModes(before.union(modes))
    writeAll(
      before.subtracting(modes).off + modes.subtracting(before).on, to: descriptor)
    guardModes(modes)
  }

  private func guardModes(_ modes: PrivateModes) {
    guard let reset else { return }
    terminalGuard?.change(reset: reset.bytes(modes))
  }

  /// Processes a reply of the terminal.
  private func take(_ reply: TerminalReply) {
    switch reply {
    case .mode(2026, state: 1), .mode(2026, state: 2):
      guard frames != nil else { return }
      modes.insert(.synchronized)
      guardModes(modes)
    case .mode: break
    case .background(let light): receive?(.background(isLight: light > 0.5))
    case .attributes: queryTime = nil
    }
  }

  /// Turns off all modes, and reads pending replies, which would otherwise appear in the shell.
  func disableModes() {
    guard descriptor >= 0 else { return }
    writeAll(modes.subtracting(.synchronized).off, to: descriptor)
    let start = MonotonicTime.seconds
    let isScrolling = lastReport.map { start - $0 < inputLimits.mouseReport } ?? false
    if let time = queryTime, start - time > inputLimits.reply { queryTime = nil }
    // In the background a read would stop the program during its exit.
    let isForeground = tcgetpgrp(descriptor) == getpgrp()
    var ignored: [TerminalInput] = []
    while isForeground, queryTime != nil || isScrolling,
      case let left = start + inputLimits.wait - MonotonicTime.seconds, left > 0
    {
      let wait = queryTime == nil ? min(left, Self.idleInterval) : left
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Int32(wait * 1000) + 1) > 0 else { break }
      guard readBytes(into: &ignored) else { break }
      for case .reply(let reply) in ignored { take(reply) }
      ignored = []
    }
    queryTime = nil
    lastReport = nil
  }

  /// Turns on the modes that `disableModes` turned off.
  func resumeModes() {
    guard descriptor >= 0 else { return }
    writeAll(modes.on, to: descriptor)
  }

  /// Records the time of a mouse report, because more reports may follow.
  private func recordMouseReport() {
    lastReport = MonotonicTime.seconds
  }
}
