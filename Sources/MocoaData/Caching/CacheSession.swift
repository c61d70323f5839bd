internal import MocoaLanguage

/// What is done on the thread of a cache: opening its file, and answering requests one by one.
struct CacheSession {
  let path: String
  let mode: SQLiteEntityCache.Mode
  let patience: Duration
  let log: @Sendable (String) -> Void

  private var file: CacheFile?

  /// Why there is no file, and when that was found.
  private var failure: (error: EntityCacheError, time: ContinuousClock.Instant)?

  /// What could not be kept, in order, and is tried again.
  private var backlog: [EntityBatch] = []

  /// What kept the first batch of the backlog from being kept.
  private var unsaved: EntityCacheError?

  /// Why a batch was left out for good.
  private var refused: EntityCacheError?

  /// Why nothing is kept any more, since something was left out.
  private var lost: EntityCacheError?

  private var observer: (@Sendable (EntityNews) -> Void)?

  /// Told when what could not be kept has been.
  private var keepingObserver: (@Sendable () -> Void)?
  private var watch: DatabaseWatch?

  /// Notified when many entities may be in nothing any more.
  private var orphanObserver: (@Sendable () -> Void)?

  /// The number of batches that were kept.
  private var batches = 0

  /// After so many batches it is looked at how many entities may be in nothing.
  private static let batchesOfLook = 256

  /// So many batches are tried again; with more, nothing is kept any more.
  private static let mostBacklog = 10_000

  /// How soon opening a file is tried again.
  private static let pause = Duration.seconds(1)

