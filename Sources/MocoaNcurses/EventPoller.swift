internal import CTerminalGuard
import Dispatch
import Glibc
import Synchronization

/// A thread that waits for keys and signals, and notifies the main actor.
///
/// The thread sleeps in `poll`. Sources of libdispatch are not suitable. They do not report that a
/// terminal was disconnected, because the read source is deleted without a call of its handler.
/// They also block signals in arbitrary threads, which child processes inherit, and cannot end a
/// program whose main actor does not respond.
final class EventPoller: Sendable {
  /// The events that the main actor receives.
  enum Event: Sendable, Equatable {
    /// Available input.
    ///
    /// No further input is reported until `resume`.
    case input
    /// The loss of the terminal.
    case hangUp
    /// A signal, with its number.
    case signal(Int32)
  }

  /// The time in seconds within which the main actor must respond after a termination signal.
  static let responseTimeout = 2.0

  /// The signals that request the program to end.
  static let terminationSignals: Set<Int32> = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  private struct State {
    var isCancelled = false
    var isReading = false
    var isHungUp = false
    var isInputHandled = true
  }

  private let terminal: Int32
  private let signals: Int32
  private let terminationSignals: Set<Int32>
  private let deliver: @MainActor @Sendable (Event) -> Void
  private let state = Mutex(State())
  private let thread = Mutex<pthread_t?>(nil)

  /// Creates a poller of a terminal and of the signal pipe of a ``TerminalGuard``.
  ///
  /// - Parameters:
  ///   - terminal: The file descriptor of the terminal.
  ///   - signals: The file descriptor of the signal pipe.
  ///   - endings: The termination signals, which end the program if the main actor does not
  ///     respond.
  ///   - deliver: A closure that receives the events.
  init(
    terminal: Int32, signals: Int32, endings: Set<Int32> = EventPoller.terminationSignals,
    deliver: @escaping @MainActor @Sendable (Event) -> Void
  ) {
    self.terminal = terminal
    self.signals = signals
    self.terminationSignals = endings
    self.deliver = deliver
  }

  /// Starts the thread.
  ///
  /// Reading is paused until `resume`.
  ///
  /// - Throws: ``NcursesError/noThread``.
  func start() throws(NcursesError) {
    state.withLock { $0.isReading = true }
    let context = Unmanaged.passRetained(self)
    var made = pthread_t()
    let failed = pthread_create(
      &made, nil,
      { context in
        mocoa_guard_block_signals()
        if let context { Unmanaged<EventPoller>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard failed == 0 else {
      context.release()
      throw .noThread
    }
    thread.withLock { $0 = made }
  }

  /// Resumes reporting available input.
  ///
  /// Call this method after all available input was read.
  func resume() {
    state.withLock { $0.isReading = false }
    mocoa_guard_poke()
  }

  /// Stops reporting available input until `resume`.
  func pause() {
    state.withLock { $0.isReading = true }
    mocoa_guard_poke()
  }

  /// Ends the thread.
  ///
  /// No events are delivered afterwards.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    mocoa_guard_poke()
    if let thread = thread.withLock({ $0.take() }) { pthread_join(thread, nil) }
  }

  private func run() {
    var first: Double?
    var deadline: (time: Double, signal: Int32)?
    while true {
      let now = MonotonicTime.seconds
      if let expired = deadline, now >= expired.time {
        if !state.withLock({ $0.isInputHandled }) { mocoa_guard_end(expired.signal) }
        deadline = (now + Self.responseTimeout, expired.signal)
        ping()
      }
      let before = state.withLock { $0 }
      if before.isCancelled { return }
      let isWatching = !before.isReading && !before.isHungUp
      var ready = [
        pollfd(fd: isWatching ? terminal : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      ]
      let wait = deadline.map { Int32(max(0, $0.time - now) * 1000) + 1 } ?? -1
      guard poll(&ready, 2, wait) > 0 else { continue }
      if ready[0].revents != 0 { notifyInput(ready[0].revents) }
      while case let signal = mocoa_guard_next_signal(), signal != 0 {
        call(.signal(signal))
        guard terminationSignals.contains(signal) else { continue }
        if let first, MonotonicTime.seconds >= first + Self.responseTimeout {
          endUnlessCancelled(signal)
        }
        first = first ?? MonotonicTime.seconds
        if deadline == nil {
          deadline = (MonotonicTime.seconds + Self.responseTimeout, signal)
          ping()
        }
      }
    }
  }

  private func notifyInput(_ events: Int16) {
    // Readable without bytes means end of file, which would be reported forever.
    var waiting: Int32 = 0
    let isHungUp =
      events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
      || ioctl(terminal, UInt(FIONREAD), &waiting) != 0 || waiting == 0
    state.withLock { state in
      state.isReading = true
      state.isHungUp = isHungUp
    }
    call(.input)
    if isHungUp { call(.hangUp) }
  }

  /// Requests a response of the main actor, which shows that it is not blocked.
  private func ping() {
    state.withLock { $0.isInputHandled = false }
    DispatchQueue.main.async { @Sendable [weak self] in
      self?.state.withLock { $0.isInputHandled = true }
    }
  }

  private func endUnlessCancelled(_ signal: Int32) {
    if !state.withLock({ $0.isCancelled }) { mocoa_guard_end(signal) }
  }

  private func call(_ event: Event) {
    DispatchQueue.main.async { @Sendable [weak self] in
      MainActor.assumeIsolated {
        guard let self, !self.state.withLock({ $0.isCancelled }) else { return }
        self.deliver(event)
      }
    }
  }
}
