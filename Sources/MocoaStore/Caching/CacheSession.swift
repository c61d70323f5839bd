internal import MocoaSQLite
internal import Glibc
internal import MocoaLocalization
internal import MocoaModel
internal import MocoaSystem

/// The state of a cache on its thread: the open file and the pending batches.
struct CacheSession {
  private let path: String
  private let mode: SQLiteEntityCache.Mode
  private let busyTimeout: Duration
  private let log: @Sendable (String) -> Void

  private var file: CacheFile?

  /// The error of the last attempt to open the file, with its time.
  private var failure: (error: EntityCacheError, time: ContinuousClock.Instant)?

  /// The batches that could not be saved, in order.
  ///
  /// They are retried.
  private var backlog: [EntityBatch] = []

  /// The error that prevented saving the first pending batch.
  private var unsaved: EntityCacheError?

  /// The error of a batch that was skipped permanently.
  private var skippedBatchError: EntityCacheError?

  /// The error that explains why all pending batches were discarded.
  ///
  /// No more batches are saved after it.
  private var discardError: EntityCacheError?

  private var observer: (@Sendable (ExternalChanges) -> Void)?

  /// A closure that is called after pending batches were saved.
  private var recoveryObserver: (@Sendable () -> Void)?
  private var watch: CommitWatcher?

  /// A closure that is called when there are many possible orphans.
  private var orphanObserver: (@Sendable () -> Void)?

  /// The number of batches received until now.
  private var batches = 0

  /// The number of batches after which the possible orphans are counted again.
  private static let orphanCheckInterval = 256

  /// The maximum number of pending batches.
  ///
  /// If this number is exceeded, all pending batches are discarded and no more are saved.
  private static let maxBacklog = 10_000

  /// The minimum delay between two attempts to open the file.
  private static let pause = Duration.seconds(1)

