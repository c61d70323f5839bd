internal import CNcurses
import Dispatch
import Glibc
import MocoaTerminal

extension NcursesBackend {
  /// The most that is read before others have their turn.
  private static let mostRead = 1024

  /// Begins to read keys.
  func listen() {
    let descriptor = descriptor
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.readKeys() }
    }
    // Not before: the source still watches it.
    source.setCancelHandler { @Sendable in Glibc.close(descriptor) }
    inputSource = source
    source.activate()
  }

  /// Takes what has been typed and tells of it.
  func readKeys() {
    guard isOpen else { return }
    var keys: [KeyPress] = []
    var count = 0
    var isDrained = false
    while !isDrained, count < Self.mostRead {
      let code = wgetch(input)
      if code == ERR {
        isDrained = true
        decoder.settle(into: &keys)
      } else {
        decoder.feed(Self.decoderInput(code), into: &keys)
        count += 1
      }
    }
    let isHungUp = count == 0 && isHungUp
    for key in keys { receive?(.key(key)) }
    if isHungUp {
      inputSource?.cancel()
      inputSource = nil
      receive?(.closed)
    } else if !isDrained {
      // What curses has read ahead wakes no source.
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

  /// Whether nothing was read because nothing will ever come.
  private var isHungUp: Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 0) > 0 else { return false }
    if ready.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return true }
    var waiting: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &waiting) != 0 || waiting == 0
  }
}
