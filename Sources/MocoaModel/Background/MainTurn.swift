internal import Dispatch

/// The turns of the main thread's loop.
package enum MainTurn {
  /// Runs `perform` on the main actor when what runs there now is done; may be called on any thread.
  ///
  /// Not a task: that may start the pool of threads which keeps an idle program from resting.
  package static func afterThis(_ perform: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated { perform() } }
  }
}
