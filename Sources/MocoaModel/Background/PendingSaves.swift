internal import Synchronization

/// The saves that must be complete before the program ends.
///
/// A target that saves data registers a function here. Therefore the code that ends the program
/// does not import that target.
package enum PendingSaves {
  /// A function that completes pending saves within a time limit.
  ///
  /// The function returns the errors of the saves that it did not complete.
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
