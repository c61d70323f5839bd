internal import MocoaModel

/// A comparison of two lists on a background thread.
///
/// If the list is deallocated, the computation finishes its pending batches without an update.
@MainActor
final class DifferenceComputation {
  /// The revision of the requested list.
  let revision: Int

  /// The token that cancels the computation.
  let cancellation = CancellationToken()

  private var updates: [BatchUpdate]

  init(of target: PendingList) {
    (revision, updates) = (target.revision, target.updates)
  }

  /// Cancels the computation without finishing its batches.
  func supersede() {
    cancellation.cancel()
    updates = []
  }

  isolated deinit {
    cancellation.cancel()
    for update in updates { update.finish(nil) }
  }
}
