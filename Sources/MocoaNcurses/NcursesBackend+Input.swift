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
  func readBytes(into inputs: inout [TerminalInput]) -> Bool {
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
    case .paste(let text, let isWhole): receive?(.paste(text, isComplete: isWhole))
    case .reply(let answer): take(answer)
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
