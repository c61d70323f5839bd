internal import Glibc
internal import MocoaModel

/// Reads the file or stream of a source, and reads a file again after each change.
///
/// Only the reader changes the displayed list of its source. It can therefore compute each update
/// completely on its own thread.
final class RecordReader: @unchecked Sendable {
  // Sendable: one thread at a time uses the reader, first the main thread and then its own thread.
  private let inputLocation: InputLocation
  let watch: FileWatcher?
  let cancellation: CancellationToken

  /// The displayed records.
  var list: RecordList
  private var phase: ListPhase

  /// Information about whether the displayed records may still change without a change of the
  /// input.
  var standing = RecordStanding()

  /// The input whose end was not reached, and the pass that continues reading it, if any.
  private var pending: (input: ByteInput, pass: RecordPass?)?

  /// The file that was read last, or `nil` if none was read to its end.
  var file: ReadFile?

  /// The time since which the displayed records are outdated, or `nil` if they are current.
  var outdatedSince: ContinuousClock.Instant?

  /// The location and the options of the input.
  struct InputLocation: Sendable {
    let path: String
    let pointer: JSONPointer
    let options: RecordOptions

    /// The object that receives the column names of a table.
    let heading = TableHeader()
  }

  /// A file that was read to its end, or up to an error.
  struct ReadFile {
    let input: ByteInput

    /// The status that the file had when it was read.
    ///
    /// The file was then at least as long as the bytes that were read.
    var fileState: FileState

    /// The pass at the end of the file, or `nil` for an empty file or after an error.
    var continuation: RecordPass?

    /// The error that ended reading early, or `nil`.
    var failure: SourceError?
  }

  /// A closure that receives a change of the list, the loading phase, and the stability of the
  /// records.
  typealias Handler = (ListUpdate?, ListPhase, RecordStanding) -> Void

  init(
    _ place: InputLocation, _ input: ByteInput, shown: ListSnapshot, _ phase: ListPhase,
    watch: FileWatcher?, _ cancellation: CancellationToken
  ) {
    (self.inputLocation, self.phase) = (place, phase)
    (self.watch, self.cancellation) = (watch, cancellation)
    list = RecordList(shown, isOutdated: shown.itemCount > 0)
    pending = (input, nil)
  }

  var path: String { inputLocation.path }

  func loader(of input: ByteInput, _ cancellation: CancellationToken) -> RecordLoader {
    RecordLoader(
      input: input, pointer: inputLocation.pointer, options: inputLocation.options,
      cancellation: cancellation,
      heading: inputLocation.heading)
  }

  /// Reads the first piece of the input.
  ///
  /// If the result must be compared with the displayed records, the complete input is read.
  ///
  /// - Returns: `true` if a background thread must continue reading.
  func begin(firstBatchOnly isBrief: Bool, _ tell: Handler) -> Bool {
    readPending(firstBatchOnly: isBrief, tell)
    return pending != nil || watch != nil
  }

  /// Reads the input to its end, and reads a file again after each change, until the operation is
  /// canceled.
  func run(_ tell: Handler) {
    readPending(tell)
    if let watch { follow(watch, tell) }
  }

  // MARK: - Notification

  /// Publishes a change of the list.
  func show(_ update: ListUpdate, _ phase: ListPhase, _ tell: Handler) {
    self.phase = phase
    tell(update, phase, standing)
  }

  /// Publishes a phase if it differs from the current one.
  func publish(_ phase: ListPhase, _ tell: Handler) {
    guard phase != self.phase else { return }
    self.phase = phase
    tell(nil, phase, standing)
  }

  /// Publishes the loading phase after reading has ended.
  ///
  /// - Parameter failure: The error that ended reading early, or `nil`.
  func publish(_ failure: SourceError?, _ tell: Handler) {
    standing.isAtLimit = failure?.isLimit == true
    publish(Self.phase(after: failure), tell)
  }

  /// Returns the loading phase after reading has ended with an error, or without one if it is
  /// `nil`.
  static func phase(after failure: SourceError?) -> ListPhase {
    failure.map { .failed("\($0)") } ?? .finished
  }

  // MARK: - First read

  private func readPending(firstBatchOnly isBrief: Bool = false, _ tell: Handler) {
    guard let (input, pass) = pending else { return }
    // The displayed records stay until the new ones are complete, which may never happen for a
    // stream.
    if list.isOutdated, !input.isStream {
      pending = nil
      reload(input, tell)
      return
    }
    let known = try? input.state()
    let loader = loader(of: input, cancellation)
    let ending = loader.run(from: pass, firstBatchOnly: isBrief) { batch in
      standing.isProvisional = batch.isProvisional
      if batch.isRestart { standing.restartCount += 1 }
      show(list.add(batch), .loading(fraction: batch.fraction), tell)
    }
    // The first file status is valid for all bytes that were read since.
    let first = file?.fileState ?? known
    file = first.map {
      ReadFile(
        input: input, fileState: $0, continuation: ending.continuation, failure: ending.failure)
    }
    pending = ending.isEnd ? nil : (input, ending.continuation)
    // A program that writes without end learns that it is not read any more.
    if ending.failure?.isLimit == true, input.isStream { input.stop() }
    guard ending.isEnd, !cancellation.isCancelled else { return }
    if list.isOutdated, ending.failure == nil { show(list.replace(by: []), .finished, tell) }
    publish(ending.failure, tell)
  }
}
