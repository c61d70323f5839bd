internal import MocoaModel

extension RecordReader {
  /// The size in bytes up to which a file is read completely after each change, which is fast and
  /// reliable.
  private static let smallSize = 1 << 18

  /// The maximum time for which a file that changes repeatedly is not shown in its current state.
  private static let timeout = Duration.seconds(1)

  /// Reloads the file after each change until the operation is canceled.
  func follow(_ watch: FileWatcher, _ tell: Tell) {
    // Changes before the watch started cause no event.
    var hasNews = false
    while !cancellation.isCancelled {
      watch.renew()
      let isDone = look(watch, hasNews: hasNews, tell)
      guard watch.debounce() else { return }
      if file?.failure?.isLimit == true { return }
      // A file that was removed while it was read is reported as missing by the next look.
      if isDone, !watch.renew(), !watch.next() { return }
      hasNews = true
    }
  }

  // MARK: - Change detection

  /// The result of comparing the file with the state that was read.
  private enum Finding {
    case same

    /// The same file with appended bytes, which may contain more records.
    case longer

    /// Any other change.
    case other

    /// The path is not a readable file.
    case missing(SourceError)
  }

  /// Compares the file with the state that was read, and reads the changes.
  ///
  /// - Returns: `true` if the current file is shown, or if this cannot be decided without another
  ///   event.
  private func look(_ watch: FileWatcher, hasNews: Bool, _ tell: Tell) -> Bool {
    switch finding(hasNews: hasNews) {
    case .same: say(file?.failure, tell)
    case .longer where (file?.known.size ?? 0) > Self.smallSize: return readOn(tell)
    case .longer: return readAgain(watch, tell)
    case .other: return watch.waitForQuiet() && readAgain(watch, tell)
    case .missing(let failure): say(failure, tell)
    }
    return true
  }

  private func finding(hasNews: Bool) -> Finding {
    let now: FileState
    do throws(SourceError) {
      now = try FileState(ofFileAt: path, file?.input.name ?? path)
    } catch {
      return .missing(error)
    }
    guard let file, now.isSameFile(as: file.known) else { return .other }
    let isUntouched = now.isUntouched(since: file.known)
    if isUntouched, !hasNews || !file.known.isFresh { return .same }
    guard let rest = file.rest, rest.isAppendable, rest.isUnchanged,
      now.size > (isUntouched ? Self.smallSize : file.known.size)
    else { return .other }
    if rest.canContinue, now.size > rest.offset { return .longer }
    self.file?.known = now
    return .same
  }

  // MARK: - Reading

  /// Reads the appended bytes.
  ///
  /// - Returns: `true` if reading succeeded.
  private func readOn(_ tell: Tell) -> Bool {
    guard let file, let rest = file.rest else { return false }
    let ending = loader(of: file.input, cancellation).goOn(rest) { batch in
      show(list.add(batch), .finished, tell)
    }
    self.file?.rest = ending.rest
    self.file?.failure = ending.failure
    if let now = try? FileState(file.input.file.status()), now.size == ending.rest?.offset {
      self.file?.known = now
    }
    if case .shortened = ending.failure { return false }
    if !cancellation.isCancelled { say(ending.failure, tell) }
    return true
  }

  /// Reads the file that is at the path now.
  ///
  /// - Returns: `true` if the file is shown or is not readable.
  private func readAgain(_ watch: FileWatcher, _ tell: Tell) -> Bool {
    do throws(SourceError) {
      let input = try ByteInput.open(path)
      guard !input.isStream else { throw .replaced(input.name) }
      return readAgain(input, tell)
    } catch {
      say(error, tell)
      return true
    }
  }

  /// Reads a file while the previous records are shown.
  ///
  /// - Returns: `true` if the file is shown or is not readable, `false` if it has already changed
  ///   again.
  @discardableResult
  func readAgain(_ input: ByteInput, _ tell: Tell) -> Bool {
    watch?.renew([input.file])
    let opened: FileState
    let isCurrent: Bool
    do throws(SourceError) {
      opened = try input.state()
      // A small file was copied before the watch existed. A change in between causes no event.
      isCurrent = FileState(try input.file.status()).isSame(as: opened)
    } catch {
      say(error, tell)
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
      isSuperseded: isSuperseded, progress: { say(.loading(fraction: $0), tell) })
    {
    case .superseded: return false
    case .failed(let failure):
      // The error may only mean that the file is being written.
      if hasNews() { return false }
      file = ReadFile(input: input, known: opened, failure: failure)
      say(failure, tell)
    case .read(let new, let update, let ending):
      list = new
      file = ReadFile(input: input, known: opened, rest: ending.rest, failure: ending.failure)
      standing.isAtLimit = ending.failure?.isLimit == true
      show(update, Self.phase(after: ending.failure), tell)
    }
    outdatedSince = nil
    return isCurrent
  }
}
