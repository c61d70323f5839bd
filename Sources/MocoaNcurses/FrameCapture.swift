internal import CTerminalGuard
import Glibc

/// A buffer that combines the output of curses for a frame into one write.
///
/// Curses may write several times during an update, for example once for each change of style, or
/// not at all. Its output stream is therefore redirected to memory during an update. The collected
/// bytes are sent with one write, so that no partial frame becomes visible. An empty frame sends no
/// bytes. The backend can enclose the bytes in the sequences of synchronized output.
struct FrameCapture {
  private let memory: Int32

  /// The maximum size of the buffer in bytes, larger than any frame.
  private static let maxFrameSize = 256 << 20

  /// Creates a buffer, or returns `nil` if the system has no memory for it.
  init?() {
    memory = mocoa_guard_spool(Self.maxFrameSize)
    if memory < 0 { return nil }
  }

  /// Closes the buffer.
  func close() {
    Glibc.close(memory)
  }

  /// Returns the bytes that curses writes to its output stream during a closure.
  ///
  /// - Parameters:
  ///   - descriptor: The file descriptor of the stream.
  ///   - terminal: The file descriptor of the terminal, to which the stream is connected again
  ///     afterwards.
  ///   - update: A closure that updates the screen of curses.
  /// - Returns: The bytes, or `nil` if they were written directly to the terminal.
  func collect(from descriptor: Int32, of terminal: Int32, _ update: () -> Void) -> [UInt8]? {
    guard dup2(memory, descriptor) >= 0 else {
      update()
      return nil
    }
    update()
    while dup2(terminal, descriptor) < 0, errno == EINTR || errno == EBUSY {}
    // `dup2` clears the close-on-exec flag, so child processes would inherit the descriptor.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let count = Int(lseek(memory, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(0, pread(memory, buffer.baseAddress, count, 0))
    }
    ftruncate(memory, 0)
    lseek(memory, 0, SEEK_SET)
    return bytes
  }
}

/// Writes all bytes, and waits until the terminal accepts them.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
  var remaining = bytes[...]
  while !remaining.isEmpty {
    let count = remaining.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count > 0 {
      remaining = remaining.dropFirst(count)
    } else if count < 0, errno == EAGAIN {
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&ready, 1, -1)
    } else if count == 0 || errno != EINTR {
      return
    }
  }
}
