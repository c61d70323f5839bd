public import MocoaModel

extension EntityStore {
  /// Tells of every commit from now on, after all who show something have it.
  public func observe(_ perform: @escaping @MainActor (EntityCommit) -> Void) -> ObservationToken {
    telling.observers.add(perform)
  }

  /// The commits from now on; none is left out, however late they are asked for.
  ///
  /// They end with the store.
  public func commits() -> AsyncStream<EntityCommit> {
    AsyncStream { continuation in
      let end = StreamEnd(continuation)
      let token = observe { end.continuation.yield($0) }
      continuation.onTermination = { _ in MainTurn.afterThis { token.cancel() } }
    }
  }
}

/// Ends a stream when nobody can give it anything any more.
private final class StreamEnd: Sendable {
  let continuation: AsyncStream<EntityCommit>.Continuation

  init(_ continuation: AsyncStream<EntityCommit>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}
