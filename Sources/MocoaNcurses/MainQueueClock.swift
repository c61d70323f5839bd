internal import Dispatch
public import MocoaTerminal

/// The system's time, on the queue that the main actor runs on.
@MainActor
public final class MainQueueClock: FrameClock {
  /// A clock.
  public init() {}

  /// Calls back once; nothing runs meanwhile.
  public func call(after delay: Duration, _ perform: @escaping @MainActor () -> Void) {
    let nanoseconds = max(0, delay / .nanoseconds(1))
    DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) {
      MainActor.assumeIsolated { perform() }
    }
  }
}
