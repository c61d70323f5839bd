public import MocoaModel

extension EntityStore {
  /// Tells of every commit from now on, after all who show something have it.
  public func observe(_ perform: @escaping @MainActor (EntityCommit) -> Void) -> ObservationToken {
    telling.observers.add(perform)
  }
}
