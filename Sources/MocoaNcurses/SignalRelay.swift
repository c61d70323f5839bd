internal import CTerminalGuard
import Dispatch
import Synchronization

/// Carries signals from the guard's pipe to the main actor, and does not wait for it forever.
final class SignalRelay: Sendable {
  private let queue = DispatchQueue(label: "mocoa.signals")
  private let deliver: @MainActor @Sendable (Int32) -> Void

  private struct State {
    var firstEnding: DispatchTime?
    var isTaken = false
    var isCancelled = false
  }
  private let state = Mutex(State())

  /// A relay that hands signals to `deliver`.
  init(deliver: @escaping @MainActor @Sendable (Int32) -> Void) {
    self.deliver = deliver
  }

  /// Begins to carry what comes out of the guard's pipe, until the source is cancelled.
  func listen(to descriptor: Int32) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { @Sendable [weak self] in
      while true {
        let signal = mocoa_guard_next_signal()
        guard signal != 0 else { return }
        self?.carry(signal)
      }
    }
    source.activate()
    return source
  }

  /// Hands over nothing more, and ends the program no more.
  func cancel() {
    state.withLock { $0.isCancelled = true }
  }

  private func carry(_ signal: Int32) {
    if TerminalGuard.endings.contains(signal) { expectEnd(signal) }
    DispatchQueue.main.async { @Sendable [weak self] in
      MainActor.assumeIsolated { self?.handOver(signal) }
    }
  }

  @MainActor private func handOver(_ signal: Int32) {
    let isCancelled = state.withLock { state in
      if TerminalGuard.endings.contains(signal) { state.isTaken = true }
      return state.isCancelled
    }
    if !isCancelled { deliver(signal) }
  }

  private func expectEnd(_ signal: Int32) {
    let now = DispatchTime.now()
    let first = state.withLock { state in
      state.firstEnding = state.firstEnding ?? now
      return state.firstEnding ?? now
    }
    if now >= first + TerminalGuard.patience { return endUnlessCancelled(signal) }
    queue.asyncAfter(deadline: now + TerminalGuard.patience) { @Sendable [weak self] in
      guard let self, !self.state.withLock({ $0.isTaken }) else { return }
      self.endUnlessCancelled(signal)
    }
  }

  private func endUnlessCancelled(_ signal: Int32) {
    if !state.withLock({ $0.isCancelled }) { mocoa_guard_end(signal) }
  }
}
