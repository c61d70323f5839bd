internal import Glibc

/// A pipe by which one thread wakes another that waits in `poll`.
final class Wake: Sendable {
  /// Readable when somebody is to be woken.
  let input: Int32
  private let output: Int32

  /// A pipe; one that wakes nobody where the process has no descriptors left.
  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (input, output) = (ends[0], ends[1])
  }

  deinit {
    if input >= 0 { close(input) }
    if output >= 0 { close(output) }
  }

  /// Wakes whoever waits now, and everybody who will.
  func wake() {
    var byte: UInt8 = 0
    _ = write(output, &byte, 1)
  }

  /// Has those who wait from now on wait for the next call.
  func forget() {
    var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
    while read(input, &bytes, bytes.count) > 0 {}
  }

  /// Waits until a descriptor has something to read, or its other side is gone.
  ///
  /// - Returns: false when it was woken.
  func waits(for descriptor: Int32) -> Bool {
    wait(for: descriptor, milliseconds: -1) == .ready
  }

  /// Waits for some time.
  ///
  /// - Returns: false when it was woken.
  func rests(milliseconds: Int32) -> Bool {
    wait(for: -1, milliseconds: milliseconds) == .late
  }

  /// What ended a wait: the descriptor, somebody else, or its time.
  enum Outcome {
    case ready, woken, late
  }

  /// Waits until a descriptor has something to read, for some time, or for ever where below 0.
  func wait(for descriptor: Int32, milliseconds: Int32) -> Outcome {
    var ready = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = poll(&ready, 2, milliseconds)
      if count < 0, errno == EINTR { continue }
      if count == 0 { return .late }
      return ready[1].revents == 0 ? .ready : .woken
    }
  }
}
