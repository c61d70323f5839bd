internal import Dispatch
internal import Glibc
public import MocoaModel

/// What a command prints, as a list: it is run again and again, and the list changes by what has
/// changed from run to run.
///
/// The command is started without a shell, in a session of its own: it has no terminal, and nothing
/// at its standard input. It is ended with the source and with the program, together with what it has
/// started and left running. What it prints is read as a JSON document, as lines of JSON, or else as
/// lines of text; none is an empty list.
///
/// A run that fails, or prints what cannot be read, leaves the list as it was, and `phase` says why in
/// one line. A run that takes longer than the interval is followed by the next when it has ended. Of
/// the first run the records are shown as they come, of all others as one change. The records have no
/// pointer and no position, as what stays the same is shared by the lists of all runs.
@MainActor
public final class CommandSource: ListSource {
  /// The command: a path, or a name to be looked for in PATH, and its arguments.
  public let words: [String]

  /// The time from the beginning of one run to that of the next.
  public let interval: Duration

  /// The records that the last good run gave, in one section.
  public var snapshot: ListSnapshot { state.snapshot }

  /// Loading until the first run has ended; failed when the last one did.
  public var phase: ListPhase { state.phase }

  /// Whether no run follows until it is resumed, but those that are asked for.
  public private(set) var isPaused = false

  private var isStopped = false
  private var toldStatus = CommandStatus()
  private let control = CommandControl()
  private let state = SourceState(RecordList.empty)

  /// Runs at shorter intervals would do nothing but begin.
  public static let shortestInterval = Duration.milliseconds(10)

  /// Begins to run a command.
  ///
  /// - Parameters:
  ///   - words: a path, or a name to be looked for in PATH, and the arguments.
  ///   - interval: the time from the beginning of one run to that of the next; at least
  ///     `shortestInterval`.
  /// - Throws: why no command could be run at all: there is none, no descriptor, or no thread. That
  ///   this one cannot be started shows in `phase`.
  public init(
    _ words: [String], every interval: Duration, options: RecordOptions = RecordOptions()
  ) throws(CommandFailure) {
    guard words.first?.isEmpty == false else { throw .start(ENOENT) }
    guard control.wake.input >= 0 else { throw .start(EMFILE) }
    self.words = words
    self.interval = max(interval, Self.shortestInterval)
    let take: @MainActor @Sendable (ListUpdate?, CommandStatus, ListPhase) -> Void = {
      [weak self] in self?.take($0, $1, $2)
    }
    let runner = CommandRunner(words, every: self.interval, options, control) {
      update, status, phase in
      DispatchQueue.main.async { MainActor.assumeIsolated { take(update, status, phase) } }
    }
    guard BackgroundThread.run({ runner.run() }) else { throw .start(EAGAIN) }
  }

  isolated deinit { control.stop() }

  /// What the command does now, and what came of it.
  public var status: CommandStatus {
    var status = toldStatus
    if isStopped {
      status.activity = .stopped
    } else if isPaused, status.activity == .resting {
      status.activity = .paused
    }
    return status
  }

  /// Tells of every change of the list, and of other changes that are worth showing: a run that comes
  /// and goes and changes nothing is none.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    state.observe(perform)
  }

  /// Has no run follow the one that goes on, which ends as it would have.
  public func pause() { setPaused(true) }

  /// Has runs follow each other again.
  public func resume() { setPaused(false) }

  private func setPaused(_ isPaused: Bool) {
    guard isPaused != self.isPaused, !isStopped else { return }
    self.isPaused = isPaused
    control.setPaused(isPaused)
    state.show(nil, phase)
  }

  /// Runs the command at once, also while it is paused; while it runs, once more behind that.
  public func runNow() {
    control.wantRun()
  }

  /// Ends the command for good; the list stays.
  public func stop() {
    guard !isStopped else { return }
    isStopped = true
    control.stop()
    toldStatus.isSlow = false
    if phase.isLoading {
      state.show(nil, .failed("\(words[0]): \(CommandFailure.stopped)"))
    } else {
      state.show(nil, phase)
    }
  }

  /// Calls back, at once or later, when the first records are there or the first run has ended.
  public func whenSettled(_ perform: @escaping @MainActor () -> Void) {
    state.whenSettled(perform)
  }

  // MARK: - What the thread tells

  private func take(_ update: ListUpdate?, _ status: CommandStatus, _ phase: ListPhase) {
    if isStopped { return }
    let isNews =
      update != nil || phase != self.phase || status.isWorthTelling(after: toldStatus)
    toldStatus = status
    if isNews { state.show(update, phase) }
  }
}
