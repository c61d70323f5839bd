internal import Glibc

/// A pipe with which one thread wakes another one that waits in `poll`.
package final class WakePipe: Sendable {
  /// The read end, which is readable after a wake-up.
  package let input: Int32
  private let output: Int32

  /// Creates a pipe.
  ///
  /// If the process has no free descriptors, the pipe never wakes a thread.
  package init() {
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

  /// Ends all current and later waits, until the pipe is reset.
  package func wake() {
    var byte: UInt8 = 0
    _ = write(output, &byte, 1)
  }

  /// Resets the pipe, so that later waits last until the next wake-up.
  package func reset() {
    var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
    while read(input, &bytes, bytes.count) > 0 {}
  }

  /// Waits until a descriptor is readable or its other end is closed.
  ///
  /// - Returns: `false` if a wake-up ended the wait.
  package func waitForInput(on descriptor: Int32) -> Bool {
    wait(for: descriptor, milliseconds: -1) == .ready
  }

  /// Waits for a number of milliseconds.
  ///
  /// - Returns: `false` if a wake-up ended the wait.
  package func sleep(milliseconds: Int32) -> Bool {
    wait(for: -1, milliseconds: milliseconds) == .late
  }

  /// The reason for the end of a wait: a readable descriptor, a wake-up, or a timeout.
  package enum Outcome {
    case ready, woken, late
  }

  /// Waits until a descriptor is readable.
  ///
  /// - Parameter milliseconds: The maximum time to wait, or a negative number for no limit.
  package func wait(for descriptor: Int32, milliseconds: Int32) -> Outcome {
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
