internal import CNcurses
import Dispatch
import Glibc
import MocoaTerminal

extension NcursesBackend {
  /// The most that is read before others have their turn.
  private static let mostRead = 1024

  /// Begins to wait for keys and signals.
  func listen() {
    guard let terminalGuard else { return }
    let watch = EventWatch(terminal: descriptor, signals: terminalGuard.signals) {
      [weak self] event in self?.handle(event)
    }
    self.watch = watch
    watch.start()
  }

  private func handle(_ event: EventWatch.Event) {
    TerminalGuard.shelterThread()
    switch event {
    case .input: readKeys()
    case .hangUp: receive?(.closed)
    case .signal(let signal): handle(signal)
    }
  }

  /// Takes what has been typed and tells of it.
  private func readKeys() {
    guard isOpen else { return }
    var keys: [KeyPress] = []
    var count = 0
    while count < Self.mostRead {
      let code = wgetch(input)
      if code == ERR {
        decoder.settle(into: &keys)
        watch?.resume()
        break
      }
      decoder.feed(Self.decoderInput(code), into: &keys)
      count += 1
    }
    for key in keys { receive?(.key(key)) }
    if count == Self.mostRead {
      // What curses has read ahead wakes nobody.
      DispatchQueue.main.async { [weak self] in
        MainActor.assumeIsolated { self?.readKeys() }
      }
    }
  }

  private static func decoderInput(_ code: Int32) -> KeyDecoder.Input {
    if code < 256 { return .byte(UInt8(truncatingIfNeeded: code)) }
    guard code > KEY_MAX else { return .code(code) }
    return .code(code, name: keyname(code).map { String(cString: $0) })
  }
}
