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
@MainActor
public final class Observers<Value> {
  private var entries: [(key: Int, perform: @MainActor (Value) -> Void)] = []
  private var lastKey = 0

  /// Nobody yet.
  public init() {}

  /// Whether nobody wants to be told.
  public var isEmpty: Bool { entries.isEmpty }

  /// Adds somebody, who is told until the token is cancelled or let go.
  public func add(_ perform: @escaping @MainActor (Value) -> Void) -> ObservationToken {
    lastKey += 1
    let key = lastKey
    entries.append((key, perform))
    return ObservationToken { [weak self] in
      self?.remove(key)
    }
  }

  /// Tells everybody who is registered now and still is when their turn comes.
  public func send(_ value: Value) {
    for key in entries.map(\.key) {
      entries.first { $0.key == key }?.perform(value)
    }
  }

  private func remove(_ key: Int) {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
    // The entry is let go after the array was changed: it may own tokens of other entries, whose
    // cancelling changes the array again.
    let entry = entries.remove(at: index)
    withExtendedLifetime(entry) {}
  }
}
