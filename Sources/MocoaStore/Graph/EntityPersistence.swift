internal import MocoaModel

/// The connection of a store to its cache.
///
/// Passes commits to the cache and records which of them are saved.
@MainActor
final class EntityPersistence {
  let cache: any EntityCache

  /// The newest commit that is saved.
  ///
  /// All earlier commits are saved too, because a cache skips none.
  private var savedRevision = 0

  /// The revisions of the commits that deleted entities that the cache may still contain.
  private var deletions: [EntityKey: Int] = [:]

  /// The number of batches that the cache has not completed.
  private var pending = 0

  private(set) var state = EntitySaveState.saved {
    didSet { if state != oldValue { observers.notify(state) } }
  }

  let observers = Observers<EntitySaveState>()

  /// The newest commit that was passed to the cache.
  private var latest = 0

  /// The error because of which a commit will never be saved.
  ///
  /// The save state then stays failed.
  private var permanentError: EntityCacheError?

  /// A closure that is called whenever all commits are saved.
  var onAllSaved: (@MainActor () -> Void)?

  init(_ cache: any EntityCache) {
    self.cache = cache
    cache.observeRecovery { [weak self] in
      MainActorScheduler.schedule { self?.checkSaveState() }
    }
  }

  /// Checks whether a commit that failed has been saved since.
  private func checkSaveState() { flush(latest) { _ in } }

  /// Returns `true` if a commit is newer than the saved commits.
  func isUnsaved(_ revision: Int) -> Bool { revision > savedRevision }

  /// Returns `true` if an entity was deleted in memory and may still be in the cache.
  func isUnsaved(deletionOf key: EntityKey) -> Bool { deletions[key].map(isUnsaved) ?? false }

  /// Passes the changes of a commit to the cache.
  func save(_ batch: EntityBatch) {
    guard !batch.isEmpty else { return }
    let revision = batch.revision
    for key in batch.deletions { deletions[key] = revision }
    pending += 1
    latest = revision
    state = .saving
    cache.apply(batch) { error in
      MainActorScheduler.schedule { [weak self] in
        self?.pending -= 1
        self?.didSave(revision, error)
      }
    }
  }

  /// Calls a closure after all commits up to a revision are saved, or with the error that prevents
  /// it.
  func flush(
    _ revision: Int, completion: @escaping @MainActor @Sendable (EntityCacheError?) -> Void
  ) {
    cache.flush { error in
      MainActorScheduler.schedule { [weak self] in
        self?.didSave(revision, error)
        completion(error)
      }
    }
  }

  private func didSave(_ revision: Int, _ error: EntityCacheError?) {
    if let error, error.kind != .newerEntity { return state = .failed(error.description) }
    // The rest of the batch is saved, and external changes are merged as usual.
    permanentError = permanentError ?? error
    savedRevision = max(savedRevision, revision)
    if pending == 0, savedRevision >= latest { deletions = [:] }
    state =
      pending > 0 ? .saving : permanentError.map { .failed($0.description) } ?? .saved
    if pending == 0 { onAllSaved?() }
  }
}

/// The progress of saving the content of a store.
public enum EntitySaveState: Sendable, Equatable {
  /// All commits are saved.
  case saved

  /// Commits are being saved.
  case saving

  /// Some commits could not be saved, for the associated reason in one line.
  ///
  /// They are still in memory.
  case failed(String)
}
