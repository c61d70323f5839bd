internal import Glibc
internal import MocoaModel
internal import MocoaSystem
internal import Synchronization

/// The requests of other threads to the thread that runs a command.
final class CommandControl: Sendable {
  private struct Requests {
    var isPaused = false
    var isRunWanted = false
  }

  /// A token that is canceled when the command must not run again.
  let cancellation = CancellationToken()

  /// The pipe that ends any wait of the thread that runs the command.
  let wake = WakePipe()

  private let requests = Mutex(Requests())

  /// Pauses or resumes the scheduled runs.
  func setPaused(_ isPaused: Bool) {
    requests.withLock { $0.isPaused = isPaused }
    wake.wake()
  }

  /// Requests one run, which starts immediately or after the current run.
  func requestRun() {
    requests.withLock { $0.isRunWanted = true }
    wake.wake()
  }

  /// Ends the current run and prevents further runs.
  func stop() {
    cancellation.cancel()
    wake.wake()
  }

  /// Waits for the next run.
  ///
  /// - Parameter time: The time of the next scheduled run. A requested run starts earlier. During a
  ///   pause, only requested runs start.
  /// - Returns: `false` if no run follows, because the command was stopped.
  func waits(until time: ContinuousClock.Instant) -> Bool {
    while !cancellation.isCancelled {
      let isPaused = requests.withLock { requests -> Bool? in
        defer { requests.isRunWanted = false }
        return requests.isRunWanted ? nil : requests.isPaused
      }
      guard let isPaused else { return true }
      let left = time - .now
      if !isPaused, left <= .zero { return true }
      _ = wake.sleep(milliseconds: isPaused ? -1 : left.milliseconds)
      wake.reset()
    }
    return false
  }
}

extension Duration {
  /// The duration in milliseconds, rounded up and clamped to `Int32`, as system calls expect it.
  var milliseconds: Int32 { Int32(clamping: Int64((self / .milliseconds(1)).rounded(.up))) }
}
