/// The entities that were deleted while loads are running.
///
/// The results of the loads may still contain them.
struct ConcurrentDeletions {
  private var times: [EntityKey: Int] = [:]

  /// The number of commits that deleted entities, which serves as a time.
  private(set) var current = 0

  /// Records the deletions of a commit.
  mutating func formUnion(_ keys: [EntityKey]) {
    if keys.isEmpty { return }
    current += 1
    for key in keys { times[key] = current }
  }

  /// Returns `true` if an entity was deleted after a time, even if it was inserted again.
  ///
  /// - Parameter time: An earlier value of `current`.
  func contains(_ key: EntityKey, after time: Int) -> Bool { times[key].map { $0 > time } ?? false }

  /// Removes all entities, because no load is running.
  mutating func removeAll() { times = [:] }
}
