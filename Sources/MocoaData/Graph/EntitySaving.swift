internal import MocoaModel

/// Hands over what was committed to a cache, and knows what is kept there for good.
@MainActor
final class EntitySaving {
  let cache: any EntityCache

  /// The newest commit that is kept for good, and so all before it: a cache leaves none out.
  private var keptRevision = 0

  /// The commits that deleted what may still be kept.
  private var deletions: [EntityKey: Int] = [:]

  /// How many batches are not answered yet.
  private var pending = 0

  private(set) var state = EntitySaveState.saved {
    didSet { if state != oldValue { observers.send(state) } }
  }

  let observers = Observers<EntitySaveState>()

  /// The newest commit that was handed over.
  private var latest = 0

  /// Why something was left out for good: everything is never kept again.
  private var refusal: EntityCacheError?

  /// Called whenever everything is kept.
  var onKept: (@MainActor () -> Void)?

  init(_ cache: any EntityCache) {
    self.cache = cache
    cache.observeKeeping { [weak self] in
      MainTurn.afterThis { self?.look() }
    }
  }

  /// Finds out whether what could not be kept has been meanwhile.
  private func look() { flush(latest) { _ in } }

  /// Whether something that was changed by a commit is newer here than what is kept.
  func isUnsaved(_ revision: Int) -> Bool { revision > keptRevision }

  /// Whether something was deleted here that may still be kept.
  func isUnsaved(deletionOf key: EntityKey) -> Bool { deletions[key].map(isUnsaved) ?? false }

  /// Hands over what a commit changed.
  func save(_ batch: EntityBatch) {
    guard !batch.isEmpty else { return }
    let revision = batch.revision
    for key in batch.deletions { deletions[key] = revision }
    pending += 1
    latest = revision
    state = .saving
    cache.apply(batch) { error in
      MainTurn.afterThis { [weak self] in
        self?.pending -= 1
        self?.didSave(revision, error)
      }
    }
  }

  /// Calls when all commits so far are kept for good, or with why they cannot be.
  func flush(_ revision: Int, then: @escaping @MainActor @Sendable (EntityCacheError?) -> Void) {
    cache.flush { error in
      MainTurn.afterThis { [weak self] in
        self?.didSave(revision, error)
        then(error)
      }
    }
  }

  private func didSave(_ revision: Int, _ error: EntityCacheError?) {
    if let error, error.kind != .newerEntity { return state = .failed(error.description) }
    // Everything else is kept, and news of others are taken over as ever.
    refusal = refusal ?? error
    keptRevision = max(keptRevision, revision)
    if pending == 0, keptRevision >= latest { deletions = [:] }
    state =
      pending > 0 ? .saving : refusal.map { .failed($0.description) } ?? .saved
    if pending == 0 { onKept?() }
  }
}

/// Whether what a store has is kept for good.
public enum EntitySaveState: Sendable, Equatable {
  /// All of it is.
  case saved

  /// It is being written.
  case saving

  /// Some of it could not be, for the reason given in one line; it is still in memory.
  case failed(String)
}
