package import MocoaModel

/// The writing of items to a file, on a thread of its own.
package final class ItemFileJob: Sendable {
  /// The file.
  package let file: ItemFile

  private let cancellation = Cancellation()
  private let isDone = Monitor(false)
  private let progress = Mailbox<Double>()

  /// A job that was not begun.
  package init(_ file: ItemFile) { self.file = file }

  /// Begins.
  ///
  /// - Parameters:
  ///   - paths: where in the items stands what is written of them; nil for all of it.
  ///   - tell: told now and then how much is done, 0 to 1.
  ///   - end: told what came of it.
  package func start(
    _ items: ChosenItems, at paths: [String]? = nil,
    tell: @escaping @MainActor @Sendable (Double) -> Void,
    end: @escaping @MainActor @Sendable (Result<ItemFile.Outcome, ItemFile.Fault>) -> Void
  ) {
    let work: @Sendable () -> Void = { [self] in
      let result = Result { () throws(ItemFile.Fault) in
        try file.write(items, at: paths, cancellation) { share in
          self.progress.leave(merging: { _ in share }) {
            if let share = self.progress.take() { tell(share) }
          }
        }
      }
      isDone.update { $0 = true }
      MainTurn.afterThis { end(result) }
    }
    // Without a thread it takes as long as it takes.
    if !BackgroundThread.run(work) { work() }
  }

  /// Stops it; nothing is left of the file.
  package func cancel() { cancellation.cancel() }

  /// Stops it, and waits until nothing is left of the file, or for a second.
  package func cancelAndWait() {
    cancel()
    _ = isDone.wait(atMost: .seconds(1)) { $0 }
  }
}
