internal import MocoaLanguage
internal import MocoaModel

/// The thread of a cache, and what it has to do.
final class CacheWorker: Sendable {
  /// What somebody asks of a cache.
  enum Request: Sendable {
    case apply(EntityBatch, @Sendable (EntityCacheError?) -> Void)
    case load([EntityPlace], @Sendable (Result<[LoadedEntity], EntityCacheError>) -> Void)
    case loadList(
      String, EntityShape, @Sendable (Result<LoadedList?, EntityCacheError>) -> Void)
    case flush(@Sendable (EntityCacheError?) -> Void)
    case observe(@Sendable (EntityNews) -> Void)
    case observeKeeping(@Sendable () -> Void)
    case observeOrphans(@Sendable () -> Void)

    /// Finds entities that are in nothing any more.
    case findUnneeded(@Sendable (Result<[EntityKey], EntityCacheError>) -> Void)

    /// Removes those of some entities that are in nothing, unless another program has the file open;
    /// after the last of them makes the file smaller.
    case collect(Set<EntityKey>, isLast: Bool, @Sendable (EntityCacheError?) -> Void)

    /// Somebody may have written to the file.
    case look

    /// Asks for nothing more.
    case end
  }

  private struct State: Sendable {
    var requests: [Request] = []
    var status = SQLiteEntityCache.Status.opening

    /// Why there is no thread.
    var failure: EntityCacheError?

    /// What came of the latest wish to finish; nil before it has come.
    var finish: Finish?

    /// Whether nothing is done any more.
    var isEnded = false
  }

  private struct Finish {
    let error: EntityCacheError?
  }

  /// Those that may have something to do.
  private static let running = Monitor<[ObjectIdentifier: CacheWorker]>([:])

  /// How soon what could not be kept is tried again, at first and at last.
  private static let (firstPause, longestPause) = (Duration.seconds(1), Duration.seconds(30))

  private let state = Monitor(State())
  private let path: String
  private let mode: SQLiteEntityCache.Mode
  private let patience: Duration
  private let log: @Sendable (String) -> Void

  init(
    path: String, mode: SQLiteEntityCache.Mode, patience: Duration,
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.path, self.mode, self.patience, self.log) = (path, mode, patience, log)
  }

  var status: SQLiteEntityCache.Status { state.update { $0.status } }

  func start() {
    let id = ObjectIdentifier(self)
    Self.running.update { $0[id] = self }
    let isStarted = BackgroundThread.run {
      self.work()
      self.state.update { $0.isEnded = true }
      Self.running.update { $0[id] = nil }
    }
    if isStarted { return }
    Self.running.update { $0[id] = nil }
    let failure = EntityCacheError(.notReadable, phrase("\(path): there is no thread to read it"))
    state.update {
      $0.failure = failure
      $0.status = .failed(failure)
    }
  }

  /// Does what was asked for until now, and no more.
  func end() {
    ask(.end)
  }

  /// All of the program that may have something to do.
  static var all: [CacheWorker] { running.update { Array($0.values) } }

  /// Waits until caches have done what they were asked for until now.
  ///
  /// - Returns: why something is not kept, for each cache of which that is so.
  static func finish(_ workers: [CacheWorker], within limit: Duration) -> [EntityCacheError] {
    let deadline = ContinuousClock.now + limit
    for worker in workers {
      worker.state.update { $0.finish = nil }
      worker.ask(
        .flush { [weak worker] error in
          worker?.state.update { $0.finish = Finish(error: error) }
        })
    }
    return workers.compactMap { worker in
      let left = max(.zero, ContinuousClock.now.duration(to: deadline))
      let state = worker.state.wait(atMost: left) { $0.finish != nil || $0.isEnded }
      if state.finish == nil, !state.isEnded {
        return EntityCacheError(.notWritable, phrase("\(worker.path): was not written in time"))
      }
      return state.finish?.error
    }
  }

  /// Has something done after all that was asked for before.
  func ask(_ request: Request) {
    let failure = state.update { state in
      if request.isLook, state.requests.last?.isLook == true { return nil as EntityCacheError? }
      if state.failure == nil { state.requests.append(request) }
      return state.failure
    }
    if let failure { request.fail(failure) }
  }

  private func work() {
    var session = CacheSession(path: path, mode: mode, patience: patience, log: log)
    var pause = Self.firstPause
    while true {
      // With nothing to do it sleeps, and wakes for nothing else than what could not be kept.
      _ = state.wait(atMost: session.isBehind ? pause : nil) { !$0.requests.isEmpty }
      let isBehind = session.isBehind
      let tell = session.tryAgain()
      pause = isBehind && session.isBehind ? min(pause * 2, Self.longestPause) : Self.firstPause
      let status = session.status
      state.update { $0.status = status }
      tell()
      let requests = state.update { state in
        defer { state.requests = [] }
        return state.requests
      }
      for request in requests {
        if case .end = request { return }
        let answer = session.answer(request) { [weak self] in self?.ask(.look) }
        let status = session.status
        state.update { $0.status = status }
        answer()
      }
    }
  }
}

extension CacheWorker.Request {
  /// Whether it only looks for what others have changed.
  var isLook: Bool { if case .look = self { true } else { false } }

  /// Answers that it cannot be done.
  func fail(_ failure: EntityCacheError) {
    switch self {
    case .apply(_, let then), .flush(let then): then(failure)
    case .load(_, let then): then(.failure(failure))
    case .loadList(_, _, let then): then(.failure(failure))
    case .findUnneeded(let then): then(.failure(failure))
    case .collect(_, _, let then): then(failure)
    case .observe, .observeKeeping, .observeOrphans, .look, .end: break
    }
  }
}
