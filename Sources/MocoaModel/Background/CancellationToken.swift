internal import Synchronization

/// A flag that requests the end of a computation and can be set and read on any thread.
package final class CancellationToken: Sendable {
  private let flag = Atomic(false)
  private let parent: CancellationToken?

  /// Creates a token that is not canceled.
  ///
  /// - Parameter parent: A parent token. If the parent is canceled, this token is canceled too.
  package init(parent: CancellationToken? = nil) {
    self.parent = parent
  }

  /// A Boolean value that indicates whether the computation should end.
  package var isCancelled: Bool {
    flag.load(ordering: .relaxed) || parent?.isCancelled == true
  }

  /// Requests the end of the computation.
  ///
  /// Can be called on any thread.
  package func cancel() {
    flag.store(true, ordering: .relaxed)
  }
}
