internal import MocoaModel
internal import Synchronization

/// Keeps entities and lists in a SQLite database.
///
/// Each batch is one transaction, in order; what was told to be kept is there after a crash at any
/// moment, whole. All work is done on one thread, in the order in which it was asked for, so a load
/// sees all that was handed over before it.
///
/// Nothing is written to a file that is no database, somebody else's, or from a newer version. Where a
/// file can only be read, it is; each batch is then answered with the reason why it is not kept.
/// Several programs may use one file: what one of them keeps is news for the others.
///
/// An entity that cannot be encoded is not kept, and is told to the log. One that cannot be read is
/// reported where it is asked for, and stays in the file.
public final class SQLiteEntityCache: EntityCache {
  /// What may be done with a file.
  public enum Mode: Sendable, Equatable {
    /// Everything; a file that is missing is made, and so are the folders above it.
    case readWrite

    /// Reading; each batch is answered with an error.
    case readOnly

    /// Everything, in memory only; the path is not used.
    case inMemory
  }

  /// How a cache is.
  public enum Status: Sendable, Equatable {
    /// Nothing is known yet.
    case opening

    /// Everything that was asked for was done.
    case ready

    /// It can be read, but not be written.
    case readOnly(EntityCacheError)

    /// The latest batches are not kept; they are tried again before the next one.
    case behind(EntityCacheError)

    /// Nothing can be read or written.
    case failed(EntityCacheError)
  }

  let worker: CacheWorker

  /// Opens a cache.
  ///
  /// This returns at once: the file is opened on the thread of the cache, and what is wrong with it is
  /// told with the first answers.
  ///
  /// - Parameters:
  ///   - path: that of the file; beside it there are others of the same name while it is open.
  ///   - mode: what may be done with it.
  ///   - patience: how long a lock of another program is waited for.
  ///   - log: called from any thread with a line about an entity or a list that cannot be kept or
  ///     read.
  public init(
    path: String, mode: Mode = .readWrite, patience: Duration = .seconds(2),
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    worker = CacheWorker(path: path, mode: mode, patience: patience, log: log)
    worker.start()
  }

  deinit {
    worker.end()
  }

  /// Waits until all that was handed over to any cache of the program is on the disk, or cannot be: what
  /// a program does last.
  ///
  /// - Parameter limit: so long it takes at most.
  /// - Returns: why something is not kept, for each cache of which that is so.
  public static func finishAll(within limit: Duration) -> [EntityCacheError] {
    CacheWorker.finish(CacheWorker.all, within: limit)
  }

  /// How the cache is; after the latest answer.
  public var status: Status { worker.status }

  /// Keeps a batch in one transaction; calls when it is on the disk, or cannot be.
  public func apply(_ batch: EntityBatch, then: @escaping @Sendable (EntityCacheError?) -> Void) {
    worker.ask(.apply(batch, then))
  }

  /// Returns entities with everything in them, those that cannot be read with the reason.
  public func read(
    _ places: [EntityPlace],
    then: @escaping @Sendable (Result<[LoadedEntity], EntityCacheError>) -> Void
  ) {
    worker.ask(.load(places, then))
  }

  /// Returns the entities of a list, and the reasons why others of it cannot be read.
  public func readList(
    _ name: String, of shape: EntityShape,
    then: @escaping @Sendable (Result<LoadedList?, EntityCacheError>) -> Void
  ) {
    worker.ask(.loadList(name, shape, then))
  }

  /// Answers with entities and all that is in them; fails if none of them can be read.
  public func load(
    _ places: [EntityPlace],
    then: @escaping @Sendable (Result<[(any Entity)?], EntityCacheError>) -> Void
  ) {
    read(places) { result in
      then(
        result.flatMap { loaded in
          let errors = loaded.compactMap {
            if case .unreadable(let error) = $0 { error } else { nil }
          }
          if let error = errors.first, errors.count == loaded.count { return .failure(error) }
          return .success(loaded.map(\.entity))
        })
    }
  }

  /// Answers with the entities of a list, without those that are gone or cannot be read; fails if it
  /// has entities, and none of them can be read.
  public func loadList(
    _ name: String, of shape: EntityShape,
    then: @escaping @Sendable (Result<[any Entity]?, EntityCacheError>) -> Void
  ) {
    readList(name, of: shape) { result in
      then(
        result.flatMap { list in
          if let list, list.entities.isEmpty, let error = list.unreadable.first {
            return .failure(error)
          }
          return .success(list?.entities)
        })
    }
  }

  /// Calls when all that was handed over before is on the disk, or with the reason why it is not.
  public func flush(then: @escaping @Sendable (EntityCacheError?) -> Void) {
    worker.ask(.flush(then))
  }

  /// Has told when what could not be kept at first, as the file was locked or the disk full, has been:
  /// it is tried again after a second, and then ever more seldom.
  public func observeKeeping(_ perform: @escaping @Sendable () -> Void) {
    worker.ask(.observeKeeping(perform))
  }

  /// At most so many entities are offered to `needed` at a time.
  private static let mostOffered = 8192

  /// Removes entities that were in a list or in another entity, and are in nothing any more, and makes
  /// the file smaller.
  ///
  /// Nothing is removed while another program, or another cache of this one, has the file open.
  public func compact(
    keeping needed: @escaping @MainActor @Sendable ([EntityKey]) -> Set<EntityKey>?,
    then: @escaping @Sendable (EntityCacheError?) -> Void
  ) {
    worker.ask(
      .findUnneeded { [weak self] result in
        switch result {
        case .failure(let error): then(error)
        case .success(let keys): self?.collect(keys[...], needed, then) ?? then(nil)
        }
      })
  }

  private func collect(
    _ keys: ArraySlice<EntityKey>,
    _ needed: @escaping @MainActor @Sendable ([EntityKey]) -> Set<EntityKey>?,
    _ then: @escaping @Sendable (EntityCacheError?) -> Void
  ) {
    if keys.isEmpty { return then(nil) }
    MainTurn.afterThis {
      let offered = Array(keys.prefix(Self.mostOffered))
      guard let kept = needed(offered) else { return then(nil) }
      let rest = keys.dropFirst(offered.count)
      // In the same turn, so that whatever is asked for later finds them gone.
      self.worker.ask(
        .collect(Set(offered).subtracting(kept), isLast: rest.isEmpty) { error in
          if let error { return then(error) }
          self.collect(rest, needed, then)
        })
    }
  }

  /// Notifies when many entities may be in nothing any more.
  public func observeOrphans(_ perform: @escaping @Sendable () -> Void) {
    worker.ask(.observeOrphans(perform))
  }

  /// Has told what other programs, and other caches of this one, keep in the same file.
  public func observeOthers(_ perform: @escaping @Sendable (EntityNews) -> Void) {
    worker.ask(.observe(perform))
  }
}
