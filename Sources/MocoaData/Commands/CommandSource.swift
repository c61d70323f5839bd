internal import Glibc
public import MocoaModel
internal import MocoaSystem

/// A list source that runs a command repeatedly and publishes the changes of its output.
///
/// The command is started without a shell in its own session, without a terminal and with empty
/// standard input. It ends with the source and with the program, together with the processes that
/// it started. Its output is read as a JSON document, as lines of JSON, or otherwise as lines of
/// text. Empty output is an empty list.
///
/// A run that fails or prints unreadable output leaves the list unchanged, and `phase` has a
/// one-line message. If a run takes longer than the interval, the next run starts when it has
/// ended. The records of the first run appear as they arrive. Each later run produces one update.
/// The records have no JSON pointer and no item number: the lists of all runs share unchanged
/// records, whose indexes may differ.
@MainActor
public final class CommandSource: ListSource {
  /// The command: a path, or a name that is searched for in PATH, followed by the arguments.
  public let arguments: [String]

  /// The time from the start of one run to the start of the next.
  public let interval: Duration

  /// The records of the last successful run, in one section.
  public var snapshot: ListSnapshot { state.snapshot }

  /// The loading phase: loading until the first run has ended, and failed if the last run failed.
  public var phase: ListPhase { state.phase }

  /// A Boolean value that indicates whether no scheduled runs start.
  ///
  /// Requested runs start also during a pause.
  public private(set) var isPaused = false

  private var isStopped = false
  private var notifiedStatus = CommandStatus()

  /// The number of successful runs since the list has changed.
  private var unchangedRunCount = 0

  /// The maximum number of successive runs without a change that observers are notified of.
  private static let notifiedUnchangedRuns = 3

  private let control = CommandControl()
  private let state = SourceState(RecordList.empty)

  /// The minimum interval between the starts of two runs.
  ///
  /// With shorter intervals, starting the command would take all the time.
  public static let minInterval = Duration.milliseconds(10)

  /// Creates a source and starts to run a command.
  ///
  /// - Parameters:
  ///   - words: A path, or a name that is searched for in PATH, followed by the arguments.
  ///   - interval: The time from the start of one run to the start of the next. It is at least
  ///     `minInterval`.
  ///   - options: The options for reading the output.
  /// - Throws: ``CommandError/launch(_:)`` if `words` name no command, or if no descriptor or
  ///   thread is available. If the command itself cannot be started, `phase` reports the error.
  public init(
    _ words: [String], every interval: Duration, options: RecordOptions = RecordOptions()
  ) throws(CommandError) {
    guard words.first?.isEmpty == false else { throw .launch(ENOENT) }
    guard control.wake.input >= 0 else { throw .launch(EMFILE) }
    self.arguments = words
    self.interval = max(interval, Self.minInterval)
    let take: @MainActor @Sendable (ListUpdate?, CommandStatus, ListPhase) -> Void = {
      [weak self] in self?.take($0, $1, $2)
    }
    let runner = CommandRunner(words, every: self.interval, options, control) {
      update, status, phase in
      MainActorScheduler.schedule { take(update, status, phase) }
    }
    guard BackgroundThread.run({ runner.run() }) else { throw .launch(EAGAIN) }
  }

  isolated deinit { control.stop() }

  /// The current activity of the command and the result of its last run.
  public var status: CommandStatus {
    var status = notifiedStatus
    if isStopped {
      status.activity = .stopped
    } else if isPaused, status.activity == .idle {
      status.activity = .paused
    }
    return status
  }

  /// Adds an observer of changes of the list, the phase and the status.
  ///
  /// The first runs without another change after a changed list send a notification, so that marks
  /// of changes can weaken. Later runs send none.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    state.observe(perform)
  }

  /// Pauses the runs.
  ///
  /// The current run continues to its end.
  public func pause() { setPaused(true) }

  /// Resumes the runs.
  public func resume() { setPaused(false) }

  private func setPaused(_ isPaused: Bool) {
    guard isPaused != self.isPaused, !isStopped else { return }
    self.isPaused = isPaused
    control.setPaused(isPaused)
    state.show(nil, phase)
  }

  /// Runs the command immediately, even during a pause.
  ///
  /// If the command is running, one more run follows.
  public func runNow() {
    control.requestRun()
  }

  /// Stops the command permanently.
  ///
  /// The list remains.
  public func stop() {
    guard !isStopped else { return }
    isStopped = true
    control.stop()
    notifiedStatus.isSlow = false
    if phase.isLoading {
      state.show(nil, .failed("\(arguments[0]): \(CommandError.stopped)"))
    } else {
      state.show(nil, phase)
    }
  }

  /// Calls a closure when the first records are available or the first run has ended.
  ///
  /// - Parameter perform: A closure that runs on the main actor. It may run before the method
  ///   returns.
  public func onInitialLoad(_ perform: @escaping @MainActor () -> Void) {
    state.onInitialLoad(perform)
  }

  // MARK: - Reports of the runner

  private func take(_ update: ListUpdate?, _ status: CommandStatus, _ phase: ListPhase) {
    if isStopped { return }
    if update != nil {
      unchangedRunCount = 0
    } else if status.displayedRun != notifiedStatus.displayedRun {
      unchangedRunCount += 1
    }
    let isRunNotified =
      status.displayedRun != notifiedStatus.displayedRun
      && unchangedRunCount <= Self.notifiedUnchangedRuns
    let hasChanges =
      update != nil || phase != self.phase || isRunNotified
      || status.differsVisibly(from: notifiedStatus)
    notifiedStatus = status
    if hasChanges { state.show(update, phase) }
  }
}
