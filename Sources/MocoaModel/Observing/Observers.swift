/// A token that keeps an observation active until it is canceled or released.
@MainActor
public final class ObservationToken {
  private var onCancel: (@MainActor () -> Void)?

  /// Creates a token that runs `onCancel` once, when it is canceled or released.
  public init(onCancel: @escaping @MainActor () -> Void) {
    self.onCancel = onCancel
  }

  /// Ends the observation.
  ///
  /// Later calls have no effect.
  public func cancel() {
    // Cleared before the call, because the closure may cancel this token again.
    let perform = onCancel
    onCancel = nil
    perform?()
  }

  isolated deinit {
    cancel()
  }
}

/// An ordered collection of observers, which receive each value that is sent.
///
/// An observer is active until its token is canceled or released, or its owner is deallocated.
@MainActor
public final class Observers<Value> {
  private struct Entry {
    let key: Int
    weak var owner: AnyObject?
    let isOwned: Bool

    /// The closure, or `nil` after the token was canceled.
    var perform: (@MainActor (Value) -> Void)?

    /// A Boolean value that indicates whether the observer is not active any more.
    ///
    /// Its owner was deallocated, or its token was canceled. The entry is then *dead*.
    var isDead: Bool { isOwned && owner == nil || perform == nil }
  }

  /// The number of entries below which an insertion does not remove dead entries.
  private static var minPruneCount: Int { 32 }

  /// The entries, with ascending keys in the order of registration.
  private var entries: [Entry] = []

  /// The number of entries at which the next insertion removes dead entries.
  ///
  /// It is twice the number of entries that remained after the last removal, so that the cost of
  /// each insertion is O(1) on average.
  private var pruneCount = minPruneCount

  /// The number of entries that remain although their tokens were canceled.
  private var cancelledCount = 0

  /// The number of entries that removals of dead entries have examined until now.
  ///
  /// Used by tests.
  package private(set) var pruneSteps = 0

  /// The key of the observer that was added last.
  ///
  /// A value is sent only to the observers that were added before, with keys up to this one.
  package private(set) var lastKey = 0

  /// Creates an empty collection.
  public init() {}

  /// A Boolean value that indicates whether the collection has no active observers.
  public var isEmpty: Bool { entries.allSatisfy(\.isDead) }

  /// The number of entries, including dead ones.
  package var entryCount: Int { entries.count }

  /// Adds an observer that is active until its token is canceled or released.
  public func add(_ perform: @escaping @MainActor (Value) -> Void) -> ObservationToken {
    let key = insert(nil, perform)
    return ObservationToken { [weak self] in self?.cancel(key) }
  }

  /// Cancels the observer with a key.
  ///
  /// - Complexity: O(log n), amortized. The entry remains until more than half of all entries are
  ///   canceled.
  private func cancel(_ key: Int) {
    guard let index = index(of: key) else { return }
    // The closure is released after the array has changed. It may own tokens of other entries,
    // whose cancellation changes the array again.
    let perform = entries[index].perform
    entries[index].perform = nil
    cancelledCount += 1
    if cancelledCount > max(Self.minPruneCount, entries.count / 2) { remove(where: \.isDead) }
    withExtendedLifetime(perform) {}
  }

  /// Adds an observer that is active until its owner is deallocated.
  package func add(owner: AnyObject, _ perform: @escaping @MainActor (Value) -> Void) {
    _ = insert(owner, perform)
  }

  /// Calls all observers that are registered now and are still active when their turn comes.
  public func notify(_ value: Value) { send(value, upTo: lastKey) }

  /// Calls the observers whose keys are at most `newest` and that are active when their turn comes.
  ///
  /// - Complexity: O(n log n) for n observers.
  package func send(_ value: Value, upTo newest: Int) {
    remove(where: \.isDead)
    for key in entries.map(\.key) {
      guard key <= newest else { return }
      guard let index = index(of: key), !entries[index].isDead else { continue }
      let perform = entries[index].perform
      perform?(value)
    }
  }

  /// Removes the observers of an owner.
  package func remove(_ owner: AnyObject) {
    remove { $0.owner === owner }
  }

  private func insert(
    _ owner: AnyObject?, _ perform: @escaping @MainActor (Value) -> Void
  ) -> Int {
    lastKey += 1
    let key = lastKey
    entries.append(Entry(key: key, owner: owner, isOwned: owner != nil, perform: perform))
    if entries.count >= pruneCount {
      remove(where: \.isDead)
      pruneCount = max(Self.minPruneCount, 2 * entries.count)
    }
    return key
  }

  /// Returns the index of the entry with a key, or `nil` if it was removed.
  private func index(of key: Int) -> Int? {
    let index = entries.partitioningIndex { $0.key >= key }
    return index < entries.count && entries[index].key == key ? index : nil
  }

  /// Removes the entries that satisfy a condition.
  ///
  /// They are released after the array has its final state, because they may own tokens of other
  /// entries.
  private func remove(where isOut: (Entry) -> Bool) {
    pruneSteps += entries.count
    guard entries.contains(where: isOut) else { return }
    // The condition is evaluated once for each entry, because another thread may release an owner
    // between two evaluations.
    var (kept, out): ([Entry], [Entry]) = ([], [])
    for entry in entries {
      if isOut(entry) { out.append(entry) } else { kept.append(entry) }
    }
    entries = kept
    cancelledCount = kept.count { $0.perform == nil }
    withExtendedLifetime(out) {}
  }
}
