internal import MocoaModel
internal import Synchronization

/// A cache of entities and lists in a SQLite database.
///
/// Each batch is one transaction, in order. A batch that is reported as saved survives a crash at
/// any moment. One thread processes all requests in order, so a load includes all batches that were
/// passed before it.
///
/// The cache never writes to a file that is not a database, belongs to another program, or is from
/// a newer version. If a file is read-only, it can be loaded, and each batch fails with the reason.
/// Several programs may use one file; the batches of each are external changes for the others.
///
/// An entity that cannot be encoded is not saved, and the log reports it. An unreadable entity is
/// reported when it is loaded, and stays in the file.
public final class SQLiteEntityCache: EntityCache {
  /// The permitted operations on a file.
  public enum Mode: Sendable, Equatable {
    /// Reading and writing.
    ///
    /// A missing file and its missing parent folders are created.
    case readWrite

    /// Reading.
    ///
    /// Each batch fails with an error.
    case readOnly

    /// Reading and writing in memory.
    ///
    /// The path is not used.
    case inMemory
  }

  /// The status of a cache.
  public enum Status: Sendable, Equatable {
    /// The file is not open yet.
    case opening

    /// All requests have succeeded.
    case ready

    /// The cache is readable but not writable.
    case readOnly(EntityCacheError)

    /// The latest batches are not saved because of an error.
    ///
    /// They are retried before the next batch.
    case pendingWrites(EntityCacheError)

    /// The cache is neither readable nor writable.
    case failed(EntityCacheError)
  }

  let worker: CacheWorker

  /// Opens a cache.
  ///
  /// The initializer returns at once. The file is opened on the thread of the cache, and requests
  /// return the error if this fails.
  ///
  /// - Parameters:
  ///   - path: The path of the file. While it is open, SQLite creates files with the same prefix
  ///     next to it.
  ///   - mode: The permitted operations.
  ///   - busyTimeout: The time to wait for a lock held by another process.
  ///   - log: A closure that receives one line for each entity or list that cannot be saved or
  ///     read. Called on any thread.
  public init(
    path: String, mode: Mode = .readWrite, busyTimeout: Duration = .seconds(2),
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    Self.registration
    worker = CacheWorker(path: path, mode: mode, busyTimeout: busyTimeout, log: log)
    worker.start()
  }

  deinit {
    worker.end()
  }

  /// The registration that saves the batches of all caches before the program ends.
  private static let registration: Void = PendingSaves.register { flushAll(timeout: $0) }

  /// Waits until all batches of all caches in the program are saved or have failed.
  ///
  /// Call this method before the program ends.
  ///
  /// - Parameter limit: The maximum time to wait.
  /// - Returns: One error for each cache that still has unsaved batches.
  public static func flushAll(timeout limit: Duration) -> [EntityCacheError] {
    CacheWorker.finish(CacheWorker.all, within: limit)
  }

  /// The status of the cache after the last completed request.
  public var status: Status { worker.status }

  /// Saves a batch in one transaction and calls a closure when it is on the disk or has failed.
  public func apply(
    _ batch: EntityBatch, completion: @escaping @Sendable (EntityCacheError?) -> Void
  ) {
    worker.enqueue(.apply(batch, completion))
  }

  /// Loads entities with all their children, and reports the errors of the unreadable ones.
  public func read(
    _ requests: [EntityRequest],
    completion: @escaping @Sendable (Result<[LoadedEntity], EntityCacheError>) -> Void
  ) {
    worker.enqueue(.load(requests, completion))
  }

  /// Loads the entities of a list, and reports the errors of the unreadable ones.
  public func readList(
    _ name: String, of shape: EntityDescriptor,
    completion: @escaping @Sendable (Result<LoadedList?, EntityCacheError>) -> Void
  ) {
    worker.enqueue(.loadList(name, shape, completion))
  }

