internal import MocoaModel

extension RecordReader {
  /// The maximum size in bytes of a file that is read completely after each change.
  ///
  /// This is fast, and detects all changes.
  private static let smallSize = 1 << 18

  /// The maximum time for which the displayed records may be outdated while a file changes
  /// repeatedly.
  private static let timeout = Duration.seconds(1)

  /// Reads the file again after each change, until the operation is canceled.
  func follow(_ watch: FileWatcher, _ tell: Handler) {
    // Changes before the watch started cause no event.
    var hasNews = false
    while !cancellation.isCancelled {
      watch.renew()
      let isDone = checkFile(watch, hasEvents: hasNews, tell)
      guard watch.debounce() else { return }
      if file?.failure?.isLimit == true { return }
      // A file that was removed while it was read is reported as missing by the next look.
      if isDone, !watch.renew(), !watch.next() { return }
      hasNews = true
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
  /// - Returns: `true` if the displayed records are current, or if only a further event can show
  ///   whether they are.
  private func checkFile(_ watch: FileWatcher, hasEvents hasNews: Bool, _ tell: Handler) -> Bool {
    switch finding(hasEvents: hasNews) {
    case .same: publish(file?.failure, tell)
    case .longer where (file?.fileState.size ?? 0) > Self.smallSize: return continueReading(tell)
    case .longer: return reload(watch, tell)
    case .other: return watch.waitForQuiet() && reload(watch, tell)
    case .missing(let failure): publish(failure, tell)
    }
    return true
  }

  private func finding(hasEvents hasNews: Bool) -> Finding {
    let now: FileState
    do throws(SourceError) {
      now = try FileState(ofFileAt: path, file?.input.name ?? path)
    } catch {
      return .missing(error)
    }
    guard let file, now.isSameFile(as: file.fileState) else { return .other }
    let isUntouched = now.isUntouched(since: file.fileState)
    if isUntouched, !hasNews || !file.fileState.isFresh { return .same }
    guard let rest = file.continuation, rest.isAppendable, rest.isUnchanged,
      now.size > (isUntouched ? Self.smallSize : file.fileState.size)
    else { return .other }
    if rest.canContinue, now.size > rest.offset { return .longer }
    self.file?.fileState = now
    return .same
  }

  // MARK: - Reading

  /// Reads the bytes that were appended to the file.
  ///
  /// - Returns: `true` if reading succeeded.
  private func continueReading(_ tell: Handler) -> Bool {
    guard let file, let rest = file.continuation else { return false }
    let ending = loader(of: file.input, cancellation).continueReading(rest) { batch in
      show(list.add(batch), .finished, tell)
    }
    self.file?.continuation = ending.continuation
    self.file?.failure = ending.failure
    if let now = try? FileState(file.input.file.status()), now.size == ending.continuation?.offset {
      self.file?.fileState = now
    }
    if case .shortened = ending.failure { return false }
    if !cancellation.isCancelled { publish(ending.failure, tell) }
    return true
  }

  /// Reads the file that is at the path now.
  ///
  /// - Returns: `true` if the records of the file are displayed, or if it is not readable.
  private func reload(_ watch: FileWatcher, _ tell: Handler) -> Bool {
    do throws(SourceError) {
      let input = try ByteInput.open(path)
      guard !input.isStream else { throw .replaced(input.name) }
      return reload(input, tell)
    } catch {
      publish(error, tell)
      return true
    }
  }

  /// Reads a file while the previous records stay displayed.
  ///
  /// - Returns: `true` if the records of the file are displayed or it is not readable, `false` if
  ///   it has already changed again.
  @discardableResult
  func reload(_ input: ByteInput, _ tell: Handler) -> Bool {
    watch?.renew([input.file])
    let opened: FileState
    let isCurrent: Bool
    do throws(SourceError) {
      opened = try input.state()
      // A small file was copied before the watch existed. A change in between causes no event.
      isCurrent = FileState(try input.file.status()).isSame(as: opened)
    } catch {
      publish(error, tell)
      return true
    }
    let now = ContinuousClock.now
    let since = outdatedSince ?? now
    outdatedSince = since
    let hasNews: () -> Bool = { [watch] in
      watch?.hasPendingEvents() == true && ContinuousClock.now - since < Self.timeout
    }
    let isSuperseded = { [path] in hasNews() && !opened.isBeginning(ofFileAt: path) }
    let attempt = ReloadAttempt(
      loader: loader(of: input, CancellationToken(parent: cancellation)), shown: list.snapshot)
    switch attempt.run(
      isSuperseded: isSuperseded, progress: { publish(.loading(fraction: $0), tell) })
    {
    case .superseded: return false
    case .failed(let failure):
      // The error may only mean that the file is being written.
      if hasNews() { return false }
      file = ReadFile(input: input, fileState: opened, failure: failure)
      publish(failure, tell)
    case .read(let new, let update, let ending):
      list = new
      file = ReadFile(
        input: input, fileState: opened, continuation: ending.continuation, failure: ending.failure)
      standing.isAtLimit = ending.failure?.isLimit == true
      show(update, Self.phase(after: ending.failure), tell)
    }
    outdatedSince = nil
    return isCurrent
  }
}
