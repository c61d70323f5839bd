internal import MocoaModel

/// Passes the commits of a store to its cache, and records which of them are saved.
@MainActor
final class EntityPersistence {
  let cache: any EntityCache

  /// The revision of the newest commit that is saved.
  ///
  /// All earlier commits are saved too, because a cache skips none.
  private var savedRevision = 0

  /// The deleted entities that the cache may still contain, with the revisions of their deletions.
  private var deletions: [EntityKey: Int] = [:]

  /// The number of batches that the cache has received but not completed.
  private var pending = 0

  private(set) var state = EntitySaveState.saved {
    didSet { if state != oldValue { observers.notify(state) } }
  }

  let observers = Observers<EntitySaveState>()

  /// The revision of the newest commit that was passed to the cache.
  private var latest = 0

  /// The error of a commit that will never be saved.
  ///
  /// The save state then remains failed.
  private var permanentError: EntityCacheError?

  /// A closure that is called whenever the last pending commit is saved.
  var onAllSaved: (@MainActor () -> Void)?

  init(_ cache: any EntityCache) {
    self.cache = cache
    cache.observeRecovery { [weak self] in
      MainActorScheduler.schedule { self?.checkSaveState() }
    }
  }

  /// Checks whether commits that could not be saved before are saved now.
  private func checkSaveState() { flush(latest) { _ in } }

  /// Returns `true` if the commit with a revision is not saved yet.
  func isUnsaved(_ revision: Int) -> Bool { revision > savedRevision }

  /// Returns `true` if an entity was deleted in the store and may still be in the cache.
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

  /// Calls a closure when all commits up to a revision are saved, or when an error prevents it.
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
  /// All commits are saved permanently.
  case saved

  /// Commits are being saved.
  case saving

  /// Some commits could not be saved, for the associated reason in one line.
  ///
  /// They are still in memory.
  case failed(String)
}
