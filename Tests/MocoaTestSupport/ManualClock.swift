public import MocoaTerminal

/// A clock that stands still until a test moves it.
@MainActor
public final class ManualClock: FrameClock {
  private var now = Duration.zero
  private var calls: [(deadline: Duration, perform: @MainActor () -> Void)] = []

  /// A clock at its beginning.
  public init() {}

  /// How many wait to be called.
  public var waiting: Int { calls.count }

  /// Keeps the call until the time has come.
  public func call(after delay: Duration, _ perform: @escaping @MainActor () -> Void) {
    calls.append((now + delay, perform))
  }

  /// Moves the time on, and calls those whose time has come.
  public func advance(by duration: Duration) {
    now += duration
    let due = calls.filter { $0.deadline <= now }
    calls.removeAll { $0.deadline <= now }
    for call in due { call.perform() }
  }
}
