internal import CMainLoop
internal import Dispatch
internal import Glibc

/// The main actor's own loop, on the main thread.
///
/// An `async` main function parks the main thread for good, and has the main actor's work done by a
/// thread of a pool, which ends after five idle seconds and is made anew for the next key. An idle
/// program must not wake for that, and a key should not wait for it.
///
/// Timers are the loop's own as well. Those of libdispatch need a thread and three descriptors, and
/// where these cannot be had, libdispatch waits for ever or ends the program.
public enum MainLoop {
  @MainActor private static var timers = TimerQueue()

  /// A Boolean value that indicates whether the loop runs, and ends the program with it.
  @MainActor static private(set) var isRunning = false

  /// Runs `body` on the main actor, and then whatever comes of it.
  ///
  /// - Parameter body: is given what ends the program with an exit status.
  public static func run(
    _ body: @escaping @MainActor (_ end: @escaping @MainActor (Int32) -> Void) -> Void
  ) -> Never {
    endUnlessDescriptorsAreFree()
    // Asked for before there is anything in the queue: it makes the queue one that has a loop.
    let queue = _dispatch_get_main_queue_handle_4CF()
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        isRunning = true
        body(end)
      }
    }
    while true {
      let delay = MainActor.assumeIsolated {
        timers.delay(at: DispatchTime.now().uptimeNanoseconds)
      }
      if mocoa_wait_for_main_queue(queue, delay.map(Int64.init(clamping:)) ?? -1) != 0 {
        _dispatch_main_queue_callback_4CF(nil)
      }
      MainActor.assumeIsolated { callDueTimers() }
    }
  }

  /// Calls `perform` once, when this many nanoseconds have passed.
  @MainActor static func call(
    after nanoseconds: UInt64, _ perform: @escaping @MainActor () -> Void
  ) {
    timers.add(at: DispatchTime.now().uptimeNanoseconds &+ nanoseconds, perform)
  }

  @MainActor private static func callDueTimers() {
    // Only those that are due now: one that is added meanwhile waits for its turn.
    for perform in timers.removeDue(at: DispatchTime.now().uptimeNanoseconds) { perform() }
  }

  @MainActor private static func end(_ status: Int32) {
    mocoa_leave_cleaning_behind()
    // Not `exit`, which takes apart what C++ has made while threads still use it.
    quick_exit(status)
  }

  /// Ends the program where the queue could not have its descriptor: libdispatch would end it by a trap.
  private static func endUnlessDescriptorsAreFree() {
    let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EBADF {
      let name = CommandLine.arguments.first?.split(separator: "/").last ?? "program"
      writeAll(Array("\(name): \(NcursesError.noDescriptors)\n".utf8), to: STDERR_FILENO)
      exit(2)
    }
  }
}

/// What is to be called later, the earliest first.
struct TimerQueue {
  private var timers: [(time: UInt64, perform: @MainActor () -> Void)] = []

  /// Adds a call; it comes after those of the same time.
  mutating func add(at time: UInt64, _ perform: @escaping @MainActor () -> Void) {
    let index = timers.firstIndex { $0.time > time } ?? timers.count
    timers.insert((time, perform), at: index)
  }

  /// Returns the nanoseconds until the next call; nil if there is none.
  func delay(at now: UInt64) -> UInt64? {
    timers.first.map { $0.time > now ? $0.time - now : 0 }
  }

  /// Removes and returns the calls whose time has come.
  mutating func removeDue(at now: UInt64) -> [@MainActor () -> Void] {
    let count = timers.firstIndex { $0.time > now } ?? timers.count
    defer { timers.removeFirst(count) }
    return timers[..<count].map(\.perform)
  }
}
