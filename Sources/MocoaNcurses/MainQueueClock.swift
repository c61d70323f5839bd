internal import Dispatch
public import MocoaTerminal

/// The system's time, on the queue that the main actor runs on.
///
/// In a ``MainLoop`` it needs neither a thread nor a descriptor.
@MainActor
public final class MainQueueClock: FrameClock {
  /// A clock.
  public init() {}

  /// Calls back once; nothing runs meanwhile.
  public func call(after delay: Duration, _ perform: @escaping @MainActor () -> Void) {
    let nanoseconds = max(0, delay / .nanoseconds(1))
    if MainLoop.isRunning { return MainLoop.call(after: UInt64(nanoseconds), perform) }
    DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) {
      MainActor.assumeIsolated { perform() }
    }
  }
}
