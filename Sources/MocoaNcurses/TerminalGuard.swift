internal import CTerminalGuard
import Glibc

/// Restores the terminal on every exit path: return, error, signal and crash.
///
/// - After a crash (a Swift trap, `abort`, an invalid address, a stack overflow) it writes the
///   prepared reset sequence and restores the modes. It then copies the text written to stderr in
///   the meantime, and lets the signal take effect.
/// - TERM, HUP, INT and QUIT are reported as events, so that the program can close normally. From
///   then on the main actor must respond every two seconds. Otherwise the guard restores the
///   terminal and ends the process, as after a crash. A second signal more than two seconds after
///   the first ends the process at once, even during a long computation or a slow exit.
/// - `atexit` handles a call of `exit` without `close`.
///
/// A signal handler needs a stack. Threads that call the backend get a separate signal stack, so
/// that the handler also works after a stack overflow. See ``installSignalStack()``.
@MainActor
public final class TerminalGuard {
  /// Returns the exit status of a program that was ended by a signal: 128 + the signal number.
  public nonisolated static func exitStatus(_ signal: Int32) -> Int32 {
    128 + signal
  }

  /// Installs a signal stack for the calling thread.
  ///
  /// Without it, a stack overflow ends the program at once, and the terminal is not restored. The
  /// backend installs one on each thread that calls it, because without `MainLoop` the main actor
  /// has no fixed thread. Call this method on other threads with deep recursion. Repeated calls are
  /// cheap.
  public nonisolated static func installSignalStack() {
    mocoa_guard_shelter()
  }

  private let terminal: Int32
  private var saved: termios
  private var reset: [UInt8]

  /// The file descriptor from which the numbers of signals are read, or -1.
  let signals: Int32

  /// Creates a guard of a terminal.
  ///
  /// - Parameters:
  ///   - terminal: The file descriptor of the terminal.
  ///   - saved: The terminal modes to restore.
  ///   - reset: The bytes that reset the terminal.
  /// - Throws: ``NcursesError/noDescriptors``.
  init(terminal: Int32, saved: termios, reset: [UInt8]) throws(NcursesError) {
    self.terminal = terminal
    self.saved = saved
    self.reset = reset
    mocoa_guard_interrupt_ends(true)
    signals = mocoa_guard_catch_signals()
    if signals < 0 { throw .noDescriptors }
    arm()
  }

  /// A file descriptor that becomes readable after a termination signal.
  static var endRequest: Int32 { mocoa_guard_end_request() }

  /// A Boolean value that indicates whether a termination signal arrived.
  static var isEnding: Bool { mocoa_guard_is_ending() }

  /// Guards the terminal while a command uses it.
  ///
  /// The terminal must be restored before. If the program ends during the command, it moves itself
  /// to the foreground of the terminal and restores the terminal.
  ///
  /// - Parameter reset: The bytes that turn off all modes that the command may leave on.
  func suspend(reset: [UInt8]) {
    mocoa_guard_release_stderr()
    Self.arm(suspended: terminal, &saved, reset)
  }

  /// Guards a terminal while a command uses it.
  ///
  /// - Parameters:
  ///   - terminal: The file descriptor of the terminal.
  ///   - saved: The terminal modes to restore.
  ///   - reset: The bytes that reset the terminal.
  static func arm(suspended terminal: Int32, _ saved: inout termios, _ reset: [UInt8]) {
    let reset = reset.map { CChar(bitPattern: $0) }
    mocoa_guard_arm_lent(terminal, &saved, reset, reset.count)
  }

  /// Guards the terminal after the backend has started it.
  ///
  /// After a crash, the terminal is restored. Text that is written to stderr is retained, so that
  /// it does not appear on the screen.
  func arm() {
    installHandlers()
    mocoa_guard_keep_stderr()
  }

  /// Replaces the bytes that the guard writes to reset the terminal.
  func change(reset: [UInt8]) {
    self.reset = reset
    installHandlers()
  }

  private func installHandlers() {
    reset.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      mocoa_guard_arm(terminal, &saved, start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  /// Ends guarding the terminal, after the backend has restored it.
  func disarm() {
    mocoa_guard_disarm()
    mocoa_guard_release_stderr()
  }

  /// A Boolean value that indicates whether the program can be stopped so that a shell can continue
  /// it.
  var canStop: Bool { mocoa_guard_can_stop() }

  /// Stops the program, or all processes of its job, and returns when it is continued.
  ///
  /// The terminal must be restored before and started again after the call.
  func stop(entireGroup: Bool) {
    mocoa_guard_stop(entireGroup)
    mocoa_guard_await_foreground(terminal)
    // The shell may have changed the modes.
    _ = tcgetattr(terminal, &saved)
  }

  /// Stops the process until it is in the foreground of the terminal.
  ///
  /// If the process is already in the foreground, the method returns immediately.
  nonisolated static func waitForForeground(of terminal: Int32) {
    mocoa_guard_await_foreground(terminal)
  }

  /// Writes the reset sequence and restores the terminal modes, as after a crash.
  ///
  /// If the program is in the background, the modes belong to another program and are not changed.
  func restore() {
    mocoa_guard_restore()
  }

  /// Ends guarding the terminal, and restores the previous signal handlers.
  func end() {
    disarm()
    Self.releaseSignals()
  }

  /// Ends guarding a terminal that the backend could not start.
  ///
  /// If a termination signal has arrived since the guard was created, the program ends.
  func abandon() {
    disarm()
    mocoa_guard_abandon_signals()
  }

  /// Restores the default action of termination signals, so that the next signal ends the program.
  ///
  /// Call this method after the terminal is closed and all data is saved, for example before a slow
  /// write of the result. If a signal has already arrived, the program ends immediately.
  public static func letSignalsEnd() {
    mocoa_guard_let_signals_end()
  }

  /// Restores the signal handlers that were installed before the guard.
  ///
  /// If the program runs in a ``MainLoop``, it is about to end. In this case the first signal of
  /// each kind is only recorded, so that the program can save its data. The second one ends the
  /// program.
  static func releaseSignals() {
    if MainLoop.isRunning { mocoa_guard_finish_signals() } else { mocoa_guard_release_signals() }
  }
}
