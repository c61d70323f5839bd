import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualClock: Clock, Sendable {
  public struct Instant: InstantProtocol {
    var offset: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
  }

  private let state = Mutex(State())

  public init() {}

  public var now: Instant { state.withLock(\.now) }
  public var minimumResolution: Duration { .zero }

  /// How many sleep now.
  public var sleepers: Int { state.withLock(\.sleepers.count) }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withCheckedContinuation { continuation in
      let isPast = state.withLock { state in
        if deadline <= state.now { return true }
        state.sleepers.append(Sleeper(deadline: deadline, continuation: continuation))
        return false
      }
      if isPast { continuation.resume() }
    }
  }

  /// Moves the time on, and wakes those whose time has come.
  public func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}
