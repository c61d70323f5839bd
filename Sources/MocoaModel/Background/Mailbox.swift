internal import Synchronization

/// What any thread leaves for the main actor, which comes for all of it at once.
///
/// It holds one value, whatever is left in it: whoever leaves something merges it with what is there,
/// so that a reader who is slow finds the newest, and never more than that.
package final class Mailbox<Content: Sendable>: Sendable {
  private struct State {
    var content: Content?
    var isAwaited = false
  }

  private let state = Mutex(State())

  /// An empty mailbox.
  package init() {}

  /// Leaves something; may be called on any thread.
  ///
  /// - Parameters:
  ///   - merge: makes what is to be there of what is there; nil where it is empty.
  ///   - perform: runs on the main actor when what runs there now is done, unless that of one who
  ///     came before is still to run.
  package func leave(
    merging merge: (Content?) -> Content,
    then perform: @escaping @MainActor @Sendable () -> Void
  ) {
    // What was there is let go outside of the lock: it may leave something itself when it ends.
    let (former, isAwaited) = state.withLock { state in
      let before = (state.content, state.isAwaited)
      state = State(content: merge(state.content), isAwaited: true)
      return before
    }
    withExtendedLifetime(former) {}
    guard !isAwaited else { return }
    MainTurn.afterThis {
      self.state.withLock { $0.isAwaited = false }
      perform()
    }
  }

  /// Takes out what is there.
  package func take() -> Content? {
    state.withLock { state in
      defer { state.content = nil }
      return state.content
    }
  }
}
