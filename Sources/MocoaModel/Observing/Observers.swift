/// The right to be told of something, until it is cancelled or let go.
@MainActor
public final class ObservationToken {
  private var onCancel: (@MainActor () -> Void)?

  /// A token that runs `onCancel` once, when cancelled or when the last reference is gone.
  public init(onCancel: @escaping @MainActor () -> Void) {
    self.onCancel = onCancel
  }

  /// Ends the observation; later calls do nothing.
  public func cancel() {
    // Taken out first: what it runs may cancel this token again.
    let perform = onCancel
    onCancel = nil
    perform?()
  }

  isolated deinit {
    cancel()
  }
}

/// Those who want to be told of a value, in the order in which they asked.
///
/// They are told as long as their token is there, or an owner lives.
@MainActor
public final class Observers<Value> {
  private struct Entry {
    let key: Int
    weak var owner: AnyObject?
    let isOwned: Bool

    /// nil after its token was cancelled.
    var perform: (@MainActor (Value) -> Void)?

    /// Whether its owner is gone, or its token was cancelled.
    var isDead: Bool { isOwned && owner == nil || perform == nil }
  }

  /// With fewer entries than these nobody looks for dead ones before something is sent.
  private static var leastPruned: Int { 32 }

  /// Their keys ascend: whoever asks later is behind all others.
  private var entries: [Entry] = []

  /// With how many entries the dead ones are taken out: twice as many as were left the last time, so
  /// that each is looked at but a few times.
  private var pruneCount = leastPruned

  /// The number of entries whose tokens were cancelled.
  private var cancelledCount = 0

  /// The number of entries that were looked at to take out dead ones; for tests.
  package private(set) var pruneSteps = 0

  /// The key of whoever asked last; those who ask later are told of nothing that was sent before.
  package private(set) var newest = 0

  /// Nobody yet.
  public init() {}

  /// Whether nobody wants to be told.
  public var isEmpty: Bool { entries.allSatisfy(\.isDead) }

  /// How many are remembered, dead ones among them.
  package var entryCount: Int { entries.count }

  /// Adds somebody, who is told until the token is cancelled or let go.
  public func add(_ perform: @escaping @MainActor (Value) -> Void) -> ObservationToken {
    let key = insert(nil, perform)
    return ObservationToken { [weak self] in self?.cancel(key) }
  }

  /// Ends what somebody observes with a token.
  ///
  /// - Complexity: O(log n), amortized: the entry stays until half of all are cancelled.
  private func cancel(_ key: Int) {
    guard let index = index(of: key) else { return }
    // The closure is released after the array was changed: it may own tokens of other entries, whose
    // cancelling changes the array again.
    let perform = entries[index].perform
    entries[index].perform = nil
    cancelledCount += 1
    if cancelledCount > max(Self.leastPruned, entries.count / 2) { remove(where: \.isDead) }
    withExtendedLifetime(perform) {}
  }

  /// Adds somebody, who is told as long as the owner lives.
  package func add(owner: AnyObject, _ perform: @escaping @MainActor (Value) -> Void) {
    _ = insert(owner, perform)
  }

  /// Tells everybody who is registered now and still is when their turn comes.
  public func send(_ value: Value) { send(value, upTo: newest) }

  /// Tells those who had asked when `newest` was this, and still are registered when their turn comes.
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

  /// Ends what somebody observes as its owner.
  package func remove(_ owner: AnyObject) {
    remove { $0.owner === owner }
  }

  private func insert(
    _ owner: AnyObject?, _ perform: @escaping @MainActor (Value) -> Void
  ) -> Int {
    newest += 1
    let key = newest
    entries.append(Entry(key: key, owner: owner, isOwned: owner != nil, perform: perform))
    if entries.count >= pruneCount {
      remove(where: \.isDead)
      pruneCount = max(Self.leastPruned, 2 * entries.count)
    }
    return key
  }

  /// Where the entry with a key is, while it is.
  private func index(of key: Int) -> Int? {
    let index = entries.firstPlace { $0.key >= key }
    return index < entries.count && entries[index].key == key ? index : nil
  }

  /// Those removed are let go after the others are in order again: they may own tokens of these.
  private func remove(where isOut: (Entry) -> Bool) {
    pruneSteps += entries.count
    guard entries.contains(where: isOut) else { return }
    // Each is judged once: an owner may be let go on another thread meanwhile.
    var (kept, out): ([Entry], [Entry]) = ([], [])
    for entry in entries {
      if isOut(entry) { out.append(entry) } else { kept.append(entry) }
    }
    entries = kept
    cancelledCount = kept.count { $0.perform == nil }
    withExtendedLifetime(out) {}
  }
}
