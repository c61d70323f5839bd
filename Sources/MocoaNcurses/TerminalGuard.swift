internal import CTerminalGuard
import Dispatch
import Glibc

/// Sees to it that the terminal is given back, however the program ends.
///
/// - A crash (a trap of Swift, `abort`, a bad address, a stack that overflows on the main thread)
///   writes the prepared reset string, restores the modes, copies out what was written to stderr
///   meanwhile, and lets the signal have its way.
/// - TERM, HUP, INT and QUIT are told as events, so that the program closes in the ordinary way. One
///   that the main actor does not take within `patience`, or that comes again after that time, ends
///   the program as a crash would: stuck in a long computation it still obeys.
/// - An `exit` without `close` is caught by `atexit`.
@MainActor
public final class TerminalGuard {
  /// The exit status by which a program says that this signal ended it.
  public nonisolated static func exitStatus(_ signal: Int32) -> Int32 {
    128 + signal
  }

  /// How long a signal that asks for the end may wait for the main actor.
  nonisolated static let patience = DispatchTimeInterval.seconds(2)

  /// The signals that ask for the end.
  nonisolated static let endings: Set<Int32> = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  private let terminal: Int32
  private var saved: termios
  private let reset: [UInt8]
  private var source: (any DispatchSourceRead)?
  private let relay: SignalRelay

  /// Guards a terminal whose modes are `saved` and which `reset` brings back.
  ///
  /// `deliver` is told of signals from then on.
  init(
    terminal: Int32, saved: termios, reset: [UInt8],
    deliver: @escaping @MainActor @Sendable (Int32) -> Void
  ) {
    self.terminal = terminal
    self.saved = saved
    self.reset = reset
    relay = SignalRelay(deliver: deliver)
    let descriptor = mocoa_guard_catch_signals()
    if descriptor >= 0 { source = relay.listen(to: descriptor) }
    take()
  }

  /// The terminal is ours: a crash gives it back, and stderr is kept off it.
  func take() {
    reset.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      mocoa_guard_arm(terminal, &saved, start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    mocoa_guard_keep_stderr()
  }

  /// The terminal has been given back in the ordinary way.
  func giveBack() {
    mocoa_guard_disarm()
    mocoa_guard_release_stderr()
  }

  /// Whether the program can be stopped and would be continued.
  var canStop: Bool { mocoa_guard_can_stop() }

  /// Stops the program, or all programs of its job, and returns when it is continued.
  ///
  /// The terminal has to be given back before and taken again after.
  func stop(wholeJob: Bool) {
    mocoa_guard_stop(wholeJob)
    // The shell may have been told other modes meanwhile. In the background these are its own.
    if tcgetpgrp(terminal) == getpgrp() { _ = tcgetattr(terminal, &saved) }
  }

  /// Ends the guarding; signals are again as they were before.
  func end() {
    giveBack()
    relay.cancel()
    source?.cancel()
    source = nil
    mocoa_guard_release_signals()
  }
}
