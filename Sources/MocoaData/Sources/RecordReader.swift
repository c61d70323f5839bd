internal import Glibc
internal import MocoaModel
internal import MocoaSystem

/// Reads the file or stream of a source, and reads a file again after each change.
///
/// Only the reader changes the displayed list of its source. It can therefore compute each update
/// completely on its own thread.
final class RecordReader: @unchecked Sendable {
  // Sendable: one thread at a time uses the reader, first the main thread and then its own thread.
  private let inputLocation: InputLocation
  private let watch: FileWatcher?
  private let cancellation: CancellationToken

  /// The displayed records.
  var list: RecordList
  private var phase: ListPhase

  /// The status of the displayed records: provisional or final, and complete or limited by memory.
  private var status = RecordStatus()

  /// The input whose end was not reached, and the pass that continues reading it, if any.
  private var pending: (input: ByteInput, pass: RecordPass?)?

  /// The file that was read last, or `nil` if no file was read to its end or up to an error.
  private var file: ReadFile?

  /// The time since which the displayed records are outdated, or `nil` if they are current.
  private var outdatedSince: ContinuousClock.Instant?

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

  /// A closure that receives a change of the list, the loading phase, and the status of the
  /// records.
  typealias Handler = (ListUpdate?, ListPhase, RecordStatus) -> Void

  init(
    _ location: InputLocation, _ input: ByteInput, displayed: ListSnapshot,
    _ phase: ListPhase,
    watch: FileWatcher?, _ cancellation: CancellationToken
  ) {
    (self.inputLocation, self.phase) = (location, phase)
    (self.watch, self.cancellation) = (watch, cancellation)
    list = RecordList(displayed, isOutdated: displayed.itemCount > 0)
    pending = (input, nil)
  }

  private var path: String { inputLocation.path }

  private func loader(of input: ByteInput, _ cancellation: CancellationToken) -> RecordLoader {
    RecordLoader(
      input: input, pointer: inputLocation.pointer, options: inputLocation.options,
      cancellation: cancellation,
      heading: inputLocation.heading)
  }

  /// Reads the first piece of the input.
  ///
  /// - Returns: `true` if more work remains for a background thread.
  func begin(firstBatchOnly isBrief: Bool, _ handler: Handler) -> Bool {
    readPending(firstBatchOnly: isBrief, handler)
    return pending != nil || watch != nil
  }

  /// Reads the input to its end, and reads a file again after each change, until the operation is
  /// canceled.
  func run(_ handler: Handler) {
    readPending(handler)
    if let watch { follow(watch, handler) }
  }

  // MARK: - Notification

  /// Publishes a change of the list.
  private func show(_ update: ListUpdate, _ phase: ListPhase, _ handler: Handler) {
    self.phase = phase
    handler(update, phase, status)
  }

  /// Publishes a phase if it differs from the current one.
  func publish(_ phase: ListPhase, _ handler: Handler) {
    guard phase != self.phase else { return }
    self.phase = phase
    handler(nil, phase, status)
  }

  /// Publishes the loading phase after reading has ended.
  ///
  /// - Parameter failure: The error that ended reading early, or `nil`.
  private func publish(_ failure: SourceError?, _ handler: Handler) {
    status.isAtLimit = failure?.isLimit == true
    publish(Self.phase(after: failure), handler)
  }

  /// Returns the loading phase after reading has ended.
  ///
  /// - Parameter failure: The error that ended reading early, or `nil`.
  private static func phase(after failure: SourceError?) -> ListPhase {
    failure.map { .failed("\($0)") } ?? .finished
  }

  // MARK: - First read

