internal import CMainLoop
internal import Dispatch
internal import Glibc
public import MocoaTerminal

/// The event loop of the main actor on the main thread.
///
/// An `async` main function blocks the main thread permanently, and runs the main actor's work on a
/// thread of a pool. This thread ends after five idle seconds, and is created again for the next
/// key. This would wake an idle program, and delay the key.
///
/// The loop also implements its own timers. The timers of libdispatch need a thread and three file
/// descriptors. If the system cannot provide these, libdispatch waits forever or ends the program.
public enum MainLoop {
  @MainActor private static var timers = TimerQueue()

  /// A Boolean value that indicates whether the main actor runs in this loop.
  ///
  /// If so, the program ends with the closure that `run` passes to its body.
  @MainActor static private(set) var isRunning = false

  /// Runs a closure on the main actor, followed by all work that it schedules.
  ///
  /// - Parameter body: The closure. Its argument is a function that ends the program with an exit
  ///   status.
  public static func run(
    _ body: @escaping @MainActor (_ end: @escaping @MainActor (Int32) -> Void) -> Void
  ) -> Never {
    endUnlessDescriptorsAreFree()
    // Requested before the queue has work, because the call makes it a queue with a loop.
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

  /// Calls a closure once, after a number of nanoseconds.
  @MainActor static func call(
    after nanoseconds: UInt64, _ perform: @escaping @MainActor () -> Void
  ) {
    timers.add(at: DispatchTime.now().uptimeNanoseconds &+ nanoseconds, perform)
  }

  @MainActor private static func callDueTimers() {
    // Only timers that are due now. Timers added by these calls wait for the next turn.
    for perform in timers.removeDue(at: DispatchTime.now().uptimeNanoseconds) { perform() }
  }

  @MainActor private static func end(_ status: Int32) {
    mocoa_leave_cleaning_behind()
    // Not `exit`, which destroys C++ objects that other threads still use.
    quick_exit(status)
  }

  /// Ends the program with an error message if no file descriptor is free for the main queue.
  ///
  /// Without this check, libdispatch would end the program with a trap.
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

/// A queue of timers, the earliest first.
struct TimerQueue {
  private var timers: [(time: UInt64, perform: @MainActor () -> Void)] = []

  /// Adds a timer.
  ///
  /// It follows existing timers with the same time.
  mutating func add(at time: UInt64, _ perform: @escaping @MainActor () -> Void) {
    let index = timers.firstIndex { $0.time > time } ?? timers.count
    timers.insert((time, perform), at: index)
  }

  /// Returns the number of nanoseconds until the next timer, or `nil` if the queue is empty.
  func delay(at now: UInt64) -> UInt64? {
    timers.first.map { $0.time > now ? $0.time - now : 0 }
  }

  /// Removes and returns the closures of all timers that are due, the earliest first.
  mutating func removeDue(at now: UInt64) -> [@MainActor () -> Void] {
    let count = timers.firstIndex { $0.time > now } ?? timers.count
    defer { timers.removeFirst(count) }
    return timers[..<count].map(\.perform)
  }
}

/// A clock that calls closures on the main queue.
///
/// In a ``MainLoop`` it needs neither a thread nor a file descriptor.
@MainActor
public final class MainQueueClock: FrameClock {
  /// Creates a clock.
  public init() {}

  /// Calls a closure once after a delay, without polling.
  public func call(after delay: Duration, _ perform: @escaping @MainActor () -> Void) {
    let nanoseconds = max(0, delay / .nanoseconds(1))
    if MainLoop.isRunning { return MainLoop.call(after: UInt64(nanoseconds), perform) }
    DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) {
      MainActor.assumeIsolated { perform() }
    }
  }
}

/// A monotonic clock in seconds.
enum MonotonicTime {
  static var seconds: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
