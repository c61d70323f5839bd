internal import Dispatch
public import MocoaModel

/// What a command prints, as a list: it is run again and again, and the list changes by what has
/// changed from run to run.
///
/// The command is run without a shell, in a process group of its own, with nothing at its standard
/// input; it is ended with the source, and with the program. What it prints is read as JSON, as lines
/// of JSON, or else as lines of text. A run that fails leaves the list as it was; `phase` says why.
/// A run that takes longer than the interval is followed by the next, never doubled. What stays the
/// same is shared by the lists of all runs.
@MainActor
public final class CommandSource: ListSource {
  /// The records that the last good run gave, in one section.
  public private(set) var snapshot = RecordList.empty

  /// Loading until the first run has ended; failed when the last one did.
  public private(set) var phase = ListPhase.loading(fraction: nil)

  /// The command and its arguments.
  public let words: [String]

  /// The time from the beginning of one run to that of the next.
  public let interval: Duration

  /// Whether no more runs follow until it is resumed, or one is asked for.
  public private(set) var isPaused = false

  /// Whether a run goes on that takes longer than a second.
  public private(set) var isSlow = false

  /// How many runs have ended.
  public private(set) var runCount = 0

  /// Why the last run failed; nil where it did not.
  public private(set) var failure: CommandFailure?

  private let runner: CommandRunner
  private let observers = Observers<ListUpdate>()
  private var waiting: [@MainActor () -> Void] = []

  /// Begins to run a command.
  ///
  /// - Parameters:
  ///   - words: a name, to be looked for in PATH, or a path, and the arguments; not empty.
  ///   - interval: the time from the beginning of one run to that of the next.
  public init(
    _ words: [String], every interval: Duration, options: RecordOptions = RecordOptions()
  ) {
    (self.words, self.interval) = (words, interval)
    runner = CommandRunner(words, every: interval, options)
    let take: @MainActor @Sendable (CommandRunner.News) -> Void = { [weak self] in self?.take($0) }
    let isStarted = BackgroundThread.run { [runner] in
      runner.run { news in
        DispatchQueue.main.async { MainActor.assumeIsolated { take(news) } }
      }
    }
    if !isStarted { phase = .failed("\(words[0]): there is no thread to run it") }
  }

  isolated deinit {
    runner.stop()
    for perform in waiting { perform() }
  }

  /// Tells of every change.
  public func observe(_ perform: @escaping @MainActor (ListUpdate) -> Void) -> ObservationToken {
    observers.add(perform)
  }

  /// Has no run follow the one that goes on.
  public func pause() { setPaused(true) }

  /// Has runs follow each other again.
  public func resume() { setPaused(false) }

  private func setPaused(_ isPaused: Bool) {
    self.isPaused = isPaused
    runner.wish { $0.isPaused = isPaused }
    publish(nil)
  }

  /// Runs the command now, or once more when the run that goes on has ended; also while it is paused.
  public func runNow() {
    runner.wish { $0.isWanted = true }
  }

  /// Ends the command, for good; the list stays.
  public func stop() {
    runner.stop()
    isSlow = false
    phase = .failed("\(words[0]): \(CommandFailure.stopped)")
    publish(nil)
  }

  /// Calls back, at once or later, when the first rows are there or the first run has ended.
  public func whenSettled(_ perform: @escaping @MainActor () -> Void) {
    if case .loading = phase, snapshot.itemCount == 0 {
      waiting.append(perform)
    } else {
      perform()
    }
  }

  // MARK: - What the runner tells

  private func take(_ news: CommandRunner.News) {
    switch news {
    case .progress(let update): publish(update)
    case .slow:
      isSlow = true
      publish(nil)
    case .list(let update): end(nil, update)
    case .failure(let failure): end(failure, nil)
    }
  }

  private func end(_ failure: CommandFailure?, _ update: ListUpdate?) {
    let before = (phase, isSlow)
    runCount += 1
    isSlow = false
    self.failure = failure
    phase = failure.map { .failed(message($0)) } ?? .finished
    // A run that gave what is shown already is nobody's business.
    if update != nil || before != (phase, isSlow) { publish(update) }
  }

  private func message(_ failure: CommandFailure) -> String {
    let isOlder = snapshot.itemCount > 0
    return "\(words[0]): \(failure)" + (isOlder ? " (the list is of an earlier run)" : "")
  }

  private func publish(_ update: ListUpdate?) {
    if let update { snapshot = update.after }
    observers.send(
      update ?? ListUpdate(before: snapshot, after: snapshot, changes: .unchanged(snapshot)))
    if case .loading = phase, snapshot.itemCount == 0 { return }
    let settled = waiting
    waiting = []
    for perform in settled { perform() }
  }
}
