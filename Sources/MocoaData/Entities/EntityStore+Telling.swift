public import MocoaModel

extension EntityStore {
  /// Tells of every commit from now on, after all who show something have it.
  public func observe(_ perform: @escaping @MainActor (EntityCommit) -> Void) -> ObservationToken {
    telling.observers.add(perform)
  }

  /// The commits from now on; none is left out, however late they are asked for.
  public func commits() -> AsyncStream<EntityCommit> {
    AsyncStream { continuation in
      let token = observe { continuation.yield($0) }
      continuation.onTermination = { _ in MainTurn.afterThis { token.cancel() } }
    }
  }
}
