internal import MocoaLocalization
internal import MocoaModel

/// The background thread of a cache, which processes requests in order.
final class CacheWorker: Sendable {
  /// A request to a cache.
  enum Request: Sendable {
    case apply(EntityBatch, @Sendable (EntityCacheError?) -> Void)
    case load([EntityRequest], @Sendable (Result<[LoadedEntity], EntityCacheError>) -> Void)
    case loadList(
      String, EntityDescriptor, @Sendable (Result<LoadedList?, EntityCacheError>) -> Void)
    case flush(@Sendable (EntityCacheError?) -> Void)
    case observe(@Sendable (ExternalChanges) -> Void)
    case observeRecovery(@Sendable () -> Void)
    case observeOrphans(@Sendable () -> Void)

    /// Finds orphans.
    case findUnneeded(@Sendable (Result<[EntityKey], EntityCacheError>) -> Void)

    /// Removes the orphans among some entities, unless another program has the file open.
    ///
    /// If `isLast` is `true`, the file is shrunk after the removal.
    case collect(Set<EntityKey>, isLast: Bool, @Sendable (EntityCacheError?) -> Void)

    /// Checks for changes by other connections.
    case checkForChanges

    /// Ends the thread.
    case end
  }

  private struct State: Sendable {
    var requests: [Request] = []
    var status = SQLiteEntityCache.Status.opening

    /// The error that prevented the start of the thread.
    var failure: EntityCacheError?

    /// The result of the latest flush that `finish` requested, or `nil` while the flush is running.
    var finish: Finish?

    /// A Boolean value that indicates whether the thread has ended.
    var isEnded = false
  }

  private struct Finish {
    let error: EntityCacheError?
  }

  /// The workers whose threads are running.
  private static let running = Monitor<[ObjectIdentifier: CacheWorker]>([:])

  /// The minimum and the maximum delay between two attempts to save a batch.
  private static let (firstPause, maxPause) = (Duration.seconds(1), Duration.seconds(30))

  private let state = Monitor(State())
  private let path: String
  private let mode: SQLiteEntityCache.Mode
  private let busyTimeout: Duration
  private let log: @Sendable (String) -> Void

  init(
    path: String, mode: SQLiteEntityCache.Mode, busyTimeout: Duration,
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.path, self.mode, self.busyTimeout, self.log) = (path, mode, busyTimeout, log)
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
    let failure = EntityCacheError(
      .notReadable, localized("\(path): cannot start a reader thread"))
    state.update {
      $0.failure = failure
      $0.status = .failed(failure)
    }
  }

  /// Ends the thread after it has processed all earlier requests.
  func end() {
    enqueue(.end)
  }

  /// All workers whose threads are running.
  static var all: [CacheWorker] { running.update { Array($0.values) } }

  /// Waits until caches have processed all earlier requests.
  ///
  /// - Returns: One error for each cache with unsaved batches.
  static func finish(_ workers: [CacheWorker], within limit: Duration) -> [EntityCacheError] {
    let deadline = ContinuousClock.now + limit
    for worker in workers {
      worker.state.update { $0.finish = nil }
      worker.enqueue(
        .flush { [weak worker] error in
          worker?.state.update { $0.finish = Finish(error: error) }
        })
    }
    return workers.compactMap { worker in
      let left = max(.zero, ContinuousClock.now.duration(to: deadline))
      let state = worker.state.wait(atMost: left) { $0.finish != nil || $0.isEnded }
      if state.finish == nil, !state.isEnded {
        return EntityCacheError(.notWritable, localized("\(worker.path): saving timed out"))
      }
      return state.finish?.error
    }
  }

  /// Adds a request after all earlier ones.
  func enqueue(_ request: Request) {
    let failure = state.update { state in
      if request.isCheck, state.requests.last?.isCheck == true { return nil as EntityCacheError? }
      if state.failure == nil { state.requests.append(request) }
      return state.failure
    }
    if let failure { request.fail(failure) }
  }

  private func work() {
    var session = CacheSession(path: path, mode: mode, busyTimeout: busyTimeout, log: log)
    var pause = Self.firstPause
    while true {
      // An idle thread sleeps, and wakes without a request only to retry a failed save.
      _ = state.wait(atMost: session.hasBacklog ? pause : nil) { !$0.requests.isEmpty }
      let hadBacklog = session.hasBacklog
      let notify = session.retry()
      pause = hadBacklog && session.hasBacklog ? min(pause * 2, Self.maxPause) : Self.firstPause
      let status = session.status
      state.update { $0.status = status }
      notify()
      let requests = state.update { state in
        defer { state.requests = [] }
        return state.requests
      }
      for request in requests {
        if case .end = request { return }
        let notify = session.handle(request) { [weak self] in self?.enqueue(.checkForChanges) }
        let status = session.status
        state.update { $0.status = status }
        notify()
      }
    }
  }
}

extension CacheWorker.Request {
  /// A Boolean value that indicates whether the request only checks for changes by other
  /// connections.
  var isCheck: Bool { if case .checkForChanges = self { true } else { false } }

  /// Ends the request without processing it, and reports an error to its caller.
  func fail(_ failure: EntityCacheError) {
    switch self {
    case .apply(_, let completion), .flush(let completion): completion(failure)
    case .load(_, let completion): completion(.failure(failure))
    case .loadList(_, _, let completion): completion(.failure(failure))
    case .findUnneeded(let completion): completion(.failure(failure))
    case .collect(_, _, let completion): completion(failure)
    case .observe, .observeRecovery, .observeOrphans, .checkForChanges, .end: break
    }
  }
}
