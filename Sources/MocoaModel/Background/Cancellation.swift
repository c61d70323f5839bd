internal import Synchronization

/// A wish, from any thread to any other, that some work should end.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)
  private let whole: Cancellation?

  /// Work that goes on.
  ///
  /// - Parameter whole: what this is a part of, and ends with.
  package init(within whole: Cancellation? = nil) {
    self.whole = whole
  }

  /// Whether the work should end.
  package var isCancelled: Bool {
    flag.load(ordering: .relaxed) || whole?.isCancelled == true
  }

  /// Wishes it.
  package func cancel() {
    flag.store(true, ordering: .relaxed)
  }
}
