internal import CMainLoop
internal import Dispatch
internal import Glibc

/// The main actor's own loop, on the main thread.
///
/// An `async` main function parks the main thread for good, and has the main actor's work done by a
/// thread of a pool, which ends after five idle seconds and is made anew for the next key. An idle
/// program must not wake for that, and a key should not wait for it.
public enum MainLoop {
  /// Runs `body` on the main actor, and then whatever comes of it.
  ///
  /// - Parameter body: is given what ends the program with an exit status.
  public static func run(
    _ body: @escaping @MainActor (_ end: @escaping @MainActor (Int32) -> Void) -> Void
  ) -> Never {
    // Asked for before there is anything in the queue: it makes the queue one that has a loop.
    let queue = _dispatch_get_main_queue_handle_4CF()
    DispatchQueue.main.async {
      MainActor.assumeIsolated { body(end) }
    }
    var ready = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
    while true {
      guard poll(&ready, 1, -1) > 0 else { continue }
      var count: UInt64 = 0
      _ = read(queue, &count, MemoryLayout.size(ofValue: count))
      _dispatch_main_queue_callback_4CF(nil)
    }
  }

  @MainActor private static func end(_ status: Int32) {
    mocoa_leave_cleaning_behind()
    // Not `exit`, which takes apart what C++ has made while threads still use it.
    quick_exit(status)
  }
}
