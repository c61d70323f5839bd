internal import Dispatch
internal import Synchronization

/// A coalescing queue from any thread to the main actor.
///
/// Each post merges with the pending value, so a slow reader receives only the newest value.
package final class Mailbox<Content: Sendable>: Sendable {
  private struct State {
    var content: Content?
    var isScheduled = false
  }

  private let state = Mutex(State())

  /// Creates an empty mailbox.
  package init() {}

  /// Merges a value into the mailbox.
  ///
  /// Can be called on any thread.
  ///
  /// - Parameters:
  ///   - merge: A closure that computes the new content from the pending content, which is `nil` if
  ///     the mailbox is empty.
  ///   - perform: A closure that runs on the main actor after its current work. It does not run if
  ///     the closure of an earlier call is still pending.
  package func post(
    merging merge: (Content?) -> Content,
    completion perform: @escaping @MainActor @Sendable () -> Void
  ) {
    // The former content is released outside of the lock, because its deinitializer may call
    // `leave`.
    let (former, wasScheduled) = state.withLock { state in
      let before = (state.content, state.isScheduled)
      state = State(content: merge(state.content), isScheduled: true)
      return before
    }
    withExtendedLifetime(former) {}
    guard !wasScheduled else { return }
    MainActorScheduler.schedule {
      self.state.withLock { $0.isScheduled = false }
      perform()
    }
  }

  /// Removes and returns the content, or returns `nil` if the mailbox is empty.
  package func take() -> Content? {
    state.withLock { state in
      defer { state.content = nil }
      return state.content
    }
  }
}

/// Schedules closures in the run loop of the main thread.
package enum MainActorScheduler {
  /// Runs `perform` on the main actor after its current work.
  ///
  /// Can be called on any thread.
  ///
  /// The closure does not run in a task, because a task may start a thread pool, which wakes an
  /// idle program.
  package static func schedule(_ perform: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated { perform() } }
  }

  /// Runs `perform` on the main actor after a delay.
  package static func schedule(
    after delay: Duration, _ perform: @escaping @MainActor @Sendable () -> Void
  ) {
    let (seconds, attoseconds) = delay.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
      MainActor.assumeIsolated { perform() }
    }
  }
}
