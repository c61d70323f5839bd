/// What was deleted while answers of a cache are awaited, each of which says what was before.
struct LateDeletions {
  private var times: [EntityKey: Int] = [:]

  /// Counts commits that deleted something.
  private(set) var now = 0

  /// Takes note of what a commit deleted.
  mutating func formUnion(_ keys: [EntityKey]) {
    if keys.isEmpty { return }
    now += 1
    for key in keys { times[key] = now }
  }

  /// Whether an entity was deleted after a time, be it there again or not.
  func contains(_ key: EntityKey, after time: Int) -> Bool { times[key].map { $0 > time } ?? false }

  /// Forgets all: nothing is awaited any more.
  mutating func removeAll() { times = [:] }
}
