internal import Dispatch
internal import Glibc

/// A thread for one long piece of work.
///
/// Neither a task nor a dispatch queue: both start workers of a pool that the system then looks after
/// once a second for as long as the program runs, and an idle program must not wake.
package enum BackgroundThread {
  /// Runs `body` on a thread of its own.
  ///
  /// - Returns: false where no thread can be had; `body` is not run then.
  package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    // Beside Dispatch, the type's initializer is said to be in a module that nobody should import.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, attributes,
      { context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    if failure != 0 { work.release() }
    return failure == 0
  }

  /// Runs `work` on a thread of its own, and then `perform` with what came of it on the main actor.
  ///
  /// - Returns: false where no thread can be had; neither is run then.
  package static func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value,
    then perform: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Bool {
    run {
      let value = work()
      DispatchQueue.main.async { MainActor.assumeIsolated { perform(value) } }
    }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }
}
