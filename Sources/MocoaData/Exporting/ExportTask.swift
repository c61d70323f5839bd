package import MocoaModel

/// A task that writes items to a file on a background thread.
package final class ExportTask: Sendable {
  /// The file that the task writes.
  package let file: ExportFile

  private let cancellation = CancellationToken()
  private let isDone = Monitor(false)
  private let progress = Mailbox<Double>()

  /// Creates a task that is not started.
  package init(_ file: ExportFile) { self.file = file }

  /// Starts the task.
  ///
  /// The closure `tell` receives the completed fraction, from 0 to 1, on the main actor.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - paths: The paths of the values to write, or `nil` to write complete items.
  ///   - end: A closure that receives the result on the main actor.
  package func start(
    _ items: ItemSubset, at paths: [String]? = nil,
    progress tell: @escaping @MainActor @Sendable (Double) -> Void,
    completion end:
      @escaping @MainActor @Sendable (Result<ExportFile.Summary, ExportFile.ExportError>) -> Void
  ) {
    let work: @Sendable () -> Void = { [self] in
      let result = Result { () throws(ExportFile.ExportError) in
        try file.write(items, at: paths, cancellation) { share in
          self.progress.post(merging: { _ in share }) {
            if let share = self.progress.take() { tell(share) }
          }
        }
      }
      isDone.update { $0 = true }
      MainActorScheduler.schedule { end(result) }
    }
    // If no thread is available, writing blocks the current thread.
    if !BackgroundThread.run(work) { work() }
  }

  /// Cancels the task and removes its temporary file.
  package func cancel() { cancellation.cancel() }

  /// Cancels the task, and waits at most one second until its temporary file is removed.
  package func cancelAndWait() {
    cancel()
    _ = isDone.wait(atMost: .seconds(1)) { $0 }
  }
}
