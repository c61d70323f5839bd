internal import Glibc

/// A value that several threads share, protected by a lock.
///
/// A thread can wait until the value satisfies a condition.
package final class Monitor<State>: @unchecked Sendable {
  // Sendable, because the state is accessed only while the mutex is locked.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  package init(_ state: sending State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the state, and wakes the threads that wait for a condition.
  package func update<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body(&state)
  }

  /// Waits until a condition holds or the time limit expires.
  ///
  /// - Parameters:
  ///   - limit: The maximum time to wait, or `nil` to wait without a limit.
  ///   - condition: A closure that returns `true` if the condition holds. It is called while the
  ///     state is locked.
  /// - Returns: The state at the end of the wait.
  package func wait(atMost limit: Duration? = nil, until condition: (State) -> Bool) -> State {
    var deadline = timespec()
    if let limit {
      clock_gettime(CLOCK_MONOTONIC, &deadline)
      let (seconds, attoseconds) = limit.components
      deadline.tv_sec += Int(seconds)
      deadline.tv_nsec += Int(attoseconds / 1_000_000_000)
      if deadline.tv_nsec >= 1_000_000_000 {
        deadline.tv_nsec -= 1_000_000_000
        deadline.tv_sec += 1
      }
    }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !condition(state) {
      if limit == nil {
        pthread_cond_wait(changed, mutex)
      } else if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT {
        break
      }
    }
    return state
  }
}
