internal import MocoaModel

/// Runs a command again and again on a thread, and says what every run makes of the list.
///
/// It knows what is shown, for it is the only one that changes it. Runs never overlap.
final class CommandRunner: Sendable {
  /// What the thread is asked for.
  struct Wishes {
    var isPaused = false

    /// Whether it is to run at once, also while it is paused.
    var isWanted = false
    var isStopped = false
  }

  /// What the thread tells.
  enum News: Sendable {
    /// What has been read, while the first run goes on.
    case progress(ListUpdate)

    /// The run that goes on takes long.
    case slow

    /// A run has ended; nil where it gave what is shown already.
    case list(ListUpdate?)

    case failure(CommandFailure)
  }

  private let words: [String]
  private let interval: Duration
  private let options: RecordOptions
  private let wishes = Monitor(Wishes())
  private let cancellation = Cancellation()
  private let wake = Wake()

  /// Of the first run, rows are shown before its end where it takes longer.
  private static let patience = Duration.milliseconds(150)

  init(_ words: [String], every interval: Duration, _ options: RecordOptions) {
    (self.words, self.interval, self.options) = (words, interval, options)
  }

  /// Changes what is asked for.
  func wish(_ change: (inout Wishes) -> Void) { wishes.update(change) }

  /// Ends the run that goes on, and all that would follow.
  func stop() {
    cancellation.cancel()
    wishes.update { $0.isStopped = true }
    wake.wake()
  }

  /// Runs until it is stopped; on a thread of its own.
  func run(_ tell: @escaping @Sendable (News) -> Void) {
    var shown = RecordList.empty
    var isFirst = true
    var due = ContinuousClock.now
    while waits(until: due) {
      due = .now + interval
      do throws(CommandFailure) {
        let update = try turn(&shown, isFirst: isFirst, tell)
        tell(.list(update))
        isFirst = false
      } catch {
        if cancellation.isCancelled { return }
        // What a first run has shown stays, as the last list that there was.
        isFirst = isFirst && shown.itemCount == 0
        tell(.failure(error))
      }
    }
  }

  /// Waits for the next turn; false when there will be none.
  private func waits(until due: ContinuousClock.Instant) -> Bool {
    while true {
      let isPaused = wishes.update { $0.isPaused }
      let left = isPaused ? nil : max(.zero, due - .now)
      let now = wishes.wait(atMost: left) {
        $0.isStopped || $0.isWanted || $0.isPaused != isPaused
      }
      if now.isStopped { return false }
      guard now.isWanted || !now.isPaused && ContinuousClock.now >= due else { continue }
      wishes.update { $0.isWanted = false }
      return true
    }
  }

  /// Runs the command once.
  ///
  /// - Returns: what that changed; nil for nothing.
  private func turn(
    _ shown: inout ListSnapshot, isFirst: Bool, _ tell: @escaping @Sendable (News) -> Void
  ) throws(CommandFailure) -> ListUpdate? {
    let start = ContinuousClock.now
    let run = CommandRun(words: words, options: options, cancellation: cancellation, wake: wake)
    var early = shown
    defer { shown = early }
    let list = try run.list(isSlow: { tell(.slow) }) { list in
      guard isFirst, ContinuousClock.now - start > Self.patience else { return }
      let update = ListUpdate(
        before: early, after: list, changes: ChangeSet(from: early, to: list))
      early = list
      tell(.progress(update))
    }
    guard let changes = changes(from: early, to: list) else { throw .stopped }
    if changes.isEmpty { return nil }
    let update = Packing.pack(ListUpdate(before: early, after: list, changes: changes))
    early = update.after
    return update
  }

  private struct Stopped: Error {}

  private func changes(from old: ListSnapshot, to new: ListSnapshot) -> ChangeSet? {
    try? ChangeSet(from: old, to: new) { [cancellation] () throws(Stopped) in
      if cancellation.isCancelled { throw Stopped() }
    }
  }
}
