internal import Synchronization

/// The saves that a program completes before it ends.
///
/// A program thus does not depend on the target that saves.
package enum PendingSaves {
  /// A function that completes saves within a duration, and returns the errors of the others.
  package typealias Flush = @Sendable (_ limit: Duration) -> [any Error]

  private static let flushes = Mutex<[Flush]>([])

  /// Registers a function that completes saves.
  package static func register(_ flush: @escaping Flush) {
    flushes.withLock { $0.append(flush) }
  }

  /// Waits until all registered saves are complete or have failed.
  ///
  /// Call this method before the program ends.
  ///
  /// - Parameter limit: The maximum duration of each registered function.
  /// - Returns: The errors of the saves that are not complete.
  package static func flush(timeout limit: Duration) -> [any Error] {
    flushes.withLock { $0 }.flatMap { $0(limit) }
  }
}
