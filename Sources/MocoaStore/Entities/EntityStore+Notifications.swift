public import MocoaModel

extension EntityStore {
  /// Adds an observer of every commit.
  ///
  /// It is notified after all providers and lists show the commit.
  public func observe(_ perform: @escaping @MainActor (EntityCommit) -> Void) -> ObservationToken {
    notifier.observers.add(perform)
  }

  /// Returns a stream of all later commits.
  ///
  /// Each commit is buffered until the reader receives it.
  ///
  /// The stream ends with the store.
  public func commits() -> AsyncStream<EntityCommit> {
    AsyncStream { continuation in
      let end = StreamEnd(continuation)
      let token = observe { end.continuation.yield($0) }
      continuation.onTermination = { _ in MainActorScheduler.schedule { token.cancel() } }
    }
  }
}

/// An object that ends a stream when the store releases it.
private final class StreamEnd: Sendable {
  let continuation: AsyncStream<EntityCommit>.Continuation

  init(_ continuation: AsyncStream<EntityCommit>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}
