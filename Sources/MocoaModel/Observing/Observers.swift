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
    onCancel?()
    onCancel = nil
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

  /// Adds somebody, who is told until the token is cancelled or let go.
  public func add(_ perform: @escaping @MainActor (Value) -> Void) -> ObservationToken {
    lastKey += 1
    let key = lastKey
    entries.append((key, perform))
    return ObservationToken { [weak self] in
      self?.entries.removeAll { $0.key == key }
    }
  }

  /// Tells everybody who is registered now and still is when their turn comes.
  public func send(_ value: Value) {
    for key in entries.map(\.key) {
      entries.first { $0.key == key }?.perform(value)
    }
  }
}
