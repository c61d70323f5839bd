/// What a command that is run again and again does now, and what came of it.
public struct CommandStatus: Sendable, Equatable {
  /// What it does now.
  public enum Activity: Sendable, Equatable {
    /// It runs, since then.
    case running(since: ContinuousClock.Instant)

    /// It will run again.
    case resting

    /// It will run again when it is resumed, or when that is asked for.
    case paused

    /// It will not run any more.
    case stopped
  }

  /// What it does now.
  public internal(set) var activity = Activity.resting

  /// Whether a run goes on that has taken more than a second: so much is worth saying.
  public internal(set) var isSlow = false

  /// How many runs have begun.
  public internal(set) var runCount = 0

  /// How the last run ended; nil before that, or where it could not be started.
  public internal(set) var end: CommandEnd?

  /// Why the last run gave no list; nil where it gave one.
  public internal(set) var failure: CommandFailure?

  /// The last line that is not blank of what the last run wrote to standard error; empty for none.
  public internal(set) var complaint = ""

  /// The run whose list is shown, from 1; nil where none is.
  public internal(set) var shownRun: Int?

  /// Whether the list that is shown is of an earlier run than the last that has ended.
  public var isOutdated: Bool { failure != nil && shownRun != nil && shownRun != runCount }

  /// Whether somebody who shows this should show it again: not where a run only came and went.
  func isWorthTelling(after other: CommandStatus) -> Bool {
    isSlow != other.isSlow || end != other.end || failure != other.failure
      || isOutdated != other.isOutdated
      || (activity == .paused) != (other.activity == .paused)
      || (activity == .stopped) != (other.activity == .stopped)
  }
}
