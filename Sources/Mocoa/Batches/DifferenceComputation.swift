internal import MocoaModel

/// A comparison of two lists on a background thread.
///
/// If the list is deallocated, its pending batches finish without an update.
@MainActor
final class DifferenceComputation {
  /// The revision of the requested list that is compared.
  let revision: Int

  /// The token that cancels the computation.
  let cancellation = CancellationToken()

  private var updates: [BatchUpdate]

  init(of target: PendingList) {
    (revision, updates) = (target.revision, target.updates)
  }

  /// Cancels the computation, because a newer request replaces it.
  ///
  /// The batches that wait for it do not finish.
  func supersede() {
    cancellation.cancel()
    updates = []
  }

  isolated deinit {
    cancellation.cancel()
    for update in updates { update.finish(nil) }
  }
}
