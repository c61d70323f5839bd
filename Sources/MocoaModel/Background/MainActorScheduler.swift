internal import Dispatch

/// Scheduling in the run loop of the main thread.
package enum MainActorScheduler {
  /// Runs `perform` on the main actor after its current work.
  ///
  /// Can be called on any thread.
  ///
  /// A task is not used, because it may start the thread pool that keeps an idle program awake.
  package static func schedule(_ perform: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated { perform() } }
  }
}
