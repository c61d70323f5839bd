internal import MocoaModel

/// A difference that is computed on a thread.
///
/// It goes with its list; those who waited are then told that nothing came of it.
@MainActor
final class Computation {
  /// What is computed.
  let revision: Int

  /// Whether it is to end early.
  let cancellation = Cancellation()

  private var updates: [BatchUpdate]

  init(of target: ListTarget) {
    (revision, updates) = (target.revision, target.updates)
  }

  /// Ends it early; others take care of those who wait.
  func supersede() {
    cancellation.cancel()
    updates = []
  }

  isolated deinit {
    cancellation.cancel()
    for update in updates { update.finish(nil) }
  }
}
