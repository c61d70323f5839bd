internal import MocoaLocalization
internal import Glibc
internal import MocoaModel

/// Runs a command repeatedly and reports the change of the list after each run.
///
/// Only this type changes the displayed list. It therefore computes each update on its own thread,
/// and observers can apply the update without comparing the lists again. Runs never overlap,
/// because one thread executes them in sequence.
final class CommandRunner: @unchecked Sendable {
  // Sendable, because only the thread that receives the runner uses it.
  private let words: [String]
  private let interval: Duration
  private let options: RecordOptions
  private let control: CommandControl
  private let notify: Handler

  /// The list that is displayed now.
  private var displayed = RecordList.empty

  /// The record layout of the output from which the displayed list was created.
  private var layout: RecordLayout?

  private var status = CommandStatus()
  private var phase = ListPhase.loading(fraction: nil)

  /// A closure that receives the change of the list, or `nil` if the list is unchanged, with the
  /// status and the phase.
  typealias Handler = @Sendable (ListUpdate?, CommandStatus, ListPhase) -> Void

  /// The time that a command has to end after printing unreadable output, so that its error line
  /// can be shown.
  private static let timeout = Duration.seconds(1)

  init(
    _ words: [String], every interval: Duration, _ options: RecordOptions,
    _ control: CommandControl, notify: @escaping Handler
  ) {
    (self.words, self.interval, self.options) = (words, interval, options)
    (self.control, self.notify) = (control, notify)
  }

  /// Runs the command until the control is stopped.
  func run() {
    SpoolFile.blockFileSizeSignal()
    var nextRun = ContinuousClock.now
    while control.waits(until: nextRun) {
      let start = ContinuousClock.now
      nextRun = start + interval
      status.runCount += 1
      status.activity = .running(since: start)
      notify(nil, status, phase)
      turn()
    }
  }

  // MARK: - One run

  private func turn() {
    var update: ListUpdate?
    do throws(CommandError) {
      let list = try list()
      update = try self.update(to: list)
      if list.itemCount > 0 { layout = list.recordLayout }
      status.displayedRun = status.runCount
      status.failure = nil
      phase = .finished
    } catch {
      status.failure = error
      phase = .failed(message(error))
    }
    if control.cancellation.isCancelled { return }
    status.activity = .idle
    status.isSlow = false
    if let update { displayed = update.after }
    notify(update, status, phase)
  }

  /// Runs the command once.
  ///
  /// - Returns: The list that the command printed. During the first run, the runner also reports
  ///   the rows as they arrive.
  private func list() throws(CommandError) -> ListSnapshot {
    (status.exit, status.errorLine) = (nil, "")
    let run = try CommandRun(words, control, onSlow: reportSlow)
    let isFirst = displayed.itemCount == 0 && status.displayedRun == nil
    var list = RecordList()
    let ending = loader(of: ByteInput(run)).run { batch in
      let update = list.add(batch)
      if isFirst { show(update) }
    }
    // Unreadable output may be an error message. The status then contains the reason.
    let end = run.end(within: ending.failure == nil ? nil : Self.timeout)
    (status.exit, status.errorLine) = (end, run.lastErrorLine)
    if control.cancellation.isCancelled { throw .stopped }
    let failure = CommandError(end, complaint: run.lastErrorLine)
    if let reason = ending.failure {
      if case .exit? = failure, reason.isOfText, let failure { throw failure }
      throw .unreadableOutput(reason)
    }
    if let failure { throw failure }
    return list.snapshot
  }

  private func loader(of input: ByteInput) -> RecordLoader {
    var loader = RecordLoader(
      input: input, pointer: .root, options: options, cancellation: control.cancellation)
    loader.output = CommandOutput(previousLayout: layout)
    return loader
  }

  private func reportSlow() {
    status.isSlow = true
    notify(nil, status, phase)
  }

  /// Reports the rows that the first run has already printed.
  private func show(_ update: ListUpdate) {
    guard !control.cancellation.isCancelled else { return }
    displayed = update.after
    layout = displayed.recordLayout
    status.displayedRun = displayed.itemCount > 0 ? status.runCount : nil
    notify(update, status, phase)
  }

  // MARK: - Changes of a run

  /// Returns the update from the displayed list to a new one, or `nil` if they are equal.
  private func update(to list: ListSnapshot) throws(CommandError) -> ListUpdate? {
    let changes: ChangeSet
    if let layout, let new = list.recordLayout, layout != new {
      // A list with another record layout shares no records, even if some records look equal.
      changes = .replacingItems(ofSection: 0, of: displayed, with: list)
    } else {
      let cancellation = control.cancellation
      changes = try ChangeSet(from: displayed, to: list) { () throws(CommandError) in
        if cancellation.isCancelled { throw .stopped }
      }
    }
    if changes.isEmpty { return nil }
    return ListUpdate(before: displayed, after: list, changes: changes).sharing()
  }

  /// Returns a one-line message for an error, with the name of the command.
  private func message(_ failure: CommandError) -> String {
    let name = (words.first ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
    let shownRun = status.isOutdated ? status.displayedRun : nil
    return "\(name): \(failure)"
      + (shownRun.map { localized(" (showing the output of run \($0))") } ?? "")
  }
}

extension SourceError {
  /// A Boolean value that indicates whether the error is invalid JSON, not a failure to read the
  /// bytes.
  fileprivate var isOfText: Bool {
    switch self {
    case .notJSON, .invalid: true
    default: false
    }
  }
}

extension ListSnapshot {
  /// The record layout of the first record in the list, or `nil` if the list has no records.
  fileprivate var recordLayout: RecordLayout? {
    var form: RecordLayout?
    sections[0].items.forEachLeaf(in: 0..<min(1, itemCount)) {
      form = ($0.chunk as? RecordChunk)?.layout
    }
    return form
  }
}