  init(
    path: String, mode: SQLiteEntityCache.Mode, busyTimeout: Duration,
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.path, self.mode, self.busyTimeout, self.log) = (path, mode, busyTimeout, log)
  }

  /// The status of the cache.
  var status: SQLiteEntityCache.Status {
    if let failure { return .failed(failure.error) }
    if let error = discardError ?? file?.writeError { return .readOnly(error) }
    if !backlog.isEmpty, let unsaved { return .pendingWrites(unsaved) }
    return file == nil ? .opening : .ready
  }

  /// Processes a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - poke: A closure that requests a check for changes by other connections.
  /// - Returns: A closure that delivers the result to the caller of the request.
  mutating func handle(
    _ request: CacheWorker.Request, requestCheck poke: @escaping @Sendable () -> Void
  ) -> () -> Void {
    if !request.isCheck, isUnwatched { poke() }
    switch request {
    case .apply(let batch, let completion):
      let (error, changes) = apply(batch)
      let observer = countBatch() ? orphanObserver : nil
      return delivery(of: changes) {
        completion(error)
        observer?()
      }
    case .load(let requests, let completion):
      let result = read { try $0.load(requests) }
      return { completion(result) }
    case .loadList(let name, let shape, let completion):
      let result = read { try $0.loadList(name, of: shape) }
      return { completion(result) }
    case .flush(let completion):
      let (error, changes) = flush()
      return delivery(of: changes) { completion(error) }
    case .observeRecovery(let perform):
      recoveryObserver = perform
      return {}
    case .observeOrphans(let perform):
      orphanObserver = perform
      return {}
    case .findUnneeded(let completion):
      let result = backlog.isEmpty ? findUnneeded() : .success([])
      return { completion(result) }
    case .collect(let keys, let isLast, let completion):
      let error = collect(keys, isLast: isLast)
      return { completion(error) }
    case .observe(let perform):
      observer = perform
      return delivery(of: checkExternalChanges(poke)) {}
    case .checkForChanges: return delivery(of: checkExternalChanges(poke)) {}
    case .end: return {}
    }
  }

  /// A Boolean value that indicates whether each request must check for changes by other
  /// connections.
  ///
  /// This is the case if the file is not watched, because it could not be opened at first or the
  /// system limit of watches is reached.
  private var isUnwatched: Bool {
    observer != nil && watch == nil && file != nil && mode != .inMemory
  }

  private func delivery(of changes: ExternalChanges?, _ completion: @escaping () -> Void) -> () ->
    Void
  {
    guard let changes, let observer else { return completion }
    return {
      completion()
      observer(changes)
    }
  }

  // MARK: - File

  private mutating func open() throws(EntityCacheError) -> CacheFile {
    if let file { return file }
    if let failure {
      let isRecent = failure.time.duration(to: .now) < Self.pause
      if Self.isPermanent(failure.error) || isRecent { throw failure.error }
    }
    do throws(EntityCacheError) {
      let file = try CacheFile.open(path: path, mode: mode, busyTimeout: busyTimeout, log: log)
      (self.file, failure) = (file, nil)
      return file
    } catch {
      failure = (error, .now)
      throw error
    }
  }

  /// Returns `true` if retrying is unlikely to succeed soon after the error.
  private static func isPermanent(_ error: EntityCacheError) -> Bool {
    [.damaged, .newerVersion].contains(error.kind)
  }

  /// A Boolean value that indicates whether batches are pending.
  var hasBacklog: Bool { !backlog.isEmpty }

  /// Retries saving the pending batches.
  ///
  /// - Returns: A closure that notifies the observers.
  mutating func retry() -> () -> Void {
    guard hasBacklog else { return {} }
    let (error, changes) = savePending()
    guard error == nil || !hasBacklog else { return delivery(of: changes) {} }
    return delivery(of: changes) { [recoveryObserver] in recoveryObserver?() }
  }

  /// Converts an error to the error that the cache reports to its callers.
  ///
  /// If the error reports damage, the file is closed and not used any more.
  private mutating func handleError(_ error: any Error, writing: Bool) -> EntityCacheError {
    let name = file?.name ?? path
    let error =
      switch error {
      case let error as EntityCacheError: error
      case let error as SQLiteError: error.cacheError(name, writing: writing)
      default: EntityCacheError(.notReadable, "\(name): \(CacheFile.line(error))")
      }
    if error.kind == .damaged {
      failure = (error, .now)
      (file, watch) = (nil, nil)
    }
    return error
  }

  private mutating func read<Value>(
    _ body: (CacheFile) throws -> Value
  ) -> Result<Value, EntityCacheError> {
    do {
      return .success(try body(open()))
    } catch {
      return .failure(handleError(error, writing: false))
    }
  }

  // MARK: - Saving

  /// Saves a batch after all pending batches.
  ///
  /// - Returns: The error that prevents saving, if any, and the changes by other connections, if
  ///   any.
  private mutating func apply(_ batch: EntityBatch) -> (EntityCacheError?, ExternalChanges?) {
    if let error = findPermanentError() {
      skippedBatchError = skippedBatchError ?? error
      return (error, nil)
    }
    backlog.append(batch)
    let result = savePending()
    if backlog.count > Self.maxBacklog {
      backlog = []
      discardError = EntityCacheError(
        .notWritable,
        localized(
          "\(file?.name ?? path): saving disabled after repeated failures (restart the program)")
      )
    }
    return result
  }

  /// Counts a batch, and counts the possible orphans after every 256 batches.
  ///
  /// - Returns: `true` if there are now enough possible orphans for their removal.
  private mutating func countBatch() -> Bool {
    batches += 1
    guard batches % Self.orphanCheckInterval == 0, orphanObserver != nil, backlog.isEmpty,
      let file
    else {
      return false
    }
    return (try? file.hasManyOrphans()) == true
  }

  /// Returns the keys of orphans, or an empty array if rows of the file are damaged.
  private mutating func findUnneeded() -> Result<[EntityKey], EntityCacheError> {
    read { [log] file in
      do {
        return try file.unneededKeys()
      } catch let error as SQLiteError where error.isDamage {
        log(Self.cannotCollect(file))
        return []
      }
    }
  }

  private static func cannotCollect(_ file: CacheFile) -> String {
    localized("\(file.name): cannot remove unneeded entities: a row is damaged")
  }

  /// Removes orphans, unless another program has the file open.
  ///
  /// - Parameter isLast: A Boolean value that indicates whether to shrink the file, because no
  ///   further orphans will be removed.
  private mutating func collect(_ keys: Set<EntityKey>, isLast: Bool) -> EntityCacheError? {
    guard backlog.isEmpty, let file = try? open(), file.writeError == nil, !file.database.hasMoved
    else {
      return nil
    }
    do {
      _ = try file.withExclusiveLock(shrinking: isLast) { _ = try file.collect(keys) }
      return nil
    } catch let error as SQLiteError where error.isDamage {
      // The other rows remain readable and writable.
      log(Self.cannotCollect(file))
      return nil
    } catch {
      return handleError(error, writing: true)
    }
  }

  /// Returns the error that prevents saving any batch now and later, or `nil` if saving may succeed.
  ///
  /// The file is opened if it is not open.
  private mutating func findPermanentError() -> EntityCacheError? {
    if let discardError { return discardError }
    if let file = try? open() { return file.writeError }
    return failure.flatMap { Self.isPermanent($0.error) ? $0.error : nil }
  }

  private mutating func flush() -> (EntityCacheError?, ExternalChanges?) {
    if let discardError { return (discardError, nil) }
    let (error, changes) = backlog.isEmpty ? (nil, nil) : savePending()
    return (error ?? skippedBatchError, changes)
  }

  /// Saves the pending batches in order, until one cannot be saved.
  ///
  /// - Returns: The error of that batch, if any, and the changes by other connections, if any.
  private mutating func savePending() -> (EntityCacheError?, ExternalChanges?) {
    var changes: ExternalChanges?

    // The error of a batch that was skipped permanently.
    var partly: EntityCacheError?
    do {
      let file = try open()
      var count = 0
      defer { backlog.removeFirst(count) }
      for batch in backlog {
        let (more, left) = try file.apply(batch)
        if let more { changes = changes?.merged(with: more) ?? more }
        if let left { (skippedBatchError, partly) = (skippedBatchError ?? left, left) }
        count += 1
      }
      unsaved = nil
      return (partly, changes)
    } catch {
      let error = handleError(error, writing: true)
      unsaved = unsaved ?? error
      return (error, changes)
    }
  }

  // MARK: - External changes

  /// Returns the changes by other connections since the last call, or since the file was opened.
  ///
  /// - Parameter poke: A closure that requests a further check.
  private mutating func checkExternalChanges(_ poke: @escaping @Sendable () -> Void)
    -> ExternalChanges?
  {
    guard observer != nil, let file = try? open() else { return nil }
    if watch == nil, mode != .inMemory { watch = CommitWatcher(path, perform: poke) }
    do {
      guard let (changes, latest) = try file.externalChanges() else { return nil }
      file.seen = latest
      return changes
    } catch {
      _ = handleError(error, writing: false)
      return nil
    }
  }
}