  private func readPending(firstBatchOnly isBrief: Bool = false, _ handler: Handler) {
    guard let (input, pass) = pending else { return }
    // The displayed records stay until the new ones are complete, which may never happen for a
    // stream.
    if list.isOutdated, !input.isStream {
      pending = nil
      reload(input, handler)
      return
    }
    let initial = try? input.state()
    let loader = loader(of: input, cancellation)
    let ending = loader.run(from: pass, firstBatchOnly: isBrief) { batch in
      status.isProvisional = batch.isProvisional
      if batch.isRestart { status.restartCount += 1 }
      show(list.add(batch), .loading(fraction: batch.fraction), handler)
    }
    // The first file status is valid for all bytes that were read since.
    let first = file?.fileState ?? initial
    file = first.map {
      ReadFile(
        input: input, fileState: $0, continuation: ending.continuation, failure: ending.failure)
    }
    pending = ending.isEnd ? nil : (input, ending.continuation)
    // A program that writes without end learns that it is not read any more.
    if ending.failure?.isLimit == true, input.isStream { input.stop() }
    guard ending.isEnd, !cancellation.isCancelled else { return }
    if list.isOutdated, ending.failure == nil { show(list.replace(by: []), .finished, handler) }
    publish(ending.failure, handler)
  }
}

extension RecordReader {
  /// The maximum size in bytes of a file that is read completely after each change.
  ///
  /// This is fast, and detects all changes.
  private static let smallSize = 1 << 18

  /// The maximum time for which the displayed records may be outdated while a file changes
  /// repeatedly.
  private static let timeout = Duration.seconds(1)

  /// Reads the file again after each change, until the operation is canceled.
  private func follow(_ watch: FileWatcher, _ handler: Handler) {
    // Changes before the watch started cause no event.
    var hasEvents = false
    while !cancellation.isCancelled {
      watch.renew()
      let isDone = checkFile(watch, hasEvents: hasEvents, handler)
      guard watch.debounce() else { return }
      if file?.failure?.isLimit == true { return }
      // A file that was removed while it was read is reported as missing by the next look.
      if isDone, !watch.renew(), !watch.next() { return }
      hasEvents = true
    }
  }

  // MARK: - Change detection

  /// The result of comparing the file at the path with the file that was read.
  private enum Finding {
    case same

    /// The same file with appended bytes, which may contain further records.
    case longer

    /// Any other change.
    case other

    /// The path is not a readable file.
    case missing(SourceError)
  }

  /// Compares the file at the path with the file that was read, and reads the changes.
  ///
  /// - Returns: `false` if the comparison must be repeated, because the file is still changing.
  private func checkFile(_ watch: FileWatcher, hasEvents: Bool, _ handler: Handler) -> Bool {
    switch finding(hasEvents: hasEvents) {
    case .same: publish(file?.failure, handler)
    case .longer where (file?.fileState.size ?? 0) > Self.smallSize: return continueReading(handler)
    case .longer: return reload(watch, handler)
    case .other: return watch.waitForQuiet() && reload(watch, handler)
    case .missing(let failure): publish(failure, handler)
    }
    return true
  }

  private func finding(hasEvents: Bool) -> Finding {
    let now: FileState
    do throws(SourceError) {
      now = try FileState(ofFileAt: path, file?.input.name ?? path)
    } catch {
      return .missing(error)
    }
    guard let file, now.isSameFile(as: file.fileState) else { return .other }
    let isUntouched = now.isUntouched(since: file.fileState)
    if isUntouched, !hasEvents || !file.fileState.isFresh { return .same }
    guard let continuation = file.continuation, continuation.isAppendable, continuation.isUnchanged,
      now.size > (isUntouched ? Self.smallSize : file.fileState.size)
    else { return .other }
    if continuation.canContinue, now.size > continuation.offset { return .longer }
    self.file?.fileState = now
    return .same
  }

  // MARK: - Reading

  /// Reads the bytes that were appended to the file.
  ///
  /// - Returns: `true` if reading succeeded.
  private func continueReading(_ handler: Handler) -> Bool {
    guard let file, let continuation = file.continuation else { return false }
    let ending = loader(of: file.input, cancellation).continueReading(continuation) { batch in
      show(list.add(batch), .finished, handler)
    }
    self.file?.continuation = ending.continuation
    self.file?.failure = ending.failure
    if let now = try? FileState(file.input.file.status()), now.size == ending.continuation?.offset {
      self.file?.fileState = now
    }
    if case .shortened = ending.failure { return false }
    if !cancellation.isCancelled { publish(ending.failure, handler) }
    return true
  }

  /// Reads the file that is at the path now.
  ///
  /// - Returns: `true` if the records of the file are displayed, or if it is not readable.
  private func reload(_ watch: FileWatcher, _ handler: Handler) -> Bool {
    do throws(SourceError) {
      let input = try ByteInput.open(path)
      guard !input.isStream else { throw .replaced(input.name) }
      return reload(input, handler)
    } catch {
      publish(error, handler)
      return true
    }
  }

