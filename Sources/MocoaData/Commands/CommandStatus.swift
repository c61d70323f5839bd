internal import MocoaSystem
internal import Glibc
internal import MocoaLocalization

/// The current activity of a repeated command and the result of its last run.
public struct CommandStatus: Sendable, Equatable {
  /// The states of a repeated command.
  public enum Activity: Sendable, Equatable {
    /// A run is in progress since the given time.
    case running(since: ContinuousClock.Instant)

    /// The next run is scheduled.
    case idle

    /// The next run starts when the source is resumed or a run is requested.
    case paused

    /// No further run will start.
    case stopped
  }

  /// The current activity.
  public internal(set) var activity = Activity.idle

  /// A Boolean value that indicates whether the current run has taken more than one second.
  public internal(set) var isSlow = false

  /// The number of runs that have started.
  public internal(set) var runCount = 0

  /// The way in which the last run ended.
  ///
  /// The value is `nil` if no run has ended, or if the last run could not start the command.
  public internal(set) var exit: CommandExit?

  /// The error of the last run, or `nil` if it produced a list.
  public internal(set) var failure: CommandError?

  /// The last nonblank line that the last run wrote to standard error, or an empty string.
  public internal(set) var errorLine = ""

  /// The number of the run whose list is displayed, from 1, or `nil` if no list is displayed.
  public internal(set) var displayedRun: Int?

  /// A Boolean value that indicates whether the displayed list is older than the last run, because
  /// that run failed.
  public var isOutdated: Bool { failure != nil && displayedRun != nil && displayedRun != runCount }

  /// Returns `true` if a display of another status must be updated to show this status.
  ///
  /// If a run has only started or ended, and nothing else has changed, the result is `false`.
  func differsVisibly(from other: CommandStatus) -> Bool {
    isSlow != other.isSlow || exit != other.exit || failure != other.failure
      || isOutdated != other.isOutdated
      || (activity == .paused) != (other.activity == .paused)
      || (activity == .stopped) != (other.activity == .stopped)
  }
}

/// The way in which a command ended.
public enum CommandExit: Hashable, Sendable {
  /// A normal exit with a status.
  ///
  /// The status 0 means success.
  case exit(Int32)

  /// Termination by a signal.
  case signal(Int32)
}

/// The reason why a run of a command produced no list.
public enum CommandError: Error, Hashable, Sendable {
  /// The command could not be started.
  ///
  /// The associated value is the `errno` of the system.
  case launch(Int32)

  /// The command exited with a status other than 0.
  ///
  /// `complaint` is the last line that it wrote to standard error, or empty.
  case exit(Int32, complaint: String)

  /// A signal ended the command.
  ///
  /// `complaint` is the last line that it wrote to standard error, or empty.
  case signal(Int32, complaint: String)

  /// The output of the command cannot be read.
  case unreadableOutput(SourceError)

  /// This program stopped the command.
  case stopped

  /// Creates the error of a run from its end, or returns `nil` if the run succeeded.
  init?(_ end: CommandExit, complaint: String) {
    switch end {
    case .exit(0): return nil
    case .exit(let status): self = .exit(status, complaint: complaint)
    case .signal(let number): self = .signal(number, complaint: complaint)
    }
  }
}

extension CommandError: CustomStringConvertible {
  /// A one-line description of the error, which follows the name of the command.
  public var description: String {
    switch self {
    case .launch(let code): ProcessError.reason(code)
    case .exit(let status, let complaint): localized("exit \(status)") + Self.suffix(complaint)
    case .signal(let number, let complaint):
      ProcessError.reason(ofSignal: number) + Self.suffix(complaint)
    case .unreadableOutput(let error): "\(error)"
    case .stopped: localized("was stopped")
    }
  }

  private static func suffix(_ complaint: String) -> String {
    complaint.isEmpty ? "" : ": \(complaint)"
  }
}
