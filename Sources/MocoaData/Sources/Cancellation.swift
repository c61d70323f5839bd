internal import Synchronization

/// A wish, from any thread to any other, that some work should end.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// Whether the work should end.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Wishes it.
  func cancel() {
    flag.store(true, ordering: .relaxed)
  }
}