  /// Loads entities with all their children.
  ///
  /// The result is an error if no entity is readable.
  public func load(
    _ requests: [EntityRequest],
    completion: @escaping @Sendable (Result<[(any Entity)?], EntityCacheError>) -> Void
  ) {
    read(requests) { result in
      completion(
        result.flatMap { loaded in
          let errors = loaded.compactMap {
            if case .unreadable(let error) = $0 { error } else { nil }
          }
          if let error = errors.first, errors.count == loaded.count { return .failure(error) }
          return .success(loaded.map(\.entity))
        })
    }
  }

  /// Loads the existing and readable entities of a list.
  ///
  /// The result is an error if the list has entities and none is readable.
  public func loadList(
    _ name: String, of shape: EntityDescriptor,
    completion: @escaping @Sendable (Result<[any Entity]?, EntityCacheError>) -> Void
  ) {
    readList(name, of: shape) { result in
      completion(
        result.flatMap { list in
          if let list, list.entities.isEmpty, let error = list.unreadable.first {
            return .failure(error)
          }
          return .success(list?.entities)
        })
    }
  }

  /// Calls a closure when all earlier batches are on the disk, or when an error prevents it.
  public func flush(completion: @escaping @Sendable (EntityCacheError?) -> Void) {
    worker.enqueue(.flush(completion))
  }

  /// Sets the observer that is called when a batch is saved after a failed attempt.
  ///
  /// Saving fails while the file is locked or the disk is full. A failed batch is retried after one
  /// second, then at growing intervals of up to 30 seconds.
  public func observeRecovery(_ perform: @escaping @Sendable () -> Void) {
    worker.enqueue(.observeRecovery(perform))
  }

  /// The maximum number of entities that one call passes to the closure `needed`.
  private static let maxOffered = 8192

  /// Removes orphans and shrinks the file.
  ///
  /// Orphans are entities that were in a list or another entity and are in none any more. No entity
  /// is removed while another program, or another cache of this program, has the file open.
  public func compact(
    keeping needed: @escaping @MainActor @Sendable ([EntityKey]) -> Set<EntityKey>?,
    completion: @escaping @Sendable (EntityCacheError?) -> Void
  ) {
    worker.enqueue(
      .findUnneeded { [weak self] result in
        switch result {
        case .failure(let error): completion(error)
        case .success(let keys):
          self?.collect(keys[...], isFirst: true, needed, completion) ?? completion(nil)
        }
      })
  }

  private func collect(
    _ keys: ArraySlice<EntityKey>, isFirst: Bool,
    _ needed: @escaping @MainActor @Sendable ([EntityKey]) -> Set<EntityKey>?,
    _ completion: @escaping @Sendable (EntityCacheError?) -> Void
  ) {
    if keys.isEmpty { return completion(nil) }
    MainActorScheduler.schedule {
      let offered = Array(keys.prefix(Self.maxOffered))
      guard let kept = needed(offered) else {
        return isFirst ? completion(nil) : self.shrink(completion)
      }
      let remaining = keys.dropFirst(offered.count)
      // The request is sent in the same turn, so that later requests no longer find the entities.
      self.worker.enqueue(
        .collect(Set(offered).subtracting(kept), isLast: remaining.isEmpty) { error in
          if let error {
            return isFirst || remaining.isEmpty
              ? completion(error) : self.shrink { _ in completion(error) }
          }
          self.collect(remaining, isFirst: false, needed, completion)
        })
    }
  }

  /// Shrinks the file after the removal of orphans ended early.
  private func shrink(_ completion: @escaping @Sendable (EntityCacheError?) -> Void) {
    worker.enqueue(.collect([], isLast: true, completion))
  }

  /// Sets the observer that is called when there are many possible orphans.
  public func observeOrphans(_ perform: @escaping @Sendable () -> Void) {
    worker.enqueue(.observeOrphans(perform))
  }

  /// Sets the observer of changes of the file by other programs and by other caches of this
  /// program.
  public func observeExternalChanges(_ perform: @escaping @Sendable (ExternalChanges) -> Void) {
    worker.enqueue(.observe(perform))
  }
}