/// A watcher of commits to a SQLite database by other connections.
///
/// It watches for as long as it is retained. SQLite writes the database and its log before a commit
/// is visible, and the commit itself causes no file event. Therefore each process touches the file
/// after a commit. If a process ends before that, the system closes the file, which is also an
/// event.
final class CommitWatcher {
  private let wake = WakePipe()

  /// The time to wait after a commit for further commits, in milliseconds.
  ///
  /// All of them are reported in one call.
  private static let pause: Int32 = 10

  /// Watches a database file.
  ///
  /// - Parameters:
  ///   - path: The path of the database.
  ///   - perform: A closure that is called on a background thread after commits.
  /// - Returns: `nil` if the system has no free watch or thread.
  init?(_ path: String, perform: @escaping @Sendable () -> Void) {
    let (listener, wake) = (InotifySubscription(), wake)
    guard listener.add(path, UInt32(IN_ATTRIB) | UInt32(IN_CLOSE_WRITE)) >= 0,
      BackgroundThread.run({ Self.run(listener, wake, perform) })
    else { return nil }
  }

  deinit {
    wake.wake()
  }

  private static func run(_ listener: InotifySubscription, _ wake: WakePipe, _ perform: () -> Void)
  {
    while wake.waitForInput(on: listener.descriptor), wake.sleep(milliseconds: pause) {
      _ = listener.take()
      perform()
    }
  }

  /// Touches a database file, so that the watchers of all processes report a commit.
  static func touch(_ path: String?) {
    guard let path else { return }
    // The file is not opened, because closing a descriptor would release all locks that SQLite has
    // on the file.
    _ = utimensat(AT_FDCWD, path, nil, 0)
  }
}

extension SQLiteError {
  /// Returns the error that a cache reports to its user.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - writing: A Boolean value that indicates whether writing failed, not reading.
  func cacheError(_ name: String, writing: Bool) -> EntityCacheError {
    let kind: EntityCacheError.Kind =
      isDamage ? .damaged : writing ? .notWritable : .notReadable
    return EntityCacheError(kind, "\(name): \(reason)")
  }
}
