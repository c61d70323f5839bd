internal import Glibc
internal import MocoaModel

/// One reading session of a source: the first read on a background thread, and all later reads
/// caused by changes.
final class BackgroundReading: Sendable {
  /// A closure that receives an update of the list, or `nil`, and the reading phase.
  typealias Handler = (ListUpdate?, ListPhase) -> Void

  /// The token that ends the session.
  let cancellation = CancellationToken()

  private let onCancel: @Sendable () -> Void

  /// Creates a session.
  ///
  /// - Parameter onCancel: A closure that wakes the thread after the session is canceled.
  init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Ends the session.
  ///
  /// Results that arrive later are not published.
  func cancel() {
    cancellation.cancel()
    onCancel()
  }

  /// Reads on a thread, and publishes the results until the session is canceled.
  ///
  /// Results that arrive within the initial timeout are published before the method returns, so that
  /// they appear in the first frame.
  ///
  /// - Parameters:
  ///   - path: The path of the source in an error message.
  ///   - state: The state that publishes the results.
  ///   - body: A closure that reads and passes each result to its argument.
  /// - Returns: `false` if no result was published yet.
  @MainActor
  @discardableResult
  func run(
    _ path: String, publishingTo state: SourceState,
    _ body: @escaping @Sendable (Handler) -> Void
  ) -> Bool {
    let beginning = Monitor(InitialResults())
    let take: @MainActor @Sendable (ListUpdate?, ListPhase) -> Void = {
      [weak state, cancellation] update, phase in
      if !cancellation.isCancelled { state?.show(update, phase) }
    }
    let isRunning = BackgroundThread.run {
      body { update, phase in
        if beginning.update({ $0.record(update, phase) }) { return }
        MainActorScheduler.schedule { take(update, phase) }
      }
      beginning.update { $0.finish() }
    }
    guard isRunning else {
      state.show(nil, .failed("\(SourceError.system(path, EAGAIN))"))
      return true
    }
    _ = beginning.wait(atMost: InitialResults.initialTimeout) { $0.isComplete }
    let results = beginning.update { $0.end() }
    for result in results { state.show(result.update, result.phase) }
    return !results.isEmpty
  }
}
