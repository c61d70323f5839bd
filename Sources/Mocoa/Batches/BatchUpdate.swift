public import MocoaModel

/// What will have come of a batch of updates.
///
/// It is finished when the tree of view models has changed and renderers were told, not when their
/// motion has ended. That is mostly so when it is returned; after a large change it takes a moment.
@MainActor
public final class BatchUpdate {
  private enum State {
    case waiting([@MainActor (ListUpdate?) -> Void])
    case finished(ListUpdate?)
  }

  private var state: State

  init() {
    state = .waiting([])
  }

  /// One of which nothing comes.
  static var nothing: BatchUpdate {
    let update = BatchUpdate()
    update.finish(nil)
    return update
  }

  /// Whether it is finished.
  public var isFinished: Bool {
    if case .finished = state { true } else { false }
  }

  /// The one update that came of it, together with all else that was asked for until then; nil
  /// where nothing changed, or the list is gone.
  ///
  /// Programs that must not wake while nothing happens use `whenFinished(_:)`: what awaits is resumed
  /// by a thread of Swift's pool, which the system then looks after for good.
  public var finished: ListUpdate? {
    get async {
      if case .finished(let update) = state { return update }
      return await withCheckedContinuation { continuation in
        whenFinished { continuation.resume(returning: $0) }
      }
    }
  }

  /// Calls back once with what `finished` gives: now if it is finished, else when it is.
  public func whenFinished(_ perform: @escaping @MainActor (ListUpdate?) -> Void) {
    switch state {
    case .finished(let update): perform(update)
    case .waiting(let waiting): state = .waiting(waiting + [perform])
    }
  }

  /// Finishes it; whoever comes later changes nothing.
  func finish(_ update: ListUpdate?) {
    guard case .waiting(let waiting) = state else { return }
    state = .finished(update)
    for perform in waiting { perform(update) }
  }
}