  init(
    path: String, mode: SQLiteEntityCache.Mode, patience: Duration,
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.path, self.mode, self.patience, self.log) = (path, mode, patience, log)
  }

  /// How the cache is.
  var status: SQLiteEntityCache.Status {
    if let failure { return .failed(failure.error) }
    if let refusal = lost ?? file?.refusal { return .readOnly(refusal) }
    if !backlog.isEmpty, let unsaved { return .behind(unsaved) }
    return file == nil ? .opening : .ready
  }

  /// Does what was asked for.
  ///
  /// - Parameter poke: has others' changes looked for.
  /// - Returns: what tells the answer.
  mutating func answer(
    _ request: CacheWorker.Request, poke: @escaping @Sendable () -> Void
  ) -> () -> Void {
    if !request.isLook, isUnwatched { poke() }
    switch request {
    case .apply(let batch, let then):
      let (error, news) = apply(batch)
      let observer = hasManyOrphans ? orphanObserver : nil
      return tell(news) {
        then(error)
        observer?()
      }
    case .load(let places, let then):
      let result = read { try $0.load(places) }
      return { then(result) }
    case .loadList(let name, let shape, let then):
      let result = read { try $0.loadList(name, of: shape) }
      return { then(result) }
    case .flush(let then):
      let (error, news) = flush()
      return tell(news) { then(error) }
    case .observeKeeping(let perform):
      keepingObserver = perform
      return {}
    case .observeOrphans(let perform):
      orphanObserver = perform
      return {}
    case .findUnneeded(let then):
      let result = backlog.isEmpty ? findUnneeded() : .success([])
      return { then(result) }
    case .collect(let keys, let isLast, let then):
      let error = collect(keys, isLast: isLast)
      return { then(error) }
    case .observe(let perform):
      observer = perform
      return tell(look(poke)) {}
    case .look: return tell(look(poke)) {}
    case .end: return {}
    }
  }

  /// Whether others are to be looked at with each request, and their changes not told by the system:
  /// the file could not be opened at first, or there are no watches left for now.
  private var isUnwatched: Bool {
    observer != nil && watch == nil && file != nil && mode != .inMemory
  }

  private func tell(_ news: EntityNews?, _ answer: @escaping () -> Void) -> () -> Void {
    guard let news, let observer else { return answer }
    return {
      answer()
      observer(news)
    }
  }

  // MARK: - The file

  private mutating func open() throws(EntityCacheError) -> CacheFile {
    if let file { return file }
    if let failure {
      let isRecent = failure.time.duration(to: .now) < Self.pause
      if Self.isLasting(failure.error) || isRecent { throw failure.error }
    }
    do throws(EntityCacheError) {
      let file = try CacheFile.open(path: path, mode: mode, patience: patience, log: log)
      (self.file, failure) = (file, nil)
      return file
    } catch {
      failure = (error, .now)
      throw error
    }
  }

  /// Whether a file will be no other soon.
  private static func isLasting(_ error: EntityCacheError) -> Bool {
    [.damaged, .newerVersion].contains(error.kind)
  }

  /// Whether something is to be tried again.
  var isBehind: Bool { !backlog.isEmpty }

  /// Tries again to keep what could not be kept.
  ///
  /// - Returns: what tells that it has been.
  mutating func tryAgain() -> () -> Void {
    guard isBehind else { return {} }
    let (error, news) = keep()
    guard error == nil || !isBehind else { return tell(news) {} }
    return tell(news) { [keepingObserver] in keepingObserver?() }
  }

  /// What an error means; one that says that the file is damaged ends the use of it.
  private mutating func understand(_ error: any Error, writing: Bool) -> EntityCacheError {
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
      return .failure(understand(error, writing: false))
    }
  }

  // MARK: - Keeping

  /// Keeps a batch after those that could not be kept.
  private mutating func apply(_ batch: EntityBatch) -> (EntityCacheError?, EntityNews?) {
    if let error = refusal {
      refused = refused ?? error
      return (error, nil)
    }
    backlog.append(batch)
    let result = keep()
    if backlog.count > Self.mostBacklog {
      backlog = []
      lost = EntityCacheError(
        .notWritable,
        phrase("\(file?.name ?? path): too much could not be saved: nothing is, until a restart"))
    }
    return result
  }

  /// Whether many entities may be in nothing any more, looked at after every so many batches.
  private var hasManyOrphans: Bool {
    mutating get {
      batches += 1
      guard batches % Self.batchesOfLook == 0, orphanObserver != nil, backlog.isEmpty, let file
      else {
        return false
      }
      return (try? file.hasManyOrphans()) == true
    }
  }

  /// Returns the keys of entities that are in nothing; none where rows of the file are damaged.
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
    phrase("\(file.name): cannot remove unneeded entities: a row is damaged")
  }

  /// Removes entities that are in nothing, unless another program has the file open.
  ///
  /// - Parameter isLast: whether no others are to be removed after these.
  private mutating func collect(_ keys: Set<EntityKey>, isLast: Bool) -> EntityCacheError? {
    guard backlog.isEmpty, let file = try? open(), file.refusal == nil, !file.database.hasMoved
    else {
      return nil
    }
    do {
      _ = try file.alone(shrinking: isLast) { _ = try file.collect(keys) }
      return nil
    } catch let error as SQLiteError where error.isDamage {
      // The other rows are readable and writable still.
      log(Self.cannotCollect(file))
      return nil
    } catch {
      return understand(error, writing: true)
    }
  }

  /// Why a batch need not be tried: it would not be kept later either.
  private var refusal: EntityCacheError? {
    mutating get {
      if let lost { return lost }
      if let file = try? open() { return file.refusal }
      return failure.flatMap { Self.isLasting($0.error) ? $0.error : nil }
    }
  }

  private mutating func flush() -> (EntityCacheError?, EntityNews?) {
    if let lost { return (lost, nil) }
    let (error, news) = backlog.isEmpty ? (nil, nil) : keep()
    return (error ?? refused, news)
  }

  /// Keeps all that is not kept, in order, up to the first that cannot be.
  private mutating func keep() -> (EntityCacheError?, EntityNews?) {
    var news: EntityNews?

    // Why something was left out for good.
    var partly: EntityCacheError?
    do {
      let file = try open()
      var count = 0
      defer { backlog.removeFirst(count) }
      for batch in backlog {
        let (more, left) = try file.apply(batch)
        if let more { news = news?.merged(with: more) ?? more }
        if let left { (refused, partly) = (refused ?? left, left) }
        count += 1
      }
      unsaved = nil
      return (partly, news)
    } catch {
      let error = understand(error, writing: true)
      unsaved = unsaved ?? error
      return (error, news)
    }
  }

  // MARK: - Others

  /// What others have changed since it was last asked for, or since the file was opened.
  private mutating func look(_ poke: @escaping @Sendable () -> Void) -> EntityNews? {
    guard observer != nil, let file = try? open() else { return nil }
    if watch == nil, mode != .inMemory { watch = DatabaseWatch(path, perform: poke) }
    do {
      guard let (news, latest) = try file.news() else { return nil }
      file.seen = latest
      return news
    } catch {
      _ = understand(error, writing: false)
      return nil
    }
  }
}
