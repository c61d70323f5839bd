internal import MocoaModel

/// Hands over what was committed to a cache, and knows what is kept there for good.
@MainActor
final class EntitySaving {
  let cache: any EntityCache

  /// The newest commit that changed an entity or a list, as long as it is not kept.
  private var unsavedEntities: [EntityKey: Int] = [:]
  private var unsavedLists: [String: Int] = [:]

  /// How many batches are not kept yet.
  private var pending = 0

  private(set) var state = EntitySaveState.saved {
    didSet { if state != oldValue { observers.send(state) } }
  }

  let observers = Observers<EntitySaveState>()

  init(_ cache: any EntityCache) {
    self.cache = cache
  }

  /// Whether what is here is newer than what is kept.
  func isUnsaved(_ key: EntityKey) -> Bool { unsavedEntities[key] != nil }

  /// Whether what is here is newer than what is kept.
  func isUnsaved(list: String) -> Bool { unsavedLists[list] != nil }

  func save(
    _ revision: Int, _ written: [EntityNode], _ gone: [EntityKey],
    _ edits: [EntityBatch.ListEdit]
  ) {
    var batch = EntityBatch(revision: revision)
    for node in written where node.key != nil {
      batch.upserts += node.state.projections.map { .init(value: $0.value, shape: $0.shape) }
    }
    (batch.deletions, batch.listEdits) = (gone, edits)
    guard !batch.isEmpty else { return }
    let keys = written.compactMap(\.key) + gone
    let lists = Set(batch.listEdits.map(\.list))
    for key in keys { unsavedEntities[key] = revision }
    for list in lists { unsavedLists[list] = revision }
    pending += 1
    state = .saving
    cache.apply(batch) { error in
      MainTurn.afterThis { [weak self] in self?.didSave(revision, keys, lists, error) }
    }
  }

  private func didSave(
    _ revision: Int, _ keys: [EntityKey], _ lists: Set<String>, _ error: EntityCacheError?
  ) {
    pending -= 1
    if let error {
      // It stays newer than what is kept.
      state = .failed(error.description)
      return
    }
    for key in keys where unsavedEntities[key] == revision { unsavedEntities[key] = nil }
    for list in lists where unsavedLists[list] == revision { unsavedLists[list] = nil }
    if pending == 0 {
      if case .failed = state, !unsavedEntities.isEmpty || !unsavedLists.isEmpty { return }
      state = .saved
    }
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
