internal import CNcurses
import Dispatch
import Glibc
import MocoaTerminal

extension NcursesBackend {
  /// The most that is read before others have their turn.
  private static let mostRead = 1024

  /// Returns what waits for keys and signals, to be started.
  func watch(over descriptor: Int32, _ signals: Int32) -> EventWatch {
    EventWatch(terminal: descriptor, signals: signals) { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: EventWatch.Event) {
    TerminalGuard.shelterThread()
    switch event {
    case .input: readInput()
    case .hangUp: receive?(.closed)
    case .signal(let signal): handle(signal)
    }
  }

  /// Takes what has been typed and tells of it.
  private func readInput() {
    guard isOpen, !isSuspended else { return }
    var inputs: [TerminalInput] = []
    var count = 0
    while count < Self.mostRead {
      guard readOnce(into: &inputs) else {
        decoder.settle(into: &inputs)
        watch?.resume()
        break
      }
      count += 1
    }
    for input in inputs { tell(input) }
    if count == Self.mostRead {
      // What curses has read ahead wakes nobody.
      DispatchQueue.main.async { [weak self] in
        MainActor.assumeIsolated { self?.readInput() }
      }
    }
  }

  /// Reads a key, or what there is of a text being pasted; false where there is nothing.
  private func readOnce(into inputs: inout [TerminalInput]) -> Bool {
    // Curses would make keys of it; and it reads ahead only within a key that it knows.
    if decoder.isPasting { return readBytes(into: &inputs) }
    let code = wgetch(input)
    if code == ERR { return false }
    decoder.feed(Self.decoderInput(code), into: &inputs)
    return true
  }

  /// Reads what there is past curses; false where there is nothing.
  func readBytes(into inputs: inout [TerminalInput]) -> Bool {
    var waiting: Int32 = 0
    guard ioctl(descriptor, UInt(FIONREAD), &waiting) == 0, waiting > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return false }
    for byte in bytes[..<count] { decoder.feed(.byte(byte), into: &inputs) }
    return true
  }

  private func tell(_ input: TerminalInput) {
    switch input {
    case .key(let key): receive?(.key(key))
    case .paste(let text, let isWhole): receive?(.paste(text, isWhole: isWhole))
    case .answer(let answer): take(answer)
    case .mouse(let event):
      noteReport()
      // What was on its way when the mouse was given back.
      if isMouseOn { receive?(.mouse(event)) }
    }
  }

  private static func decoderInput(_ code: Int32) -> KeyDecoder.Input {
    if code < 256 { return .byte(UInt8(truncatingIfNeeded: code)) }
    guard code > KEY_MAX else { return .code(code) }
    return .code(code, name: keyname(code).map { String(cString: $0) })
  }
}
