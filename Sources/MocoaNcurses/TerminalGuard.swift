internal import CTerminalGuard
import Glibc

/// Sees to it that the terminal is given back, however the program ends.
///
/// - A crash (a trap of Swift, `abort`, a bad address, a stack that overflows) writes the prepared
///   reset string, restores the modes, copies out what was written to stderr meanwhile, and lets the
///   signal have its way.
/// - TERM, HUP, INT and QUIT are told as events, so that the program closes in the ordinary way.
///   After one, the main actor has to give a sign of life every two seconds, or the program is ended
///   as by a crash; and a further one after two seconds ends it at once. Stuck in a long computation
///   or a slow farewell, it still obeys.
/// - An `exit` without `close` is caught by `atexit`.
///
/// A handler needs a stack. The threads on which the backend is called have one of their own for it,
/// so that even an overflow is survived there; see ``shelterThread()``.
@MainActor
public final class TerminalGuard {
  /// The exit status by which a program says that this signal ended it.
  public nonisolated static func exitStatus(_ signal: Int32) -> Int32 {
    128 + signal
  }

  /// Gives the calling thread a stack for signal handlers.
  ///
  /// Without one, an overflow of the thread's own stack ends the program at once, and the terminal
  /// stays as it is. The backend does this for the threads that it is called on (without `MainLoop`
  /// the main actor has no thread of its own); long recursions elsewhere may ask for it. Cheap when
  /// repeated.
  public nonisolated static func shelterThread() {
    mocoa_guard_shelter()
  }

  private let terminal: Int32
  private var saved: termios
  private var reset: [UInt8]

  /// Where signals are read from, or -1.
  let signals: Int32

  /// Guards a terminal whose modes are `saved` and which `reset` brings back.
  ///
  /// - Throws: ``NcursesError/noDescriptors``.
  init(terminal: Int32, saved: termios, reset: [UInt8]) throws(NcursesError) {
    self.terminal = terminal
    self.saved = saved
    self.reset = reset
    mocoa_guard_interrupt_ends(true)
    signals = mocoa_guard_catch_signals()
    if signals < 0 { throw .noDescriptors }
    take()
  }

  /// A descriptor that becomes readable when a signal asks for the end.
  static var endRequest: Int32 { mocoa_guard_end_request() }

  /// A Boolean value that indicates whether a signal asked for the end.
  static var isEnding: Bool { mocoa_guard_is_ending() }

  /// Leaves the terminal to a command, after it was given back in the ordinary way.
  ///
  /// Until `take` or `giveBack`, what ends the program takes the terminal from the command.
  ///
  /// - Parameter reset: what switches off what the command may have left on.
  func lend(reset: [UInt8]) {
    mocoa_guard_release_stderr()
    Self.arm(lent: terminal, &saved, reset)
  }

  /// Guards a terminal that is lent, and whose modes are `saved`.
  static func arm(lent terminal: Int32, _ saved: inout termios, _ reset: [UInt8]) {
    let reset = reset.map { CChar(bitPattern: $0) }
    mocoa_guard_arm_lent(terminal, &saved, reset, reset.count)
  }

  /// The terminal is ours: a crash gives it back, and stderr is kept off it.
  func take() {
    arm()
    mocoa_guard_keep_stderr()
  }

  /// From now on these bytes bring the terminal back.
  func change(reset: [UInt8]) {
    self.reset = reset
    arm()
  }

  private func arm() {
    reset.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      mocoa_guard_arm(terminal, &saved, start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
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
    mocoa_guard_await_foreground(terminal)
    // The shell may have been told other modes meanwhile.
    _ = tcgetattr(terminal, &saved)
  }

  /// Returns when the program is in the foreground of its terminal; until then it is stopped.
  nonisolated static func awaitForeground(of terminal: Int32) {
    mocoa_guard_await_foreground(terminal)
  }

  /// Writes the reset string and restores the modes, as a crash does: safe in the background, where
  /// the modes are another program's.
  func restore() {
    mocoa_guard_restore()
  }

  /// Ends the guarding; signals are again as they were before.
  func end() {
    giveBack()
    Self.releaseSignals()
  }

  /// Ends the guarding of a terminal that could not be taken; a signal that asked for the end in the
  /// meantime ends the program.
  func abandon() {
    giveBack()
    mocoa_guard_abandon_signals()
  }

  /// Lets the first signal end a program that has closed its terminal and saved its data.
  ///
  /// It may take long to write its result. A signal that came since the terminal was closed ends it now.
  public static func letSignalsEnd() {
    mocoa_guard_let_signals_end()
  }

  /// Restores the signal handlers; in a program that ends now, after a first signal that comes too late.
  static func releaseSignals() {
    if MainLoop.isRunning { mocoa_guard_finish_signals() } else { mocoa_guard_release_signals() }
  }
}
