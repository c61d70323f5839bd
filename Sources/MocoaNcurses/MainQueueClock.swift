internal import Dispatch
public import MocoaTerminal

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
