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

  /// The number of runs that have started until now.
  public internal(set) var runCount = 0

  /// The way in which the last run ended.
  ///
  /// `nil` if no run has ended, or if the command could not be started for the last one.
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

  /// Returns `true` if a view of another status must be updated to show this one.
  ///
  /// The start or end of a run without another change does not count.
  func differsVisibly(from other: CommandStatus) -> Bool {
    isSlow != other.isSlow || exit != other.exit || failure != other.failure
      || isOutdated != other.isOutdated
      || (activity == .paused) != (other.activity == .paused)
      || (activity == .stopped) != (other.activity == .stopped)
  }
}
