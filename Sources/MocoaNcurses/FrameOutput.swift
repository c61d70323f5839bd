internal import CTerminalGuard
import Glibc

/// Has a frame of curses leave in one write, so that no half of it is seen and marks fit around it.
///
/// Curses writes when it likes, a first screen in a write for each change of style, and tells nobody
/// whether it will write at all. So while it updates the screen, the stream it writes to leads into
/// memory; what came is sent in one piece, and a frame of nothing sends nothing.
struct FrameOutput {
  private let memory: Int32

  /// More bytes than any frame has.
  private static let largestFrame = 256 << 20

  /// Nil if there is no memory for it.
  init?() {
    memory = mocoa_guard_spool(Self.largestFrame)
    if memory < 0 { return nil }
  }

  /// Closes the memory.
  func close() {
    Glibc.close(memory)
  }

  /// What `update` makes curses write to the stream at `descriptor`, which leads back to `terminal`
  /// afterwards; nil if it has gone there directly.
  func collect(from descriptor: Int32, of terminal: Int32, _ update: () -> Void) -> [UInt8]? {
    guard dup2(memory, descriptor) >= 0 else {
      update()
      return nil
    }
    update()
    while dup2(terminal, descriptor) < 0, errno == EINTR || errno == EBUSY {}
    // `dup2` forgets that the descriptor is not for the programs that this one starts.
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

/// Writes all of the bytes, however slowly they are taken.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if count < 0, errno == EAGAIN {
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&ready, 1, -1)
    } else if count == 0 || errno != EINTR {
      return
    }
  }
}
