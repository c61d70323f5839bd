internal import Glibc

/// Waits on a thread until a file is written to, replaced, or taken away.
final class FileWatch: Sendable {
  private let events: Int32
  private let wake = Wake()

  /// A watch over the file behind a descriptor, whatever its name leads to meanwhile; nil where the
  /// system has no watches left.
  init?(_ bytes: FileBytes) {
    events = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard events >= 0 else { return nil }
    let mask = IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF
    guard inotify_add_watch(events, "/proc/self/fd/\(bytes.descriptor)", UInt32(mask)) >= 0 else {
      return nil
    }
  }

  deinit {
    if events >= 0 { close(events) }
  }

  /// Waits for the next event, and takes all that are there.
  ///
  /// - Returns: false when the watch was cancelled.
  func next() -> Bool {
    guard wake.waits(for: events) else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(events, &buffer, buffer.count) > 0 {}
    return true
  }

  /// Waits a little, so that much that is written comes to few events.
  ///
  /// - Returns: false when the watch was cancelled.
  func rest() -> Bool {
    wake.rests(milliseconds: 30)
  }

  /// Ends the wait, now and for ever.
  func cancel() {
    wake.wake()
  }
}
