internal import Glibc
internal import MocoaModel
internal import Synchronization

/// What the thread that runs a command is asked for, from any other.
final class CommandControl: Sendable {
  private struct Wishes {
    var isPaused = false
    var isRunWanted = false
  }

  /// Cancelled when the command is not to run any more.
  let cancellation = Cancellation()

  /// Wakes the thread, whatever it waits for.
  let wake = Wake()

  private let wishes = Mutex(Wishes())

  /// Asks for no more runs, or for runs again.
  func setPaused(_ isPaused: Bool) {
    wishes.withLock { $0.isPaused = isPaused }
    wake.wake()
  }

  /// Asks for one run, at once or behind the one that goes on.
  func wantRun() {
    wishes.withLock { $0.isRunWanted = true }
    wake.wake()
  }

  /// Ends the run that goes on, and all that would follow.
  func stop() {
    cancellation.cancel()
    wake.wake()
  }

  /// Waits for the next run.
  ///
  /// - Parameter due: when it is time for it, where it is not asked for and nothing is paused.
  /// - Returns: false when there will be none.
  func waits(until due: ContinuousClock.Instant) -> Bool {
    while !cancellation.isCancelled {
      let isPaused = wishes.withLock { wishes -> Bool? in
        defer { wishes.isRunWanted = false }
        return wishes.isRunWanted ? nil : wishes.isPaused
      }
      guard let isPaused else { return true }
      let left = due - .now
      if !isPaused, left <= .zero { return true }
      _ = wake.rests(milliseconds: isPaused ? -1 : left.milliseconds)
      wake.forget()
    }
    return false
  }
}

extension Duration {
  /// A whole number of milliseconds, not less than it takes, as the system's calls want it.
  var milliseconds: Int32 { Int32(clamping: Int64((self / .milliseconds(1)).rounded(.up))) }
}