  /// Reads a file while the previous records stay displayed.
  ///
  /// - Returns: `false` if the file has already changed again, so that reading must be repeated.
  ///   `true` if the records of the file are displayed or the file is not readable.
  @discardableResult
  func reload(_ input: ByteInput, _ handler: Handler) -> Bool {
    watch?.renew([input.file])
    let opened: FileState
    let isCurrent: Bool
    do throws(SourceError) {
      opened = try input.state()
      // A small file was copied before the watch existed. A change in between causes no event.
      isCurrent = FileState(try input.file.status()).isSame(as: opened)
    } catch {
      publish(error, handler)
      return true
    }
    let now = ContinuousClock.now
    let since = outdatedSince ?? now
    outdatedSince = since
    let hasEvents: () -> Bool = { [watch] in
      watch?.hasPendingEvents() == true && ContinuousClock.now - since < Self.timeout
    }
    let isSuperseded = { [path] in hasEvents() && !opened.isBeginning(ofFileAt: path) }
    let attempt = ReloadAttempt(
      loader: loader(of: input, CancellationToken(parent: cancellation)), displayed: list.snapshot)
    switch attempt.run(
      isSuperseded: isSuperseded, progress: { publish(.loading(fraction: $0), handler) })
    {
    case .superseded: return false
    case .failed(let failure):
      // The error may only mean that the file is being written.
      if hasEvents() { return false }
      file = ReadFile(input: input, fileState: opened, failure: failure)
      publish(failure, handler)
    case .read(let new, let update, let ending):
      list = new
      file = ReadFile(
        input: input, fileState: opened, continuation: ending.continuation, failure: ending.failure)
      status.isAtLimit = ending.failure?.isLimit == true
      show(update, Self.phase(after: ending.failure), handler)
    }
    outdatedSince = nil
    return isCurrent
  }
}

/// An attempt to read a file again while its previous records are shown.
///
/// The displayed list stays until the new list and its difference are computed, so that observers
/// receive one update and never a partial list.
struct ReloadAttempt {
  let loader: RecordLoader

  /// The records shown during the attempt.
  let displayed: ListSnapshot

  /// The result of the attempt.
  enum Outcome {
    /// The records that the file contains now.
    ///
    /// If the file exceeds a limit, these are the records up to the limit.
    case read(RecordList, ListUpdate, RecordLoader.Ending)

    /// The error that prevents reading the file.
    case failed(SourceError)

    /// The file has changed again and was not read to the end.
    case superseded
  }

  private struct Superseded: Error {}

  /// The duration of the attempt after which its progress is reported.
  private static let timeout = Duration.milliseconds(100)

  /// Reads the file to its end.
  ///
  /// - Parameters:
  ///   - isSuperseded: A closure that returns `true` if the file has changed again. It is called
  ///     repeatedly.
  ///   - progress: A closure that receives the fraction read, from 0 to 1, if reading takes long.
  func run(isSuperseded: @escaping () -> Bool, progress: (Double?) -> Void) -> Outcome {
    let start = ContinuousClock.now
    var list = RecordList()
    let ending = loader.run { batch in
      list.add(batch)
      if isSuperseded() { loader.cancellation.cancel() }
      if ContinuousClock.now - start > Self.timeout { progress(batch.fraction) }
    }
    if loader.cancellation.isCancelled { return .superseded }
    if let failure = ending.failure, !failure.isLimit { return .failed(failure) }
    let new = list.snapshot
    guard let changes = changes(to: new, isSuperseded) else { return .superseded }
    return .read(list, ListUpdate(before: displayed, after: new, changes: changes), ending)
  }

  /// Returns the changes from the displayed list to a new list, or `nil` if the operation was
  /// canceled.
  private func changes(to new: ListSnapshot, _ isSuperseded: @escaping () -> Bool) -> ChangeSet? {
    let cancellation = loader.cancellation
    return try? ChangeSet(from: displayed, to: new) { () throws(Superseded) in
      if cancellation.isCancelled || isSuperseded() { throw Superseded() }
    }
  }
}
