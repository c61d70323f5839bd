internal import Dispatch
internal import Glibc

/// Runs long computations on dedicated threads.
///
/// The computations run neither in tasks nor on dispatch queues. Both would start a thread pool,
/// which wakes an idle program once a second.
package enum BackgroundThread {
  /// Runs `body` on a new thread.
  ///
  /// - Returns: `false` if no thread could be created. `body` does not run in that case.
  package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    // If Dispatch is imported, the compiler attributes the type's initializer to a module that must
    // not be imported, so the memory is allocated without it.
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

  /// Runs `work` on a new thread, then calls `perform` with its result on the main actor.
  ///
  /// - Returns: `false` if no thread could be created. Neither closure runs in that case.
  package static func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value,
    completion perform: @escaping @MainActor @Sendable (Value) -> Void
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
