internal import MocoaLanguage
internal import Glibc
internal import MocoaModel

/// Runs a command again and again, and says what every run makes of the list.
///
/// It knows what is shown, for it is the only one that changes it: so what it tells is ready to be
/// shown. Runs never overlap, as they are one behind the other on one thread.
final class CommandRunner: @unchecked Sendable {
  // Sendable, because it is handed to its thread when it is made, and nobody else has it then.
  private let words: [String]
  private let interval: Duration
  private let options: RecordOptions
  private let control: CommandControl
  private let tell: Tell

  /// What is shown, and how its records stood in the output.
  private var shown = RecordList.empty
  private var form: RecordForm?

  private var status = CommandStatus()
  private var phase = ListPhase.loading(fraction: nil)

  /// Takes what becomes of the list, if that has changed, and of all else.
  typealias Tell = @Sendable (ListUpdate?, CommandStatus, ListPhase) -> Void

  /// How long a command whose output cannot be read is given to say why by its end.
  private static let patience = Duration.seconds(1)

  init(
    _ words: [String], every interval: Duration, _ options: RecordOptions,
    _ control: CommandControl, tell: @escaping Tell
  ) {
    (self.words, self.interval, self.options) = (words, interval, options)
    (self.control, self.tell) = (control, tell)
  }

  /// Runs the command until that is to end.
  func run() {
    SpoolFile.shelterThread()
    var due = ContinuousClock.now
    while control.waits(until: due) {
      let start = ContinuousClock.now
      due = start + interval
      status.runCount += 1
      status.activity = .running(since: start)
      tell(nil, status, phase)
      turn()
    }
  }

  // MARK: - One run

  private func turn() {
    var update: ListUpdate?
    do throws(CommandFailure) {
      let list = try list()
      update = try self.update(to: list)
      if list.itemCount > 0 { form = list.form }
      status.shownRun = status.runCount
      status.failure = nil
      phase = .finished
    } catch {
      status.failure = error
      phase = .failed(message(error))
    }
    if control.cancellation.isCancelled { return }
    status.activity = .resting
    status.isSlow = false
    if let update { shown = update.after }
    tell(update, status, phase)
  }

  /// Runs the command once.
  ///
  /// - Returns: what it printed. The rows of a first run are shown as they come.
  private func list() throws(CommandFailure) -> ListSnapshot {
    (status.end, status.complaint) = (nil, "")
    let run = try CommandRun(words, control, tellSlow: tellSlow)
    let isFirst = shown.itemCount == 0 && status.shownRun == nil
    var list = RecordList()
    let ending = loader(of: ByteInput(run)).run { batch in
      let update = list.add(batch)
      if isFirst { show(update) }
    }
    // What cannot be read is perhaps a message, whose reason is in the status.
    let end = run.end(within: ending.failure == nil ? nil : Self.patience)
    (status.end, status.complaint) = (end, run.complaint)
    if control.cancellation.isCancelled { throw .stopped }
    let failure = CommandFailure(end, complaint: run.complaint)
    if let reason = ending.failure {
      if case .exit? = failure, reason.isOfText, let failure { throw failure }
      throw .output(reason)
    }
    if let failure { throw failure }
    return list.snapshot
  }

  private func loader(of input: ByteInput) -> RecordLoader {
    var loader = RecordLoader(
      input: input, pointer: .whole, options: options, cancellation: control.cancellation)
    loader.output = CommandOutput(previousForm: form)
    return loader
  }

  private func tellSlow() {
    status.isSlow = true
    tell(nil, status, phase)
  }

  /// Shows what a first run has printed so far.
  private func show(_ update: ListUpdate) {
    guard !control.cancellation.isCancelled else { return }
    shown = update.after
    form = shown.form
    status.shownRun = shown.itemCount > 0 ? status.runCount : nil
    tell(update, status, phase)
  }

  // MARK: - What a run changes

  /// What makes the list of the one that is shown; nil for nothing.
  private func update(to list: ListSnapshot) throws(CommandFailure) -> ListUpdate? {
    let changes: ChangeSet
    if let form, let new = list.form, form != new {
      // Another kind of list has no record of this one, even where some look the same.
      changes = .replacingItems(ofSection: 0, of: shown, with: list)
    } else {
      let cancellation = control.cancellation
      changes = try ChangeSet(from: shown, to: list) { () throws(CommandFailure) in
        if cancellation.isCancelled { throw .stopped }
      }
    }
    if changes.isEmpty { return nil }
    return ListUpdate(before: shown, after: list, changes: changes).sharing()
  }

  /// What is wrong, in one line.
  private func message(_ failure: CommandFailure) -> String {
    let name = (words.first ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
    let shownRun = status.isOutdated ? status.shownRun : nil
    return "\(name): \(failure)" + (shownRun.map { phrase(" (the list is from run \($0))") } ?? "")
  }
}

extension SourceError {
  /// Whether the reason is what was read, and not that it could not be.
  fileprivate var isOfText: Bool {
    switch self {
    case .notJSON, .invalid: true
    default: false
    }
  }
}

extension ListSnapshot {
  /// How its records stood in an output; nil where there are none.
  fileprivate var form: RecordForm? {
    var form: RecordForm?
    sections[0].items.forEachLeaf(in: 0..<min(1, itemCount)) {
      form = ($0.chunk as? RecordChunk)?.form
    }
    return form
  }
}
