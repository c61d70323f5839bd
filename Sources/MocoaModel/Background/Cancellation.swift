internal import Synchronization

/// A wish, from any thread to any other, that some work should end.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// Work that goes on.
  package init() {}

  /// Whether the work should end.
  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Wishes it.
  package func cancel() {
    flag.store(true, ordering: .relaxed)
  }
}
