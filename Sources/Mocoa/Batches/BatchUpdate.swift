public import MocoaModel

/// The pending result of a batch of edits.
///
/// A batch finishes after the view-model tree has changed and the renderers are notified;
/// animations may still run. Most batches are finished when they are returned. A large change
/// finishes later.
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

  /// A finished batch that changed nothing.
  static var empty: BatchUpdate {
    let update = BatchUpdate()
    update.finish(nil)
    return update
  }

  /// A Boolean value that indicates whether the batch is finished.
  public var isFinished: Bool {
    if case .finished = state { true } else { false }
  }

  /// The update that resulted from the batch, together with all changes requested until then.
  ///
  /// It is `nil` if nothing changed, or if the list was deallocated.
  ///
  /// For a program that must be idle between events, use `onFinish(_:)`. A suspended `await` is
  /// resumed by a thread of the Swift concurrency pool, which then wakes periodically until the
  /// program ends.
  public var result: ListUpdate? {
    get async {
      if case .finished(let update) = state { return update }
      return await withCheckedContinuation { continuation in
        onFinish { continuation.resume(returning: $0) }
      }
    }
  }

  /// Calls a closure once with `result`.
  ///
  /// The call is immediate if the batch is finished; otherwise it happens when the batch finishes.
  public func onFinish(_ perform: @escaping @MainActor (ListUpdate?) -> Void) {
    switch state {
    case .finished(let update): perform(update)
    case .waiting(let waiting): state = .waiting(waiting + [perform])
    }
  }

  /// Finishes the batch.
  ///
  /// Later calls have no effect.
  func finish(_ update: ListUpdate?) {
    guard case .waiting(let waiting) = state else { return }
    state = .finished(update)
    for perform in waiting { perform(update) }
  }
}
