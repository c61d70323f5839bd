public import MocoaTerminal

/// A clock that only a test advances.
@MainActor
public final class ManualClock: FrameClock {
  private var now = Duration.zero
  private var calls: [(deadline: Duration, perform: @MainActor () -> Void)] = []

  /// Creates a clock at time zero.
  public init() {}

  /// The number of pending calls.
  public var waiting: Int { calls.count }

  /// Schedules a call after a delay.
  public func call(after delay: Duration, _ perform: @escaping @MainActor () -> Void) {
    calls.append((now + delay, perform))
  }

  /// Advances the time, and runs the calls that are due.
  public func advance(by duration: Duration) {
    now += duration
    let due = calls.filter { $0.deadline <= now }
    calls.removeAll { $0.deadline <= now }
    for call in due { call.perform() }
  }
}
